package dev.loomweight.agent;

import dev.loomweight.agent.RequestHead.BadRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. It reads a head of at most {@value #HEAD_BYTES} bytes, writes one answer, and reads the next
 * head only when that is written. Nothing in it waits: the server calls it when the socket is ready or its time is up.
 */
final class ScrapeConnection {

    /** The largest head of a request, in bytes. */
    static final int HEAD_BYTES = 8192;

    // A write from the heap goes through a direct buffer that the JDK keeps for the thread: this is its size.
    private static final int WRITE_BYTES = 16 * 1024;
    // What a refused client may still send while it reads why; more, and it loses the answer.
    private static final int DISCARD_BYTES = 256 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Deadlines deadlines;
    private final Function<RequestHead, HttpResponse> answers;
    private final ByteBuffer in = ByteBuffer.allocate(HEAD_BYTES);
    private State state = State.READING;
    private boolean reused;
    private boolean received;
    private int looked;
    private int discarded;
    private @Nullable HttpResponse answer;
    private long sinceNanos;

    private enum State {
        READING,
        WRITING,
        /** The last answer is written; what still comes in is dropped, so that the client is not reset before it reads. */
        DISCARDING,
    }

    /**
     * How long a client may take.
     *
     * @param requestNanos from its first byte, or from its connection, to the end of the head
     * @param answerNanos to take the answer
     * @param idleNanos from one request to the next
     * @param discardNanos to end a connection after its last answer
     */
    record Deadlines(long requestNanos, long answerNanos, long idleNanos, long discardNanos) {

        /** A scrape takes some milliseconds; Prometheus' own limit is 10 s, and it keeps connections between scrapes. */
        static final Deadlines USUAL = new Deadlines(5_000_000_000L, 10_000_000_000L, 300_000_000_000L, 1_000_000_000L);
    }

    ScrapeConnection(
            SocketChannel channel, SelectionKey key, Deadlines deadlines, Function<RequestHead, HttpResponse> answers) {
        this.channel = channel;
        this.key = key;
        this.deadlines = deadlines;
        this.answers = answers;
        this.sinceNanos = System.nanoTime();
    }

    /** Goes on as far as the socket allows. */
    void advance() throws IOException {
        switch (state) {
            case READING -> read();
            case WRITING -> write();
            case DISCARDING -> discard();
        }
    }

    /** Whether it waits for a client to ask again: it can be closed without harm. */
    boolean isIdle() {
        return reused && state == State.READING && in.position() == 0;
    }

    /** Since when it does what it does, by {@link System#nanoTime}. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** When its time is up, by {@link System#nanoTime}. */
    long deadlineNanos() {
        return sinceNanos
                + switch (state) {
                    case READING -> isIdle() ? deadlines.idleNanos : deadlines.requestNanos;
                    case WRITING -> deadlines.answerNanos;
                    case DISCARDING -> deadlines.discardNanos;
                };
    }

    /** Its time is up: a client in the middle of a request gets an answer, all others lose the connection. */
    void expire() throws IOException {
        if (state == State.READING && in.position() > 0) {
            begin(HttpResponse.error(408, "the request took too long", true, true));
        } else {
            close();
        }
    }

    private void read() throws IOException {
        if (received) {
            // A client that sends all its requests and no more than these gets all answers.
            received = false;
            understand();
            return;
        }
        boolean first = in.position() == 0;
        int read = channel.read(in);
        if (read < 0) {
            close();
            return;
        }
        if (first && read > 0 && reused) {
            sinceNanos = System.nanoTime();
        }
        understand();
    }

    /** Answers the request that is complete, if one is. */
    private void understand() throws IOException {
        skipEmptyLines();
        byte[] bytes = in.array();
        int end = RequestHead.end(bytes, looked, in.position());
        looked = in.position();
        if (end < 0) {
            if (!in.hasRemaining()) {
                begin(tooLarge(bytes));
            } else {
                key.interestOps(SelectionKey.OP_READ);
            }
            return;
        }
        HttpResponse answered;
        try {
            answered = answers.apply(RequestHead.parse(bytes, end));
        } catch (BadRequest e) {
            answered = HttpResponse.error(e.status(), String.valueOf(e.getMessage()), true, true);
        }
        in.flip().position(end);
        in.compact();
        looked = 0;
        begin(answered);
    }

    // Some clients send one after the request before.
    private void skipEmptyLines() {
        int empty = 0;
        while (empty < in.position() && (in.get(empty) == '\r' || in.get(empty) == '\n')) {
            empty++;
        }
        if (empty > 0) {
            in.flip().position(empty);
            in.compact();
            looked = 0;
        }
    }

    private static HttpResponse tooLarge(byte[] bytes) {
        for (byte value : bytes) {
            if (value == '\n') {
                return HttpResponse.error(
                        431, "the header fields are longer than " + HEAD_BYTES + " bytes", true, true);
            }
        }
        return HttpResponse.error(414, "the request line is longer than " + HEAD_BYTES + " bytes", true, true);
    }

    private void begin(HttpResponse begun) throws IOException {
        answer = begun;
        state = State.WRITING;
        sinceNanos = System.nanoTime();
        write();
    }

    private void write() throws IOException {
        HttpResponse written = Objects.requireNonNull(answer);
        if (!write(written.head()) || !write(written.body())) {
            key.interestOps(SelectionKey.OP_WRITE);
            return;
        }
        answer = null;
        sinceNanos = System.nanoTime();
        if (written.close()) {
            channel.shutdownOutput();
            state = State.DISCARDING;
            discard();
            return;
        }
        reused = true;
        state = State.READING;
        // What came along with the request before waits for the next round, so that no client has the server to itself.
        received = in.position() > 0;
        key.interestOps(received ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /** Whether all of it was taken. */
    private boolean write(ByteBuffer buffer) throws IOException {
        int end = buffer.limit();
        while (buffer.hasRemaining()) {
            buffer.limit(Math.min(end, buffer.position() + WRITE_BYTES));
            int written = channel.write(buffer);
            buffer.limit(end);
            if (written == 0) {
                return false;
            }
        }
        return true;
    }

    private void discard() throws IOException {
        in.clear();
        int read = channel.read(in);
        in.clear();
        discarded += Math.max(0, read);
        if (read < 0 || discarded > DISCARD_BYTES) {
            close();
        } else {
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    void close() throws IOException {
        key.cancel();
        channel.close();
    }
}
