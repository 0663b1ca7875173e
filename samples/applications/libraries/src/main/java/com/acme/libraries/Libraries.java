package com.acme.libraries;

import com.sun.net.httpserver.HttpServer;
import groovy.lang.GroovyShell;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.sqlite.Function;

/**
 * One library in a virtual thread: {@code sqlite} calls back from native code, {@code groovy} makes its classes at run time,
 * {@code http} waits for the only connection of a pool. Each line of its input is one round.
 */
public final class Libraries {

    private static final int MILLIS = 40;

    private Libraries() {}

    /** Runs a library: {@code args[0]}. */
    public static void main(String[] args) throws Exception {
        Runnable round =
                switch (args[0]) {
                    case "sqlite" -> Libraries::query;
                    case "groovy" -> Libraries::script;
                    default -> prices();
                };
        System.out.println("ready 1");
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            in.nextLine();
            Thread.startVirtualThread(round).join();
            System.out.println("found it");
        }
        // The server would go on.
        System.exit(0);
    }

    private static void query() {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            Function.create(connection, "slow", new Slow());
            try (ResultSet rows = statement.executeQuery("select slow()")) {
                rows.next();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the database calls back. */
    private static final class Slow extends Function {
        @Override
        protected void xFunc() throws SQLException {
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                throw new SQLException(e);
            }
            result(1);
        }
    }

    /** Two ask at a time: the second waits for as long as the answer to the first takes. */
    private static Runnable prices() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        }));
        CountDownLatch never = new CountDownLatch(1);
        server.createContext("/", exchange -> {
            try {
                never.await(MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        URI price = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/price");
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(1)
                        .setMaxConnPerRoute(1)
                        .build())
                .build();
        return () -> {
            Thread other = Thread.startVirtualThread(() -> price(client, price));
            price(client, price);
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static void price(CloseableHttpClient client, URI price) {
        try {
            client.execute(new HttpGet(price), response -> null);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void script() {
        new GroovyShell().evaluate("synchronized (this) { Thread.sleep(" + MILLIS + ") }", "Prices.groovy");
    }
}
