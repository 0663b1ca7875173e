package dev.loomweight.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Clients of the metrics' port that do one kind of harm, all at once, until they are closed. */
final class Attacker implements AutoCloseable {

    /** What they do. */
    enum Harm {
        HALF_HEADER("GET /metrics HTTP/1.1\r\nHost: local"),
        HALF_BODY("POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nhalf"),
        SINGLE_BYTES("GET /metrics HTTP/1.1\r\nX-"),
        NO_READING("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1000)),
        HUGE_HEADERS("GET /metrics HTTP/1.1\r\n" + "X-Padding: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n".repeat(5000)),
        FOREIGN_HOST("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n".repeat(100));

        private final String request;

        Harm(String request) {
            this.request = request;
        }
    }

    private final Harm harm;
    private final int port;
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ends;

    private Attacker(Harm harm, int port) {
        this.harm = harm;
        this.port = port;
    }

    /** Begins; each client is connected and has sent its harm, or as much of it as was taken. */
    static Attacker start(Harm harm, int port, int clients) throws IOException {
        Attacker attacker = new Attacker(harm, port);
        for (int i = 0; i < clients; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            attacker.sockets.add(socket);
            attacker.threads.add(Thread.ofVirtual().start(() -> attacker.harm(socket)));
        }
        return attacker;
    }

    private void harm(Socket first) {
        Socket socket = first;
        while (!ends) {
            try (Socket used = socket) {
                used.getOutputStream().write(harm.request.getBytes(StandardCharsets.ISO_8859_1));
                while (!ends) {
                    // What is not closed gets a byte more now and then, and what is closed is opened again.
                    used.getOutputStream().write('y');
                    LockSupport.parkNanos(50_000_000);
                }
            } catch (IOException e) {
                // The server has ended this one.
            }
            try {
                socket = again();
            } catch (IOException e) {
                // The application has ended.
                return;
            }
        }
    }

    private synchronized Socket again() throws IOException {
        Socket socket = new Socket();
        if (!ends) {
            sockets.add(socket);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
        return socket;
    }

    /** Asks for the metrics under a name of the client's choice, as a browser does for a page, and gives the answer. */
    static String askAs(String host, int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            ends = true;
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
