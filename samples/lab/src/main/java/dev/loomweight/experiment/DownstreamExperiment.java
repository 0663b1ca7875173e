package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Bar;
import dev.loomweight.experiment.Experiment.Chart;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a bound on threads costs a server that waits for another. */
final class DownstreamExperiment {

    private record Server(
            String key,
            String part,
            String name,
            @Nullable Long published,
            @Nullable Long publishedThreads,
            boolean bound) {}

    private static final List<Server> SERVERS = List.of(
            new Server("tomcat200", "tomcat-200", "Tomcat with 200 threads", 388L, null, true),
            new Server("tomcat500", "tomcat-500", "Tomcat with 500 threads", null, null, true),
            new Server("webflux", "webflux", "WebFlux", 964L, 25L, false),
            new Server("tomcatVirtual", "tomcat-virtual", "Tomcat on virtual threads", null, null, false));

    private static final int CLIENTS = 500;

    static final Experiment DOWNSTREAM = new Experiment(
            "downstream",
            "requests per second of a server that waits for a slow service",
            true,
            article(),
            figures(),
            List.of(
                    chart("Requests per second", ""),
                    chart("Platform threads during the load", "Threads"),
                    chart("p99 latency", "P99")),
            List.of(
                    new Claim(
                            "bound",
                            "Tomcat with 200 threads is limited to threads / service delay: 388 of 400 requests per"
                                    + " second",
                            judged(new ClaimRule.Ratio(
                                    "tomcat200",
                                    "tomcat200Bound",
                                    new Bounds(0.8, 1.05),
                                    "0.8 to 1.05 times threads / mean delay"))),
                    new Claim(
                            "proportion",
                            "throughput grows in proportion to the threads: 2.5 times as many requests with 500",
                            judged(new ClaimRule.Ratio(
                                    "tomcat500", "tomcat200", new Bounds(2, 2.6), "in proportion: 2 to 2.6 times"))),
                    new Claim(
                            "webflux",
                            "WebFlux answers 964 requests per second: 2.5 times as many as Tomcat with 200 threads",
                            judged(ClaimRule.factor("webflux", "tomcat200", 2.5))),
                    new Claim(
                            "virtual",
                            "Tomcat on virtual threads answers as many as WebFlux",
                            judged(new ClaimRule.Ratio(
                                    "tomcatVirtual", "webflux", new Bounds(0.9, 1.1), "the same: 0.9 to 1.1 times")))));

    private DownstreamExperiment() {}

    /** With fewer clients than were published, the clients are what bounds every server. */
    private static ClaimRule judged(ClaimRule rule) {
        return new ClaimRule.OfSize("clients", CLIENTS, rule);
    }

    private static Chart chart(String title, String suffix) {
        return new Chart(
                title,
                false,
                SERVERS.stream()
                        .map(server -> new Bar(server.key() + suffix, server.name()))
                        .toList());
    }

    private static List<Shown> figures() {
        List<Shown> figures = new ArrayList<>();
        figures.add(Shown.count("clients", "clients", CLIENTS));
        figures.add(Shown.millis("loadTime", "duration of the load on each server", 60_000));
        figures.add(Shown.millis("serviceMean", "mean delay of the slow service", 500));
        for (Server server : SERVERS) {
            String key = server.key();
            String part = server.part();
            figures.add(new Shown(key, server.name() + ": requests per second", count(server.published()), part));
            if (server.bound()) {
                figures.add(Shown.of(key + "Bound", "threads / mean delay", part));
            }
            figures.add(Shown.of(key + "Median", "median latency", part));
            figures.add(Shown.of(key + "P99", "p99 latency", part));
            figures.add(Shown.of(key + "Errors", "errors", part));
            figures.add(
                    new Shown(key + "Threads", "platform threads, maximum", count(server.publishedThreads()), part));
        }
        return figures;
    }

    private static @Nullable Cell count(@Nullable Long published) {
        return published == null ? null : Cell.count(published);
    }

    private static Article article() {
        return new Article(
                List.of(
                        "500 clients sent requests to a server for 60 s. For each request the server called a slow"
                                + " service, which took 500 ms on average and 1000 ms at most.",
                        "Tomcat with its 200 threads answered 388 requests per second, and with 500 threads"
                                + " proportionally more. WebFlux answered 964 on 25 threads, and Tomcat on virtual"
                                + " threads as many."),
                List.of(
                        "Clients, server and service run on one machine. Each server has its own JVM, one after the"
                                + " other. Tomcat calls the service with Spring's RestClient over the JDK's"
                                + " HttpClient, WebFlux with its WebClient.",
                        "Latencies are corrected for coordinated omission: requests that a waiting client could not"
                                + " send count too. In \"threads / mean delay\" the delay is the measured one."),
                List.of(
                        Why.always("A thread that waits for the service answers nothing else, so n threads and a delay"
                                + " of d seconds allow at most n / d requests per second (Little's law)."
                                + " For 200 threads and 500 ms that is 400 on any machine."),
                        Why.always("The clients are a limit too: each has one outstanding request, so no server answers"
                                + " more than clients / delay. With as many threads as clients, the threads"
                                + " are no longer the limit."),
                        Why.holds(
                                "WebFlux blocks no thread while it waits: a few event loops serve all connections. A"
                                        + " virtual thread that waits keeps only its frames in the heap. Both are"
                                        + " limited by the clients, so they reach the same throughput.",
                                "webflux",
                                "virtual"),
                        Why.fails(
                                "Clients, service and server share the processors. When these are busy, no server"
                                        + " comes near clients / delay, and the processor time per request decides:"
                                        + " servers then differ that would be equal on a larger machine.",
                                "bound",
                                "proportion",
                                "webflux",
                                "virtual")));
    }
}
