package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Bar;
import dev.loomweight.experiment.Experiment.Chart;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.experiment.RankRule.End;
import dev.loomweight.experiment.RankRule.Rival;
import dev.loomweight.report.Cell;
import java.util.ArrayList;
import java.util.List;

/** What a request costs in servers that have nothing to wait for. */
final class PingExperiment {

    /** Published as 166,866.9 a second. */
    private static final long VERTX_PUBLISHED = 166_867;

    private record Server(String key, String part, String name) {

        Rival rival() {
            return new Rival(key, name);
        }
    }

    private static final Server SPRING = new Server("springTomcat", "spring-tomcat", "Spring on Tomcat");
    private static final Server VERTX = new Server("vertx", "vertx", "Vert.x on its event loop");
    private static final List<Server> SERVERS = List.of(
            SPRING,
            new Server("jdkHttpServer", "jdk-httpserver", "the JDK's HttpServer on virtual threads"),
            new Server("netty", "netty", "Netty"),
            VERTX,
            new Server("vertxVirtual", "vertx-virtual", "Vert.x on virtual threads"),
            new Server("goFasthttp", "go-fasthttp", "fasthttp in Go"));

    static final Experiment PING = new Experiment(
            "ping",
            "how many requests servers answer a second that have nothing to do for them",
            true,
            article(),
            figures(),
            List.of(new Chart(
                    "Requests a second, ranked",
                    true,
                    SERVERS.stream()
                            .map(server -> new Bar(server.key(), server.name()))
                            .toList())),
            List.of(
                    new Claim(
                            "highest",
                            "Vert.x answers the most: 166,866.9 requests a second",
                            extreme(VERTX, End.HIGHEST, "more than every other, by 5 % and more")),
                    new Claim(
                            "lowest",
                            "Spring on Tomcat answers the fewest",
                            extreme(SPRING, End.LOWEST, "fewer than every other, by 5 % and more")),
                    new Claim(
                            "go",
                            "fasthttp in Go is near Netty",
                            new ClaimRule.Ratio(
                                    "goFasthttp",
                                    "netty",
                                    new Bounds(0.75, 1.33),
                                    "near: 0.75 to 1.33 times as many"))));

    private PingExperiment() {}

    private static List<Shown> figures() {
        List<Shown> figures = new ArrayList<>();
        figures.add(Shown.of("clients", "clients"));
        figures.add(Shown.of("loadTime", "load, for each server"));
        for (Server server : SERVERS) {
            String key = server.key();
            Cell published = server.equals(VERTX) ? Cell.count(VERTX_PUBLISHED) : null;
            figures.add(new Shown(key, server.name() + ": requests a second", published, server.part()));
            figures.add(Shown.of(key + "Median", "median latency", server.part()));
            figures.add(Shown.of(key + "P99", "99 % of latencies are at most", server.part()));
            figures.add(Shown.of(key + "Errors", "errors", server.part()));
        }
        return figures;
    }

    private static ClaimRule extreme(Server one, End end, String words) {
        return new RankRule(
                one.rival(),
                SERVERS.stream()
                        .filter(server -> !server.equals(one))
                        .map(Server::rival)
                        .toList(),
                end,
                words);
    }

    private static Article article() {
        return new Article(
                List.of(
                        "Six servers answered a ping with a pong: Spring on Tomcat, the JDK's HttpServer on virtual threads,"
                                + " Netty, Vert.x on its event loop and on virtual threads, and fasthttp in Go.",
                        "Vert.x answered 166,866.9 requests a second, the most; Spring the fewest; Go was near Netty."),
                List.of(
                        "Each server has a JVM of its own, one after the other, as its library sets it up. Over loopback, a fixed"
                                + " number of clients ask again as soon as they have their answer; what asks is one process"
                                + " that has no thread for each client.",
                        "Latencies are"
                                + " corrected for coordinated omission: what a client that was kept waiting did not send counts too."),
                List.of(
                        Why.always(
                                "Nothing waits here. What is compared is the time of a processor that a request costs in each"
                                        + " server, and how many processors the server keeps busy."),
                        Why.always(
                                "The clients are on the same processors. The fewer there are, the more of them the load takes"
                                        + " from the server: figures are below those of larger machines, and fast servers come nearer"
                                        + " to each other, since both wait for the same clients."),
                        Why.always(
                                "What a request costs is what the server does with it: an event loop that reads and writes in"
                                        + " one thread hands nothing over; a server with a thread for each request hands it over and"
                                        + " back, and a framework looks for who is to answer, with what headers."),
                        Why.undecided(
                                "Runs of one server differ by a few percent, so a lead under 5 % is none. --repeat 3 shows how"
                                        + " far they differ here.",
                                "highest", "lowest", "go"),
                        Why.fails(
                                "A ranking of the fastest is one of a few microseconds a request. Versions of the libraries,"
                                        + " the number of event loops and what else runs on the processors turn it around.",
                                "highest",
                                "lowest",
                                "go")));
    }
}
