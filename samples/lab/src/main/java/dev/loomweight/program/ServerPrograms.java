package dev.loomweight.program;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The programs of the experiments with servers: a JVM for each server. */
final class ServerPrograms {

    /** The package of their main classes, below that of the experiments. */
    static final String PACKAGE = "server.";

    private static final String[] OPTIONS = {
        // The same for each, and more than each needs.
        "-Xms256m",
        "-Xmx512m",
        // Some load native transports where they are.
        "--enable-native-access=ALL-UNNAMED"
    };

    private ServerPrograms() {}

    static List<ExperimentProgram> downstream() {
        return List.of(
                downstream("tomcat-200", "tomcat200"),
                downstream("tomcat-500", "tomcat500"),
                downstream("webflux", "webflux"),
                downstream("tomcat-virtual", "tomcatVirtual"));
    }

    static List<ExperimentProgram> ping() {
        return List.of(
                ping("spring-tomcat", "springTomcat"),
                ping("jdk-httpserver", "jdkHttpServer"),
                ping("netty", "netty"),
                ping("vertx", "vertx"),
                ping("vertx-virtual", "vertxVirtual"),
                ExperimentProgram.inGo("go-fasthttp", PACKAGE + "GoPing", ServerPrograms::ping));
    }

    static List<ExperimentProgram> fetch() {
        return List.of(
                program("fetch", "Fetch", size -> both(page(size), ExperimentProgram.words(size.of(8, 200, 200)))),
                ExperimentProgram.inGo("fetch-go", PACKAGE + "GoFetch", ServerPrograms::page));
    }

    /** Number of GETs, delay of the page in ms, size of the page in bytes. */
    private static List<String> page(ExperimentSize size) {
        return size.of(
                ExperimentProgram.words(40, 2, 1000),
                ExperimentProgram.words(2000, 5, 10_000),
                ExperimentProgram.words(2000, 5, 10_000));
    }

    /** Number of clients, warm-up in ms, measured time in ms, maximum delay of the service in ms. */
    private static ExperimentProgram downstream(String part, String key) {
        return program(
                part,
                "Downstream",
                size -> both(
                        List.of(key),
                        size.of(
                                ExperimentProgram.words(20, 300, 700, 20),
                                ExperimentProgram.words(500, 5000, 6000, 1000),
                                ExperimentProgram.words(500, 10_000, 60_000, 1000))));
    }

    private static ExperimentProgram ping(String part, String key) {
        return program(part, "Ping", size -> both(List.of(key), ping(size)));
    }

    /** Number of clients, warm-up in ms, measured time in ms. */
    private static List<String> ping(ExperimentSize size) {
        return size.of(
                ExperimentProgram.words(4, 300, 700),
                ExperimentProgram.words(50, 3000, 5000),
                ExperimentProgram.words(50, 10_000, 30_000));
    }

    private static ExperimentProgram program(
            String part, String main, Function<ExperimentSize, List<String>> arguments) {
        return ExperimentProgram.of(part, PACKAGE + main, arguments, OPTIONS);
    }

    private static List<String> both(List<String> first, List<String> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }
}
