package com.acme.service;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A service that answers from a database in its own process, a connection each, and one that all share. */
public final class Service {

    private static final String DATABASE = "jdbc:h2:mem:service;DB_CLOSE_DELAY=-1";

    private final Connection shared;

    private Service(Connection shared) {
        this.shared = shared;
    }

    /** What the database calls: it blocks as a query does that waits for a disk or another server. */
    public static long pause(long millis) throws InterruptedException {
        Thread.sleep(millis);
        return millis;
    }

    /** How long a request waits, in milliseconds: 30 unless it says otherwise. */
    private static long millis(ServerRequest request) {
        return request.query().first("millis").map(Long::valueOf).orElse(30L);
    }

    private static long ask(Connection connection, long millis) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("call pause(" + millis + ")")) {
            result.next();
            return result.getLong(1);
        }
    }

    private static void own(ServerRequest request, ServerResponse response) throws SQLException {
        try (Connection connection = DriverManager.getConnection(DATABASE)) {
            response.send(Long.toString(ask(connection, millis(request))));
        }
    }

    private void shared(ServerRequest request, ServerResponse response) throws SQLException {
        response.send(Long.toString(ask(shared, millis(request))));
    }

    private static void plain(ServerRequest request, ServerResponse response) throws InterruptedException {
        response.send(Long.toString(pause(millis(request))));
    }

    public static void main(String[] args) throws IOException, SQLException {
        try (Connection shared = DriverManager.getConnection(DATABASE);
                Statement statement = shared.createStatement()) {
            statement.execute("create alias pause for 'com.acme.service.Service.pause'");
            Service service = new Service(shared);
            WebServer server = WebServer.builder()
                    .port(0)
                    .routing(routing -> routing.get("/own", Service::own)
                            .get("/shared", service::shared)
                            .get("/plain", Service::plain))
                    .build()
                    .start();
            System.out.println("ready " + server.port());
            while (System.in.read() >= 0) {
                // Runs until its input ends.
            }
            server.stop();
        }
    }
}
