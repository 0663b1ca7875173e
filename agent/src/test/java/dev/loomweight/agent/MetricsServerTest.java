package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.agent.AgentOptions.Address;
import dev.loomweight.agent.ScrapeConnection.Deadlines;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server of the metrics, and clients that speak to it through bare sockets. */
@Timeout(120)
class MetricsServerTest {

    private static final Pattern LENGTH = Pattern.compile("Content-Length: (\\d+)\r\n");
    private static final byte[] LOOPBACK = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    private static final long SHORT = 100_000_000;
    private static final long LONG = 3_600_000_000_000L;
    private static final String SCRAPE = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : opened) {
            closeable.close();
        }
    }

    private MetricsServer server(String host, Deadlines deadlines, String text) throws IOException {
        MetricsServer server = MetricsServer.start(new Address(host, 0), open -> text, deadlines);
        opened.add(server);
        return server;
    }

    private MetricsServer patient() throws IOException {
        return server("127.0.0.1", new Deadlines(LONG, LONG, LONG, LONG), "a 1\n");
    }

    private Socket connect(MetricsServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        opened.add(socket);
        // A timeout of the test does not end a read.
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads one answer: its head, and as much body as that says. */
    private static String answer(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = in.read();
            assertThat(read).as("the answer ends after %s", head).isNotNegative();
            head.append((char) read);
        }
        Matcher length = LENGTH.matcher(head);
        assertThat(length.find()).as(head.toString()).isTrue();
        return head + new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8);
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aConnectionIsUsedAgain() throws IOException {
        Socket socket = connect(patient());
        for (int i = 0; i < 3; i++) {
            send(socket, SCRAPE);
            assertThat(answer(socket)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\na 1\n");
            send(socket, "GET /no HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer(socket)).startsWith("HTTP/1.1 404 ");
        }
    }

    @Test
    void requestsSentTogetherAreAnsweredInTurn() throws IOException {
        Socket socket = connect(patient());
        send(socket, SCRAPE + "\r\n" + SCRAPE.replace("/metrics", "/no") + SCRAPE + "GET /met");
        socket.shutdownOutput();
        assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
        assertThat(answer(socket)).startsWith("HTTP/1.1 404 ");
        assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
        assertThat(rest(socket)).isEmpty();
    }

    @Test
    void anAnswerLargerThanABufferIsWhole() throws IOException {
        String text = "x".repeat(5_000_000);
        MetricsServer server = server("127.0.0.1", Deadlines.USUAL, text);
        Socket socket = connect(server);
        send(socket, SCRAPE + SCRAPE);
        assertThat(answer(socket)).endsWith("\r\n\r\n" + text);
        assertThat(answer(socket)).endsWith("\r\n\r\n" + text);
    }

    @Test
    void aHeadIsAnsweredWithoutABody() throws IOException {
        Socket socket = connect(patient());
        send(socket, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(rest(socket))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nContent-Length: 4\r\n")
                .endsWith("\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /metrics HTTP/1.0\r\n\r\n", "GET /metrics HTTP/1.1\nHost: [::1]\nConnection: close\n\n"})
    void theConnectionEndsWhereTheClientWantsNoMore(String request) throws IOException {
        Socket socket = connect(patient());
        send(socket, request);
        assertThat(rest(socket)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\na 1\n");
    }

    /** The answer arrives although the client goes on to send what is never read. */
    @Test
    void whatIsTooLongIsRefusedInTime() throws IOException {
        MetricsServer server = patient();
        Socket longLine = connect(server);
        send(longLine, "GET /" + "a".repeat(20_000));
        assertThat(answer(longLine)).startsWith("HTTP/1.1 414 ");
        Socket longFields = connect(server);
        send(longFields, "GET /metrics HTTP/1.1\r\n" + "X: y\r\n".repeat(10_000));
        assertThat(answer(longFields)).startsWith("HTTP/1.1 431 ");
        Socket body = connect(server);
        send(body, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nhalf");
        assertThat(answer(body)).startsWith("HTTP/1.1 413 ");
        Socket chunks = connect(server);
        send(chunks, "POST /metrics HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
        assertThat(answer(chunks)).startsWith("HTTP/1.1 405 ");
    }

    @Test
    void aBodyIsReadUpToABoundAndNoFurther() throws IOException {
        Socket socket = connect(patient());
        send(socket, "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n");
        byte[] block = new byte[1 << 16];
        long sent = 0;
        try {
            // More than both kernels' buffers hold.
            while (sent < 1 << 30) {
                socket.getOutputStream().write(block);
                sent += block.length;
            }
        } catch (IOException e) {
            // The server has closed the connection.
        }
        assertThat(sent).isLessThan(1 << 30);
    }

    @Test
    void aHalfRequestIsToldThatItsTimeIsUp() throws IOException {
        MetricsServer server = server("127.0.0.1", new Deadlines(SHORT, LONG, LONG, SHORT), "a 1\n");
        Socket half = connect(server);
        send(half, "GET /metrics HTTP/1.1\r\nHo");
        Socket silent = connect(server);
        assertThat(rest(half)).startsWith("HTTP/1.1 408 ");
        assertThat(rest(silent)).isEmpty();
    }

    /** Each byte comes in time, the request does not. */
    @Test
    void aRequestOfSingleBytesIsToldThatItsTimeIsUp() throws IOException {
        Socket socket = connect(server("127.0.0.1", new Deadlines(SHORT, LONG, LONG, LONG), "a 1\n"));
        while (socket.getInputStream().available() == 0) {
            send(socket, "A");
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(answer(socket)).startsWith("HTTP/1.1 408 ");
    }

    @Test
    void aClientThatTakesNoAnswerIsLeft() throws IOException {
        MetricsServer server = server("127.0.0.1", new Deadlines(LONG, SHORT, LONG, LONG), "x".repeat(50_000_000));
        Socket socket = connect(server);
        send(socket, SCRAPE);
        try {
            while (socket.isConnected()) {
                send(socket, "A");
                LockSupport.parkNanos(1_000_000);
            }
        } catch (IOException e) {
            // The server has closed the connection.
        }
        assertThat(readable(() -> socket.getInputStream().readAllBytes().length))
                .isLessThan(50_000_000);
    }

    private interface Reading {
        int get() throws IOException;
    }

    /** What can be read, or 0 where the connection was reset. */
    private static int readable(Reading reading) {
        try {
            return reading.get();
        } catch (IOException e) {
            return 0;
        }
    }

    @Test
    void anIdleConnectionEnds() throws IOException {
        Socket socket = connect(server("127.0.0.1", new Deadlines(LONG, LONG, SHORT, LONG), "a 1\n"));
        send(socket, SCRAPE);
        assertThat(rest(socket)).endsWith("a 1\n");
    }

    /** The one that waits between two scrapes goes first, and the newest goes last. */
    @Test
    void theOldestConnectionsMakeRoom() throws IOException {
        MetricsServer server = patient();
        Socket half = connect(server);
        send(half, "GET /met");
        Socket idle = connect(server);
        send(idle, SCRAPE);
        assertThat(answer(idle)).endsWith("a 1\n");
        for (int i = 2; i <= MetricsServer.MAX_CONNECTIONS; i++) {
            Socket other = connect(server);
            send(other, "GET /met");
        }
        assertThat(rest(idle)).isEmpty();
        send(half, "rics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(answer(half)).endsWith("a 1\n");
    }

    /** However long all have been there: an idle machine's connections are as old as a busy one's. */
    @Test
    void oneConnectionMakesRoomForOneClient() throws IOException {
        MetricsServer server = patient();
        List<Socket> halves = new ArrayList<>();
        for (int i = 0; i < MetricsServer.MAX_CONNECTIONS; i++) {
            Socket half = connect(server);
            send(half, "GET /met");
            halves.add(half);
        }
        long passed = System.nanoTime() + 2 * MetricsServer.GRACE_NANOS;
        while (System.nanoTime() - passed < 0) {
            Thread.onSpinWait();
        }
        Socket newest = connect(server);
        send(newest, "GET /met");
        assertThat(rest(halves.removeFirst())).isEmpty();
        send(newest, "rics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(answer(newest)).endsWith("a 1\n");
        for (Socket half : halves) {
            send(half, "rics HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer(half)).endsWith("a 1\n");
        }
    }

    @Test
    void aForeignHostIsRefusedOnLoopbackAlone() throws IOException {
        String rebound = SCRAPE.replace("localhost", "evil.example:9464");
        Socket loopback = connect(patient());
        send(loopback, rebound);
        assertThat(rest(loopback)).startsWith("HTTP/1.1 421 ").doesNotContain("a 1");
        Socket open = connect(server("0.0.0.0", Deadlines.USUAL, "a 1\n"));
        send(open, rebound);
        assertThat(answer(open)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void anAddressOfTheNewKindIsServed() throws IOException {
        MetricsServer server;
        try {
            server = server("[::1]", Deadlines.USUAL, "a 1\n");
        } catch (IOException e) {
            assumeTrue(false, "this machine has no IPv6 loopback");
            return;
        }
        assertThat(server.url()).isEqualTo("http://[::1]:" + server.port() + "/metrics");
        Socket socket = new Socket(InetAddress.getByAddress(LOOPBACK), server.port());
        opened.add(socket);
        send(socket, SCRAPE.replace("localhost", "[::1]:" + server.port()));
        assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
    }

    /** An application that interrupts every thread, and one that ends the server, are both obeyed. */
    @Test
    void oneDaemonThreadServesUntilTheEnd() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        MetricsServer server = patient();
        Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
        started.removeAll(before);
        started.removeIf(other -> !other.getName().equals("loomweight-metrics"));
        assertThat(started).hasSize(1);
        Thread thread = started.iterator().next();
        assertThat(thread.isDaemon()).isTrue();
        thread.interrupt();
        Socket socket = connect(server);
        send(socket, SCRAPE);
        assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
        server.close();
        assertThat(rest(socket)).isEmpty();
        thread.join();
    }
}
