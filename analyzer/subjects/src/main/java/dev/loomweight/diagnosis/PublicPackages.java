package dev.loomweight.diagnosis;

import java.util.List;

/**
 * Packages of libraries that many applications have merged into their jar, where that does not list them: Gradle's shadow
 * plugin keeps no {@code pom.properties} of what Gradle built. Matched after a prefix too, since merges rename packages.
 */
final class PublicPackages {

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
        return ALL.stream().anyMatch(name -> name.indexOf('.') < name.length() - 1 && className.contains("." + name));
    }
}
