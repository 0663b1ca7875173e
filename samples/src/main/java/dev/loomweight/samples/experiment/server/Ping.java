package dev.loomweight.samples.experiment.server;

import dev.loomweight.samples.experiment.Stand;
import java.util.Map;

/**
 * The least that a server can do: it answers {@code pong}. What is measured is what the server itself takes of the
 * processors for a request.
 *
 * <p>Arguments: which server, how many clients, for how many milliseconds they ask before it counts, and for how many it
 * counts.
 */
public final class Ping {

    static final String PATH = "/ping";
    static final String ANSWER = "pong";

    /** The servers, by the keys of their figures. */
    private static final Map<String, Start> SERVERS = Map.of(
            "springTomcat", SpringApps::ping,
            "jdkHttpServer", JdkPing::start,
            "netty", NettyPing::start,
            "vertx", port -> VertxPing.start(port, false),
            "vertxVirtual", port -> VertxPing.start(port, true));

    private Ping() {}

    /** Starts a server at a port; 0 for any that is free. */
    private interface Start {
        RunningServer at(int port) throws Exception;
    }

    /**
     * Runs the experiment with one server.
     *
     * @param args a name and three numbers
     * @throws Exception if the server does not start, or does not answer
     */
    public static void main(String[] args) throws Exception {
        String name = args[0];
        Loaded.Plan plan = Loaded.Plan.of(args[1], args[2], args[3]);
        Start start = SERVERS.get(name);
        if (start == null) {
            throw new IllegalArgumentException("no server is called " + name);
        }
        Stand.play(0, stand -> {
            RunningServer server = start.at(Ports.own());
            measure(name, server.port(), plan, stand);
            return server;
        });
    }

    /** Sends pings to a server under load and reports the figures. */
    static void measure(String name, int port, Loaded.Plan plan, Stand stand) throws Exception {
        Loaded loaded = Loaded.load(name, port, PATH, plan, stand);
        stand.count("clients", plan.clients());
        loaded.tell(name, stand);
    }
}
