package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import dev.loomweight.samples.gallery.Virtual.Running;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Sockets read on virtual threads, which pin on no JDK. On JDK 24 and later the JDK's own threads that wait for sockets
 * (SubPoller) can pin for a moment while their class initializes. That is the JVM's own noise, to be kept apart from
 * the application's pins, and nothing to act upon.
 */
public final class Sockets implements Exhibit {

    private static final int CLIENTS = 9;

    @Override
    public void run() throws Exception {
        try (ServerSocket server = new ServerSocket(0, CLIENTS, InetAddress.getLoopbackAddress())) {
            // Off the carriers first: the classes of the network are not what this shows.
            exchange(server, Virtual.start(Thread.ofPlatform().name("first"), () -> ask(server)));
            for (int i = 0; i < CLIENTS; i++) {
                exchange(server, Virtual.start("client", () -> ask(server)));
            }
        }
    }

    private static void exchange(ServerSocket server, Running client) throws Exception {
        try (Socket socket = server.accept()) {
            Blocking.sleep(40);
            socket.getOutputStream().write('x');
        }
        client.join();
    }

    private static void ask(ServerSocket server) throws IOException {
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            if (socket.getInputStream().read() != 'x') {
                throw new IOException("not the answer");
            }
        }
    }
}
