package dev.loomweight.kernel.diagnosis;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
