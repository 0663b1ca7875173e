package dev.loomweight.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loomweight.agent.AgentOptions.Address;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Serves metrics at {@code /metrics}: as OpenMetrics to who asks for it, else as Prometheus' older text. */
final class MetricsServer implements AutoCloseable {

    private static final String OPEN = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService worker;
    private final String host;

    private MetricsServer(HttpServer server, ExecutorService worker, String host) {
        this.server = server;
        this.worker = worker;
        this.host = host;
    }

    /**
     * Begins to serve; on another port where that one is taken.
     *
     * @param text gives the metrics; told whether as OpenMetrics
     * @throws IOException if no port can be had at that host
     */
    static MetricsServer start(Address address, Function<Boolean, String> text) throws IOException {
        HttpServer server = bind(address);
        ExecutorService worker = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("loomweight-metrics").factory());
        server.setExecutor(worker);
        server.createContext("/metrics", exchange -> answer(exchange, text));
        // The server's own thread is not a daemon where the thread that starts it is none.
        server.start();
        return new MetricsServer(server, worker, address.host());
    }

    private static HttpServer bind(Address address) throws IOException {
        InetAddress host = InetAddress.getByName(address.host());
        try {
            return HttpServer.create(new InetSocketAddress(host, address.port()), 0);
        } catch (BindException e) {
            return HttpServer.create(new InetSocketAddress(host, 0), 0);
        }
    }

    private static void answer(HttpExchange exchange, Function<Boolean, String> text) throws IOException {
        try (exchange) {
            String accept = String.valueOf(exchange.getRequestHeaders().getFirst("Accept"));
            boolean open = accept.contains("application/openmetrics-text");
            boolean get = exchange.getRequestMethod().equals("GET");
            if (!get || !exchange.getRequestURI().getPath().equals("/metrics")) {
                exchange.sendResponseHeaders(get ? 404 : 405, -1);
                return;
            }
            byte[] body = text.apply(open).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", open ? OPEN : PLAIN);
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/metrics";
    }

    @Override
    public void close() {
        server.stop(0);
        worker.shutdownNow();
    }
}
