package dev.loomweight.samples.experiment.server;

import dev.loomweight.samples.experiment.Child;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A service that takes its time, for as many callers at once as there are: each answer is due at a time of its own, and
 * no thread waits for it.
 *
 * <p>Arguments: the least and the most that an answer takes, in milliseconds, all between being as likely, and how many
 * bytes it has. Prints {@code port} and its number. Asked for {@code /mean}, it answers with the average duration of its answers.
 */
public final class SlowService {

    static final String MEAN = "/mean";

    private final long least;
    private final long most;
    private final ByteBuf body;
    private final LongAdder answers = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    private SlowService(long least, long most, int bytes) {
        this.least = least;
        this.most = most;
        this.body = Unpooled.unreleasableBuffer(
                Unpooled.wrappedBuffer("x".repeat(bytes).getBytes(NettyServer.ASCII)));
    }

    /**
     * Serves until its input ends.
     *
     * @param args three numbers
     * @throws Exception if it cannot listen
     */
    public static void main(String[] args) throws Exception {
        SlowService service = new SlowService(
                TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[0])),
                TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[1])),
                Integer.parseInt(args[2]));
        NettyServer server = NettyServer.start(0, service::answer);
        System.out.println("port " + server.port());
        Child.endWithTheParent();
    }

    /**
     * Starts one in a process of its own.
     *
     * @param leastMillis the least that an answer takes
     * @param mostMillis the most
     * @param bytes how many each answer has
     * @throws IOException if it does not start
     */
    static Started start(long leastMillis, long mostMillis, int bytes) throws IOException {
        Child child = Child.jvm(
                SlowService.class,
                List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC"),
                Long.toString(leastMillis),
                Long.toString(mostMillis),
                Integer.toString(bytes));
        return new Started(child, Integer.parseInt(child.await("port")));
    }

    /**
     * One that runs.
     *
     * @param child its process
     * @param port where it listens
     */
    record Started(Child child, int port) implements AutoCloseable {

        /** The address of its slow answers. */
        String url() {
            return "http://" + Ports.HOST + ":" + port + "/slow";
        }

        @Override
        public void close() throws IOException {
            child.close();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // An answer to a client that went away.
    private void answer(ChannelHandlerContext context, HttpRequest request) {
        if (request.uri().equals(MEAN)) {
            long mean = nanos.sum() / Math.max(1, answers.sum());
            NettyServer.answer(context, Unpooled.copiedBuffer(Long.toString(mean), NettyServer.ASCII));
            return;
        }
        long asked = System.nanoTime();
        long delay = least == most ? least : ThreadLocalRandom.current().nextLong(least, most + 1);
        context.executor()
                .schedule(
                        () -> {
                            answers.increment();
                            nanos.add(System.nanoTime() - asked);
                            NettyServer.answer(context, body.duplicate());
                        },
                        delay,
                        TimeUnit.NANOSECONDS);
    }
}
