package dev.loomweight.samples.experiment.server;

import dev.loomweight.samples.experiment.Child;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads a server over HTTP: a fixed number of clients, each on a connection of its own, each of which asks again as soon
 * as it has its answer (a closed loop). It is a process of its own, and asks without a thread for each client, so that
 * what it takes of the processors is as little as can be.
 *
 * <p>Arguments: the address to ask, how many clients, for how many milliseconds after the first answer they ask before
 * it counts, and for how many it counts. Prints {@code at} and a number for every second of it, then {@link Totals}.
 */
public final class Load {

    private static final long SECOND = 1_000_000_000;

    /** As few as ask fast enough: a thread of Netty asks some 100,000 times in a second. */
    private static final int PROCESSORS_FOR_A_LOOP = 4;

    /** A server that takes longer than this has failed. */
    private static final int MAX_SECONDS = 60;

    private Load() {}

    /**
     * Runs the load.
     *
     * @param args four: address, clients, milliseconds, milliseconds
     * @throws Exception if it cannot be run; a server that does not answer is counted instead
     */
    public static void main(String[] args) throws Exception {
        Child.endWithTheParent();
        URI uri = URI.create(args[0]);
        int count = Integer.parseInt(args[1]);
        Duration before = Duration.ofMillis(Long.parseLong(args[2]));
        Duration counted = Duration.ofMillis(Long.parseLong(args[3]));
        System.out.println(run(uri, count, before, counted).line());
    }

    /**
     * Loads a server.
     *
     * @param uri what is asked for
     * @param count how many clients there are
     * @param before for how long they ask, after the first right answer, before it counts
     * @param counted for how long it counts
     * @return what came of it, which may be nothing but errors
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    static Totals run(URI uri, int count, Duration before, Duration counted) throws InterruptedException {
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / PROCESSORS_FOR_A_LOOP);
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(threads, NioIoHandler.newFactory());
        Answers answers = new Answers(count);
        try {
            InetSocketAddress server = new InetSocketAddress(uri.getHost(), uri.getPort());
            List<Client> clients = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Client client = new Client(loops, server, uri.getRawPath(), answers);
                clients.add(client);
                client.connect();
            }
            if (answers.awaitFirst(MAX_SECONDS, TimeUnit.SECONDS)) {
                load(answers, before, counted, count);
            }
            for (Client client : clients) {
                client.stop();
            }
        } finally {
            // What the clients count, they count on these threads.
            loops.shutdownGracefully(0, MAX_SECONDS, TimeUnit.SECONDS).sync();
        }
        return answers.totals();
    }

    /**
     * Lets the clients ask for the two stretches of time. Where they got no more than an answer each, the machine is
     * busy, or the server slow: then for longer, since nothing can be said by so few.
     */
    private static void load(Answers answers, Duration before, Duration counted, int clients) {
        long began = System.nanoTime();
        sleepUntil(began + before.toNanos(), began);
        answers.begin();
        long from = System.nanoTime();
        long until = from + counted.toNanos();
        sleepUntil(until, began);
        while (answers.requests() < clients && until - from < MAX_SECONDS * SECOND) {
            until += SECOND;
            sleepUntil(until, began);
        }
        answers.end();
    }

    /** Says each second that passes since it began. */
    private static void sleepUntil(long end, long began) {
        for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            long passed = (now - began) / SECOND;
            LockSupport.parkNanos(Math.min(end, began + (passed + 1) * SECOND) - now);
            long seconds = (System.nanoTime() - began) / SECOND;
            if (seconds > passed) {
                System.out.println("at " + seconds);
            }
        }
    }
}
