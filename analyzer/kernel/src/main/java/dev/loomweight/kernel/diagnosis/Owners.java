package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.StackCode;
import dev.loomweight.classfiles.Archive;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.faults.Library;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whose code a frame is: by the user's prefixes, by the libraries that are known by name, by what its class file
 * is in and what the JVM was started with ({@link Application}). Where neither shows it, it is undecided. Not thread-safe.
 */
public final class Owners {

    private static final Owner OF_JDK = new Owner(Owner.Kind.JDK, null, null);

    private final Code code;
    private final List<String> own;
    private final KnownFaults faults;
    // Of classes of which no class file is known.
    private final Map<String, Owner> byName = new HashMap<>();
    private @Nullable Application application;

    /**
     * Decides with the libraries that come with Loomweight.
     *
     * @param code the class files
     * @param own prefixes of the application's own classes; may be empty
     */
    public Owners(Code code, List<String> own) {
        this(code, own, KnownFaults.own());
    }

    /**
     * Decides.
     *
     * @param code the class files
     * @param own prefixes of the application's own classes; may be empty
     * @param faults which libraries are known by name
     */
    public Owners(Code code, List<String> own, KnownFaults faults) {
        this.faults = faults;
        this.code = code;
        this.own = own;
    }

    /** The class files of a stack, for {@link #of}. */
    public StackCode on(StackTrace stack) {
        return code.on(stack);
    }

    /**
     * Whose code a frame is.
     *
     * @param stack its stack, as {@link #on} has it
     * @param i the frame, from 0, the innermost
     */
    public Owner of(StackCode stack, int i) {
        Frame frame = stack.stack().frames().get(i);
        String className = frame.stableClassName();
        if (code.isJdk(className) && !hasOwnPrefix(className)) {
            return OF_JDK;
        }
        Archive archive = stack.archive(i);
        if (archive != null) {
            return archive.kind() == Archive.Kind.JDK && !hasOwnPrefix(className) ? OF_JDK : of(className, archive);
        }
        Owner known = byName.get(className);
        if (known == null) {
            // An agent that changes a class does not change whose it is; of a jar it may be another version.
            Archive changed = code.archive(className);
            known = of(className, changed != null && changed.kind() == Archive.Kind.CLASSES ? changed : null);
            byName.put(className, known);
        }
        return known;
    }

    /** The name of the source file of a frame's class; null where its class file is missing, or does not show it. */
    public @Nullable String sourceFile(Frame frame) {
        return code.sourceFile(frame.stableClassName());
    }

    private Owner of(String className, @Nullable Archive archive) {
        Archive jar = archive != null && archive.kind() == Archive.Kind.JAR ? archive : null;
        if (hasOwnPrefix(className)) {
            return new Owner(Owner.Kind.OWN, jar, null);
        }
        Library library = faults.libraryOf(className);
        if (library != null || !own.isEmpty()) {
            return new Owner(Owner.Kind.LIBRARY, jar, library);
        }
        return application().ownerOf(className, archive);
    }

    /**
     * The frame that people know as the place of a stack: the innermost of the application's own code; where none is sure
     * to be, the innermost that is neither a library's nor a framework's; else the innermost outside of the JDK.
     *
     * @param stack the stack; with frames
     * @param from the frame from which on outwards is looked
     * @return its index
     */
    public int placeIn(StackTrace stack, int from) {
        List<Frame> frames = stack.frames();
        StackCode on = on(stack);
        int undecided = -1;
        int outside = -1;
        for (int i = Math.min(from, frames.size() - 1); i < frames.size(); i++) {
            Owner.Kind kind = kindOf(on, i);
            if (kind == Owner.Kind.OWN) {
                return i;
            }
            if (kind != Owner.Kind.JDK) {
                outside = outside < 0 ? i : outside;
                undecided = undecided < 0 && kind == Owner.Kind.UNDECIDED ? i : undecided;
            }
        }
        return undecided >= 0 ? undecided : outside >= 0 ? outside : Math.min(from, frames.size() - 1);
    }

    /**
     * Whether the application's own code may be on a stack: a frame is its own, or neither a library's nor a framework's.
     *
     * @param stack the stack; with frames
     */
    public boolean mayBeOwn(StackTrace stack) {
        StackCode on = on(stack);
        for (int i = 0; i < stack.frames().size(); i++) {
            Owner.Kind kind = kindOf(on, i);
            if (kind == Owner.Kind.OWN || kind == Owner.Kind.UNDECIDED) {
                return true;
            }
        }
        return false;
    }

    // A framework is taken for a library, and what one makes, which is on the way to other code, for the JDK's.
    private Owner.Kind kindOf(StackCode on, int i) {
        Frame frame = on.stack().frames().get(i);
        Owner.Kind kind = of(on, i).kind();
        if (frame.isHidden() || Framework.makerOf(frame.className()) != null) {
            return Owner.Kind.JDK;
        }
        return kind == Owner.Kind.UNDECIDED && Framework.of(frame.className()) != null ? Owner.Kind.LIBRARY : kind;
    }

    private boolean hasOwnPrefix(String className) {
        for (String prefix : own) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    // Class files are opened for the first frame alone.
    private Application application() {
        Application known = application;
        if (known == null) {
            known = Application.of(code);
            application = known;
        }
        return known;
    }

    /**
     * Whose code a frame is, which decides what can be done about it.
     *
     * @param kind whose
     * @param jar the jar that its class is in, or null where it is in none, or that is not known
     * @param library the library, where it is one of those that are known by name; else null
     * @param artifact the artifact that was merged into the jar with others, or null where it is not known, or there is one
     */
    public record Owner(
            Kind kind, @Nullable Archive jar, @Nullable Library library, Archive.@Nullable Artifact artifact) {

        /** The end of a file's name with a version in it, such as {@code -4.1.89.Final.jar}. */
        private static final Pattern VERSIONED = Pattern.compile("-v?\\d[\\w.+-]*\\.jar$");

        Owner(Kind kind, @Nullable Archive jar, @Nullable Library library) {
            this(kind, jar, library, null);
        }

        /** Whose code it can be. */
        public enum Kind {
            /** The application's: it can be changed. */
            OWN,
            /** A library's: it can be replaced by another release. */
            LIBRARY,
            /** The JDK's: other methods of it can be called. */
            JDK,
            /** The application's or a library's. */
            UNDECIDED
        }

        /** Whether two frames are of one library. */
        boolean isSameLibrary(Owner other) {
            if (kind == Kind.OWN || other.kind == Kind.OWN) {
                return false;
            }
            return (library != null && library.equals(other.library))
                    || (jar != null && jar.equals(other.jar) && Objects.equals(artifact, other.artifact));
        }

        /** The library or jar with its version, as people name it; empty where neither is known. */
        public String words() {
            Archive in = jar;
            if (library == null) {
                String merged = artifact == null ? "" : artifact.words() + " in ";
                return in == null ? "" : merged + in.file() + (artifact == null ? versionOf(in) : "");
            }
            String version = library.version(in);
            return library.name()
                    + (version.isEmpty() ? "" : " " + version)
                    + (in == null ? "" : " (" + in.file() + ")");
        }

        private static String versionOf(Archive jar) {
            boolean single = jar.artifacts().size() == 1;
            // Manifests have builds and padded numbers: 1.77.00.0 in bcprov-jdk18on-1.77.jar. A user looks for the
            // file's.
            if (!single && VERSIONED.matcher(jar.file()).find()) {
                return "";
            }
            // Lucene's is followed by a commit and a date.
            String version = (single ? jar.artifacts().getFirst().version() : jar.version()).replaceFirst("\\s.*", "");
            return version.isEmpty() || jar.file().contains(version)
                    ? ""
                    : " (version " + version + " by its " + (single ? "pom.properties)" : "manifest)");
        }
    }

    /**
     * What calls applications and what their calls pass through: servers, containers, schedulers, test runners, and the
     * classes that they make. Few readers of a stack want their frames. They are known by name, since the class files of a
     * recorded application are often not at hand.
     *
     * @param name what people call it
     * @param packages the prefixes of its classes
     * @param marks what the names of classes contain that it makes of the application's, such as proxies; whatever their
     *     package
     */
    public record Framework(String name, List<String> packages, List<String> marks) {

        static final List<Framework> ALL = List.of(
                of("Spring", "org.springframework.")
                        .making("$$SpringCGLIB$$", "$$EnhancerBySpringCGLIB$$", "$$FastClassBySpringCGLIB$$"),
                of("Tomcat", "org.apache.catalina.", "org.apache.coyote.", "org.apache.tomcat.", "org.apache.jasper."),
                of("the servlet API", "jakarta.servlet.", "javax.servlet."),
                of("Jetty", "org.eclipse.jetty."),
                of("Undertow", "io.undertow.", "org.xnio."),
                of("Netty", "io.netty."),
                of("Reactor", "reactor."),
                of("Vert.x", "io.vertx."),
                of("Helidon", "io.helidon."),
                of("Quarkus", "io.quarkus.", "org.jboss.threads.").making("_Subclass$$", "_ClientProxy"),
                of("SmallRye", "io.smallrye."),
                of("Micronaut", "io.micronaut.").making("$Definition$Intercepted"),
                of("RESTEasy", "org.jboss.resteasy."),
                of("Jersey", "org.glassfish.jersey.", "org.glassfish.hk2."),
                of("Grizzly", "org.glassfish.grizzly."),
                of("Weld", "org.jboss.weld.", "org.jboss.interceptor.").making("$$_Weld", "_$$_WeldClientProxy"),
                of("JBoss", "org.jboss.as.", "org.wildfly.", "org.jboss.invocation."),
                of("Open Liberty", "com.ibm.ws.", "io.openliberty."),
                of("Armeria", "com.linecorp.armeria."),
                of("gRPC", "io.grpc."),
                of("Dubbo", "org.apache.dubbo."),
                of("Ktor", "io.ktor."),
                of("Kotlin coroutines", "kotlinx.coroutines.", "kotlin.coroutines."),
                of("RxJava", "io.reactivex."),
                of("Akka", "akka."),
                of("Pekko", "org.apache.pekko."),
                of("Play", "play.api.", "play.core."),
                of("Scala", "scala."),
                of("Groovy", "groovy.", "org.codehaus.groovy.", "org.apache.groovy."),
                of("Clojure", "clojure."),
                of("Guava", "com.google.common."),
                of("Hibernate", "org.hibernate.").making("$HibernateProxy$"),
                of("Resilience4j", "io.github.resilience4j."),
                of("Micrometer", "io.micrometer."),
                of("OpenTelemetry", "io.opentelemetry."),
                of("Quartz", "org.quartz."),
                of("JUnit", "org.junit.", "junit."),
                of("TestNG", "org.testng."),
                of("Maven", "org.apache.maven."),
                of("Gradle", "org.gradle.", "worker.org.gradle."));

        public Framework {
            packages = List.copyOf(packages);
            marks = List.copyOf(marks);
        }

        private static Framework of(String name, String... packages) {
            return new Framework(name, List.of(packages), List.of());
        }

        private Framework making(String... madeClasses) {
            return new Framework(name, packages, List.of(madeClasses));
        }

        /** The framework that a class is of, by its name; null where it is of none of them. */
        public static @Nullable Framework of(String className) {
            for (Framework framework : ALL) {
                for (String prefix : framework.packages) {
                    if (className.startsWith(prefix)) {
                        return framework;
                    }
                }
            }
            return null;
        }

        /**
         * The framework that made a class of another's while the application ran or was built, as proxies are; null where
         * none did.
         */
        public static @Nullable Framework makerOf(String className) {
            for (Framework framework : ALL) {
                for (String mark : framework.marks) {
                    if (className.contains(mark)) {
                        return framework;
                    }
                }
            }
            return null;
        }
    }
}
