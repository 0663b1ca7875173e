package dev.loomweight.samples.experiment.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Where servers listen: on the loopback interface alone. */
final class Ports {

    /** The address of all of them. */
    static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    private static final String PROPERTY = "loomweight.port";

    private Ports() {}

    /**
     * The port of the server that is measured: the one that the user asked for, or 0 for any that is free.
     *
     * @throws IOException if the one that was asked for is taken
     */
    static int own() throws IOException {
        int port = Integer.getInteger(PROPERTY, 0);
        try (ServerSocket trial = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return trial.isBound() ? port : 0;
        } catch (BindException e) {
            throw new BindException("port " + port + " of " + HOST + " is taken; give another with --port, or none");
        }
    }

    /** An address of this machine. */
    static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
