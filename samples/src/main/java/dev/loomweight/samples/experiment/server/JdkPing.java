package dev.loomweight.samples.experiment.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** Pong by the JDK's own HTTP server, each exchange on a virtual thread. */
final class JdkPing {

    private static final int OK = 200;

    private JdkPing() {}

    static RunningServer start(int port) throws IOException {
        // Without it an answer waits for the acknowledgement of its head: 40 ms on Linux.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        byte[] pong = Ping.ANSWER.getBytes(StandardCharsets.US_ASCII);
        HttpServer server = HttpServer.create(Ports.at(port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(Ping.PATH, exchange -> {
            try (exchange) {
                exchange.getResponseHeaders().set("Content-Type", "text/plain");
                exchange.sendResponseHeaders(OK, pong.length);
                exchange.getResponseBody().write(pong);
            }
        });
        server.start();
        return () -> server.getAddress().getPort();
    }
}
