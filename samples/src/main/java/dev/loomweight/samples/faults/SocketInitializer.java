package dev.loomweight.samples.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * JDK-8371045: a class initializer on a virtual thread reads a socket, and more virtual threads than there are carriers use
 * the class. On JDK 22 and later on Linux the poller that is to see the input is a virtual thread and gets no carrier: with
 * {@code -Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2} it waits for ever.
 */
public final class SocketInitializer {

    private static final int USERS = 4;
    private static final long UNTIL_THEY_WAIT_MILLIS = 1000;

    private SocketInitializer() {}

    /** The address of the server, in a class of its own. */
    private static final class Server {
        private static final ServerSocket SOCKET = open();

        private static ServerSocket open() {
            try {
                return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A class whose initializer waits for the server. */
    private static final class Remote {
        private static final int ANSWER = ask();

        private static int ask() {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Server.SOCKET.getLocalPort())) {
                return socket.getInputStream().read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static void use() {
            if (ANSWER < 0) {
                throw new IllegalStateException("the server has closed the connection");
            }
        }
    }

    /** Lets the class be used, and answers when all wait. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        int port = Server.SOCKET.getLocalPort();
        threads.add(Thread.ofVirtual().name("first").start(Remote::use));
        try (Socket peer = Server.SOCKET.accept()) {
            for (int i = 0; i < USERS; i++) {
                threads.add(Thread.ofVirtual().name("user-" + i).start(Remote::use));
            }
            Thread.sleep(UNTIL_THEY_WAIT_MILLIS);
            peer.getOutputStream().write(1);
            System.out.println("answered at port " + port);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        System.out.println("all have used the class");
    }
}
