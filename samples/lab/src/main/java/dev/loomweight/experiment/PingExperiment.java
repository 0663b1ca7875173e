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
            "requests per second of servers with trivial work",
            true,
            article(),
            figures(),
            List.of(new Chart(
                    "Requests per second, ranked",
                    true,
                    SERVERS.stream()
                            .map(server -> new Bar(server.key(), server.name()))
                            .toList())),
            List.of(
                    new Claim(
                            "highest",
                            "Vert.x answers the most: 166,866.9 requests per second",
                            extreme(VERTX, End.HIGHEST, "at least 5 % more than every other")),
                    new Claim(
                            "lowest",
                            "Spring on Tomcat answers the fewest",
                            extreme(SPRING, End.LOWEST, "at least 5 % fewer than every other")),
                    new Claim(
                            "go",
                            "fasthttp in Go is near Netty",
                            new ClaimRule.Ratio(
                                    "goFasthttp", "netty", new Bounds(0.75, 1.33), "near: 0.75 to 1.33 times"))));

    private PingExperiment() {}

    private static List<Shown> figures() {
        List<Shown> figures = new ArrayList<>();
        figures.add(Shown.of("clients", "clients"));
        figures.add(Shown.of("loadTime", "duration of the load on each server"));
        for (Server server : SERVERS) {
            String key = server.key();
            Cell published = server.equals(VERTX) ? Cell.count(VERTX_PUBLISHED) : null;
            figures.add(new Shown(key, server.name() + ": requests per second", published, server.part()));
            figures.add(Shown.of(key + "Median", "median latency", server.part()));
            figures.add(Shown.of(key + "P99", "p99 latency", server.part()));
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
                        "Vert.x answered the most, 166,866.9 requests per second, and Spring the fewest; Go was near"
                                + " Netty."),
                List.of(
                        "Each server runs in its own JVM with the defaults of its library, one after the other. Over"
                                + " the loopback interface, a fixed number of clients send the next request as soon"
                                + " as they have their answer. All clients are one process without a thread per"
                                + " client.",
                        "Latencies are corrected for coordinated omission: requests that a waiting client could not"
                                + " send count too."),
                List.of(
                        Why.always("Nothing waits here. The comparison shows the processor time per request in each"
                                + " server, and how many processors the server keeps busy."),
                        Why.always("The clients share the processors with the server. With few processors the figures"
                                + " are lower than on larger machines, and fast servers are closer to each"
                                + " other, since all wait for the same clients."),
                        Why.always("The cost of a request is what the server does with it: an event loop reads and"
                                + " writes in one thread; a server with a thread per request hands it over"
                                + " and back; a framework looks up the handler and the headers."),
                        Why.undecided(
                                "Runs of one server differ by a few percent, so a lead below 5 % does not count."
                                        + " --repeat 3 shows the differences on this machine.",
                                "highest", "lowest", "go"),
                        Why.fails(
                                "Fast servers differ by a few microseconds per request. Versions of the libraries,"
                                        + " the number of event loops and other load on the processors change the"
                                        + " ranking.",
                                "highest",
                                "lowest",
                                "go")));
    }
}
