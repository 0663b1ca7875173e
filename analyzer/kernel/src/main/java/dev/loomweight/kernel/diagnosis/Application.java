package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.classfiles.Archive;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which class files are the application's own, where the user does not say it: the directories and fat jars of a class
 * path that hold its classes alone, the jar with its main class, and jars that are of the same house as that one. All other
 * jars are libraries. Where neither such a directory nor a main class is known, nothing is decided.
 */
final class Application {

    /** Main classes that start an application whose classes are elsewhere; prefixes of their names. */
    private static final List<String> LAUNCHERS = List.of(
            "org.springframework.boot.loader.",
            "io.quarkus.bootstrap.runner.",
            "org.apache.catalina.startup.",
            "org.eclipse.jetty.start.",
            "org.jboss.modules.",
            "org.wildfly.",
            "com.sun.enterprise.glassfish.",
            "org.glassfish.embeddable.",
            "fish.payara.",
            "com.ibm.ws.kernel.boot.",
            "org.apache.karaf.main.",
            "org.apache.felix.main.",
            "org.eclipse.equinox.launcher.",
            "org.apache.maven.surefire.",
            "org.codehaus.plexus.classworlds.",
            "org.codehaus.classworlds.",
            "org.gradle.",
            "worker.org.gradle.",
            "org.junit.platform.console.",
            "com.intellij.rt.",
            "org.eclipse.jdt.internal.junit.",
            "org.openjdk.jmh.",
            "org.apache.spark.deploy.",
            "jdk.");

    /** Parts of a name that an organization shares with others: one more part tells them apart. */
    private static final Set<String> SHARED = Set.of(
            "org.apache",
            "org.springframework",
            "org.eclipse",
            "org.jboss",
            "org.codehaus",
            "org.hibernate",
            "com.google",
            "com.github",
            "com.gitlab",
            "com.fasterxml",
            "com.microsoft",
            "com.amazonaws",
            "com.oracle",
            "com.ibm",
            "com.sun",
            "io.github",
            "io.gitlab",
            "io.micronaut",
            "io.quarkus",
            "io.smallrye",
            "net.sourceforge",
            "software.amazon");

    private final boolean holdsOwn;
    private final List<Archive> mains = new ArrayList<>();
    private final Set<String> roots = new HashSet<>();
    private final Set<String> groups = new HashSet<>();
    private final Set<String> vendors = new HashSet<>();

    private Application(boolean holdsOwn) {
        this.holdsOwn = holdsOwn;
    }

    static Application of(Code code) {
        Application found = new Application(code.holdsOwn());
        for (String main : code.mainClasses()) {
            if (LAUNCHERS.stream().noneMatch(main::startsWith)) {
                found.addMain(main, code.archive(main));
            }
        }
        return found;
    }

    private void addMain(String className, @Nullable Archive archive) {
        String root = root(className);
        if (!root.isEmpty()) {
            roots.add(root);
        }
        if (archive == null) {
            return;
        }
        mains.add(archive);
        if (!archive.vendor().isEmpty()) {
            vendors.add(archive.vendor());
        }
        MergedJar.own(archive, className).ifPresent(artifact -> groups.add(artifact.group()));
    }

    /** The first parts of a package, by which its house is known: {@code com.acme}; empty for the unnamed package. */
    static String root(String className) {
        int end = nth(className, 2);
        if (end > 0 && SHARED.contains(className.substring(0, end))) {
            int third = nth(className, 3);
            end = third > 0 ? third : end;
        }
        return end > 0 ? className.substring(0, end) : className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }

    /** Where the nth dot is, or -1. */
    private static int nth(String name, int n) {
        int at = -1;
        for (int i = 0; i < n; i++) {
            at = name.indexOf('.', at + 1);
            if (at < 0) {
                return -1;
            }
        }
        return at;
    }

    /**
     * Whose a class is.
     *
     * @param archive what it was found in, which is not the JDK; null where its class file is not known
     */
    Owner ownerOf(String className, @Nullable Archive archive) {
        if (archive == null) {
            return new Owner(isOfHouse(className) ? Owner.Kind.OWN : Owner.Kind.UNDECIDED, null, null);
        }
        if (archive.kind() == Archive.Kind.CLASSES) {
            return new Owner(Owner.Kind.OWN, null, null);
        }
        if (mains.stream().anyMatch(main -> main.at().equals(archive.at()))) {
            return ofMain(className, archive);
        }
        if (isOfHouse(className) || isOfHouse(archive)) {
            return new Owner(Owner.Kind.OWN, archive, null);
        }
        boolean known = holdsOwn || !mains.isEmpty();
        return new Owner(
                known ? Owner.Kind.LIBRARY : Owner.Kind.UNDECIDED,
                archive,
                null,
                known ? MergedJar.artifactOf(className, archive) : null);
    }

    /** The main jar can have libraries merged into it. */
    private Owner ofMain(String className, Archive jar) {
        Archive.Artifact merged = MergedJar.artifactOf(className, jar);
        boolean own = merged != null && groups.contains(merged.group());
        if (merged != null && !own) {
            return new Owner(Owner.Kind.LIBRARY, jar, null, merged);
        }
        boolean library = !own && !isOfHouse(className) && PublicPackages.has(className);
        return new Owner(library ? Owner.Kind.LIBRARY : Owner.Kind.OWN, jar, null);
    }

    private boolean isOfHouse(String className) {
        return roots.contains(root(className)) && !PublicPackages.isMoved(className);
    }

    private boolean isOfHouse(Archive jar) {
        return vendors.contains(jar.vendor())
                || (jar.artifacts().size() == 1
                        && groups.contains(jar.artifacts().getFirst().group()));
    }

    /**
     * Packages of libraries that many applications have merged into their jar, where that does not list them: Gradle's
     * shadow plugin keeps no {@code pom.properties} of what Gradle built. Matched after a prefix too, since merges
     * rename packages.
     */
    private static final class PublicPackages {

        private static final List<String> ALL = List.of(
                "akka.",
                "ch.qos.logback.",
                "com.ctc.wstx.",
                "com.fasterxml.",
                "com.github.benmanes.caffeine.",
                "com.github.jknack.handlebars.",
                "com.google.common.",
                "com.google.gson.",
                "com.google.inject.",
                "com.google.protobuf.",
                "com.jayway.jsonpath.",
                "com.mysql.",
                "com.networknt.",
                "com.zaxxer.hikari.",
                "freemarker.",
                "groovy.",
                "io.grpc.",
                "io.helidon.",
                "io.lettuce.",
                "io.micrometer.",
                "io.micronaut.",
                "io.netty.",
                "io.opentelemetry.",
                "io.projectreactor.",
                "io.quarkus.",
                "io.reactivex.",
                "io.smallrye.",
                "io.undertow.",
                "io.vertx.",
                "jakarta.",
                "javax.",
                "javassist.",
                "joptsimple.",
                "kotlin.",
                "kotlinx.",
                "net.bytebuddy.",
                "net.minidev.json.",
                "okhttp3.",
                "okio.",
                "org.antlr.",
                "org.apache.",
                "org.aspectj.",
                "org.assertj.",
                "org.bouncycastle.",
                "org.codehaus.",
                "org.eclipse.",
                "org.glassfish.",
                "org.h2.",
                "org.hamcrest.",
                "org.hibernate.",
                "org.jboss.",
                "org.jetbrains.",
                "org.joda.",
                "org.jooq.",
                "org.mariadb.",
                "org.objectweb.asm.",
                "org.postgresql.",
                "org.reactivestreams.",
                "org.slf4j.",
                "org.springframework.",
                "org.xmlunit.",
                "org.yaml.snakeyaml.",
                "reactor.",
                "redis.clients.",
                "scala.");

        private PublicPackages() {}

        /** Whether a class is of one of them, renamed or not. */
        static boolean has(String className) {
            return ALL.stream().anyMatch(className::startsWith) || isMoved(className);
        }

        /** Whether a class is of one of them that a merge has put below another package. */
        static boolean isMoved(String className) {
            return ALL.stream()
                    .anyMatch(name -> name.indexOf('.') < name.length() - 1 && className.contains("." + name));
        }
    }
}
