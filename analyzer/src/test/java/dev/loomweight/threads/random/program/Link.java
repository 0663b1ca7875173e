package dev.loomweight.threads.random.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Two sockets of this process that are connected. */
final class Link {

    private static final long ANSWERED_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MORE_THAN_BUFFERS = 64 << 20;

    private final Socket near;
    private final Socket far;

    Link() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            near = new Socket(server.getInetAddress(), server.getLocalPort());
            far = server.accept();
        }
    }

    /** Sends and reads for ever. */
    void ask() throws IOException {
        while (true) {
            near.getOutputStream().write(1);
            readNear();
        }
    }

    /** Answers what is asked, each a little later. */
    void answer() throws IOException {
        while (true) {
            int read = readFar();
            LockSupport.parkNanos(ANSWERED_AFTER_NANOS);
            far.getOutputStream().write(read);
        }
    }

    int readNear() throws IOException {
        return near.getInputStream().read();
    }

    int readFar() throws IOException {
        return far.getInputStream().read();
    }

    /** More than fits into the buffers, which the other side does not read. */
    void writeMuch() throws IOException {
        byte[] some = new byte[1 << 20];
        for (int i = 0; i < MORE_THAN_BUFFERS; i += some.length) {
            near.getOutputStream().write(some);
        }
    }

    /** Sends one byte to who reads near. */
    void tellNear() throws IOException {
        far.getOutputStream().write(1);
    }
}
