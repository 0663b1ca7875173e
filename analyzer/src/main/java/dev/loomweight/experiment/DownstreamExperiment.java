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
            "how many requests a server answers a second that waits for a slow service",
            true,
            article(),
            figures(),
            List.of(
                    chart("Requests a second", ""),
                    chart("Platform threads during the load", "Threads"),
                    chart("99 % of latencies are at most", "P99")),
            List.of(
                    new Claim(
                            "bound",
                            "Tomcat answers its 200 threads / the service's delay: 388 requests a second of 400",
                            judged(
                                    "tomcat200",
                                    "tomcat200Bound",
                                    new Bounds(0.8, 1.05),
                                    "0.8 to 1.05 times threads / mean delay")),
                    new Claim(
                            "proportion",
                            "with more threads it answers more, in proportion: 500 of them 2.5 times as many",
                            judged(
                                    "tomcat500",
                                    "tomcat200",
                                    new Bounds(2, 2.6),
                                    "in proportion: 2 to 2.6 times as many")),
                    new Claim(
                            "webflux",
                            "WebFlux answers 964 a second with 25 threads: 2.5 times as many as Tomcat with 200",
                            judged("webflux", "tomcat200", Bounds.atLeast(2), "2 times as many and more")),
                    new Claim(
                            "virtual",
                            "Tomcat on virtual threads does as WebFlux",
                            judged(
                                    "tomcatVirtual",
                                    "webflux",
                                    new Bounds(0.9, 1.1),
                                    "the same: 0.9 to 1.1 times as many"))));

    private DownstreamExperiment() {}

    /** With fewer clients than were published, the clients are what bounds every server. */
    private static ClaimRule judged(String of, String to, Bounds range, String words) {
        return new ClaimRule.MinSize("clients", CLIENTS, new ClaimRule.Ratio(of, to, range, words));
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
        figures.add(Shown.millis("loadTime", "load, for each server", 60_000));
        figures.add(Shown.millis("serviceMean", "mean delay of the slow service", 500));
        for (Server server : SERVERS) {
            String key = server.key();
            String part = server.part();
            figures.add(new Shown(key, server.name() + ": requests a second", count(server.published()), part));
            if (server.bound()) {
                figures.add(Shown.of(key + "Bound", "threads / mean delay", part));
            }
            figures.add(Shown.of(key + "Median", "median latency", part));
            figures.add(Shown.of(key + "P99", "99 % of latencies are at most", part));
            figures.add(Shown.of(key + "Errors", "errors", part));
            figures.add(
                    new Shown(key + "Threads", "platform threads, the most", count(server.publishedThreads()), part));
        }
        return figures;
    }

    private static @Nullable Cell count(@Nullable Long published) {
        return published == null ? null : Cell.count(published);
    }

    private static Article article() {
        return new Article(
                List.of(
                        "500 clients asked a server for 60 s, and for each request the server asked a slow service, which took"
                                + " 500 ms in the mean and 1000 ms at most.",
                        "Tomcat with its 200 threads answered 388 requests a second, with 500 and more in proportion. WebFlux"
                                + " answered 964 on 25 threads, and Tomcat on virtual threads as many."),
                List.of(
                        "Clients, server and service are on one machine; each server has a JVM of its own, one after the other. On"
                                + " Tomcat Spring's RestClient asks the service, by the JDK's HttpClient; in WebFlux its WebClient.",
                        "Latencies are corrected for coordinated omission: what a client that was kept waiting did not send"
                                + " counts too. threads / mean delay is of the delay that was measured."),
                List.of(
                        Why.always(
                                "A thread that waits for the service answers nothing else: n threads and a delay of d"
                                        + " seconds are n / d requests a second at most (Little's law). 200 threads and 500 ms are"
                                        + " 400, whatever the machine."),
                        Why.always(
                                "The clients are such a bound too: each has one request under way, so nobody answers more"
                                        + " than clients / delay. With as many threads as clients, the threads are no bound any"
                                        + " more."),
                        Why.holds(
                                "WebFlux keeps no thread while it waits: a few event loops hold all connections. A virtual thread"
                                        + " waits as well, and keeps its frames in the heap. Both are bounded by the clients,"
                                        + " so they do the same.",
                                "webflux",
                                "virtual"),
                        Why.fails(
                                "Clients, service and server share the processors. Where these are busy, nobody comes near"
                                        + " clients / delay, and what decides is what a request costs: then servers differ"
                                        + " that would do the same on a larger machine.",
                                "bound",
                                "proportion",
                                "webflux",
                                "virtual")));
    }
}
