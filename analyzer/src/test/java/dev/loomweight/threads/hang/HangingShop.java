package dev.loomweight.threads.hang;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A shop that hangs by itself under load, up to JDK 23: it asks for prices over HTTP while it holds a monitor of its cache,
 * which pins, and who is to answer is a virtual thread that then has no carrier. It prints {@code hanging} when no price has
 * been served for a while, and ends when its standard input does.
 */
final class HangingShop {

    private static final int CUSTOMERS = 40;
    private static final int SEGMENTS = 8;

    private static final AtomicLong SERVED = new AtomicLong();
    private static final Object[] CACHE = new Object[SEGMENTS];

    private HangingShop() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < SEGMENTS; i++) {
            CACHE[i] = new Object();
        }
        InetAddress here = InetAddress.getLoopbackAddress();
        HttpServer server = HttpServer.create(new InetSocketAddress(here, 0), 100);
        URI shop = URI.create(
                "http://" + here.getHostAddress() + ":" + server.getAddress().getPort());
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/price", exchange -> {
            answer(exchange, "12");
            SERVED.incrementAndGet();
        });
        server.createContext("/order", exchange -> answer(exchange, price(shop, exchange.getRequestURI())));
        server.start();
        for (int i = 0; i < CUSTOMERS; i++) {
            int customer = i;
            Thread.startVirtualThread(() -> order(shop, customer));
        }
        long before = -1;
        while (SERVED.get() != before) {
            before = SERVED.get();
            Thread.sleep(1000);
        }
        System.out.println("hanging");
        while (System.in.read() >= 0) {
            // Until whoever started it is gone.
        }
        System.exit(0);
    }

    private static void order(URI shop, int customer) {
        for (int i = 0; ; i++) {
            get(shop.resolve("/order?" + (customer + i)));
        }
    }

    private static String price(URI shop, URI order) {
        int article = Integer.parseInt(order.getQuery());
        synchronized (CACHE[article % SEGMENTS]) {
            return get(shop.resolve("/price?" + article));
        }
    }

    private static String get(URI address) {
        try (InputStream in = address.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
