package dev.loomweight.agent;

import dev.loomweight.agent.AgentOptions.Address;
import dev.loomweight.agent.ScrapeConnection.Deadlines;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Serves metrics at {@code /metrics}: as OpenMetrics to who asks for it, else as Prometheus' older text.
 *
 * <p>The JDK's own server has a worker wait for each client that has not finished its request, and its deadlines are
 * system properties, which belong to the application. Here one daemon thread serves all connections and waits for none
 * of them; what clients can take is bounded: {@value #MAX_CONNECTIONS} connections, the size of a request, and the
 * time for each of its parts. When one more client comes, the oldest connection ends, but not before it has had a moment
 * to ask: until then the new one waits in the kernel's queue.
 */
final class MetricsServer implements AutoCloseable {

    /** How many connections there are at most. */
    static final int MAX_CONNECTIONS = 64;

    private static final int BACKLOG = 1024;
    // Where all connections are younger, 640 clients a second have their turn.
    static final long GRACE_NANOS = 100_000_000;
    private static final long FRESH_NANOS = 1_000_000_000;
    private static final long PAUSE_NANOS = 1_000_000_000;

    private final ServerSocketChannel listener;
    private final Selector selector;
    private final SelectionKey listening;
    private final MetricsPage page;
    private final Deadlines deadlines;
    private final String host;
    private final int port;
    private boolean full;
    private long roomNanos;
    private volatile boolean closed;

    private MetricsServer(
            ServerSocketChannel listener, Address address, Function<Boolean, String> text, Deadlines deadlines)
            throws IOException {
        this.listener = listener;
        this.deadlines = deadlines;
        this.host = address.host();
        InetSocketAddress bound = (InetSocketAddress) listener.getLocalAddress();
        this.port = bound.getPort();
        this.page = new MetricsPage(
                text, new AllowedHosts(bound.getAddress().isLoopbackAddress(), address.host()), FRESH_NANOS);
        this.selector = Selector.open();
        listener.configureBlocking(false);
        this.listening = listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Begins to serve; on another port where that one is taken.
     *
     * @param text writes the metrics; the argument is whether as OpenMetrics
     * @throws IOException if no port can be had at that host
     */
    static MetricsServer start(Address address, Function<Boolean, String> text) throws IOException {
        return start(address, text, Deadlines.USUAL);
    }

    static MetricsServer start(Address address, Function<Boolean, String> text, Deadlines deadlines)
            throws IOException {
        ServerSocketChannel listener = bind(address);
        try {
            MetricsServer server = new MetricsServer(listener, address, text, deadlines);
            Thread.ofPlatform().daemon().name("loomweight-metrics").start(server::serve);
            return server;
        } catch (IOException | RuntimeException | Error e) {
            listener.close();
            throw e;
        }
    }

    private static ServerSocketChannel bind(Address address) throws IOException {
        InetAddress host = InetAddress.getByName(address.host());
        try {
            return bind(new InetSocketAddress(host, address.port()));
        } catch (BindException e) {
            return bind(new InetSocketAddress(host, 0));
        }
    }

    private static ServerSocketChannel bind(InetSocketAddress address) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            return listener.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    private void serve() {
        try (selector;
                listener) {
            while (!closed) {
                try {
                    round();
                } catch (IOException | RuntimeException | Error e) {
                    // The application is out of memory or of file descriptors.
                    release();
                }
            }
            connections().forEach(MetricsServer::end);
        } catch (IOException | ClosedSelectorException e) {
            // It ends anyway.
        }
    }

    private void round() throws IOException {
        selector.select(millisToNextDeadline());
        // An application may interrupt all threads that it finds.
        Thread.interrupted();
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isValid() && key.attachment() instanceof ScrapeConnection connection) {
                attend(connection, ScrapeConnection::advance);
            }
        }
        boolean comes = selector.selectedKeys().contains(listening);
        selector.selectedKeys().clear();
        long now = System.nanoTime();
        for (ScrapeConnection connection : connections()) {
            if (connection.deadlineNanos() - now <= 0) {
                attend(connection, ScrapeConnection::expire);
            }
        }
        if (comes || (full && roomNanos - now <= 0)) {
            accept();
        }
    }

    /** What is done to a connection. */
    private interface Step {
        void take(ScrapeConnection connection) throws IOException;
    }

    private static void attend(ScrapeConnection connection, Step step) {
        try {
            step.take(connection);
        } catch (IOException | RuntimeException e) {
            // The client went, in the midst of something or not.
            end(connection);
        }
    }

    /** Takes all clients that there is room for. A connection makes room only for a client that is there. */
    private void accept() {
        full = false;
        while (true) {
            List<ScrapeConnection> connections = connections();
            ScrapeConnection leaving = connections.size() < MAX_CONNECTIONS ? null : oldest(connections);
            if (leaving != null && !mayLeave(leaving)) {
                full = true;
                listening.interestOps(0);
                return;
            }
            SocketChannel channel;
            try {
                channel = listener.accept();
            } catch (IOException e) {
                release();
                return;
            }
            if (channel == null) {
                listening.interestOps(SelectionKey.OP_ACCEPT);
                return;
            }
            if (leaving != null) {
                end(leaving);
            }
            begin(channel);
        }
    }

    /** The one that makes room first. */
    private static ScrapeConnection oldest(List<ScrapeConnection> connections) {
        return Collections.min(
                connections,
                Comparator.comparing((ScrapeConnection connection) -> !connection.isIdle())
                        .thenComparing(ScrapeConnection::sinceNanos, (a, b) -> Long.signum(a - b)));
    }

    /** Whether a connection can make room now; where not, {@link #roomNanos} says when. */
    private boolean mayLeave(ScrapeConnection oldest) {
        roomNanos = oldest.sinceNanos() + GRACE_NANOS;
        return oldest.isIdle() || roomNanos - System.nanoTime() <= 0;
    }

    private void begin(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            ScrapeConnection connection = new ScrapeConnection(channel, key, deadlines, page::answer);
            key.attach(connection);
            // Its request is often there already.
            attend(connection, ScrapeConnection::advance);
        } catch (IOException | RuntimeException e) {
            close(channel);
        }
    }

    /** Gives back what the application may be out of, and waits so that a failure that stays costs nothing. */
    private void release() {
        try {
            connections().forEach(MetricsServer::end);
            // Only a selection gives closed channels back.
            selector.selectNow();
        } catch (IOException | RuntimeException | Error e) {
            // The next round tries again.
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private List<ScrapeConnection> connections() {
        List<ScrapeConnection> connections = new ArrayList<>();
        for (SelectionKey key : selector.keys()) {
            if (key.isValid() && key.attachment() instanceof ScrapeConnection connection) {
                connections.add(connection);
            }
        }
        return connections;
    }

    /** 0, for no deadline, where there is no connection. */
    private long millisToNextDeadline() {
        long now = System.nanoTime();
        long nanos = full ? roomNanos - now : Long.MAX_VALUE;
        for (ScrapeConnection connection : connections()) {
            nanos = Math.min(nanos, connection.deadlineNanos() - now);
        }
        return nanos == Long.MAX_VALUE ? 0 : Math.max(1, nanos / 1_000_000 + 1);
    }

    private static void end(ScrapeConnection connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // It is closed as far as it can be.
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed as far as it can be.
        }
    }

    int port() {
        return port;
    }

    String url() {
        boolean bare = host.contains(":") && !host.startsWith("[");
        return "http://" + (bare ? "[" + host + "]" : host) + ":" + port + "/metrics";
    }

    /** Ends it, soon: the thread that serves closes what it has. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }
}
