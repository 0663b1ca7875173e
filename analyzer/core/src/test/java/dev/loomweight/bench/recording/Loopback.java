package dev.loomweight.bench.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A connection of this process with itself. */
final class Loopback implements AutoCloseable {

    private static final byte[] MESSAGE = new byte[24];

    private final Socket near;
    private final Socket far;
    private final byte[] received = new byte[MESSAGE.length];

    /**
     * Connects.
     *
     * @throws IOException if there is no loopback interface
     */
    Loopback() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            near = new Socket(server.getInetAddress(), server.getLocalPort());
            far = server.accept();
        }
    }

    /** Writes a few bytes at one end and reads them at the other. */
    void send() {
        try {
            near.getOutputStream().write(MESSAGE);
            int got = far.getInputStream().readNBytes(received, 0, received.length);
            if (got < received.length) {
                throw new IOException("the loopback interface lost " + (received.length - got) + " bytes");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        near.close();
        far.close();
    }
}
