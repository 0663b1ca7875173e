package dev.loomweight.samples;

import dev.loomweight.capture.Cue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that sleep for ever: the plainest way to see what a thread weighs.
 *
 * <p>A platform thread reserves its whole stack when it starts, and has resident what it has touched. A virtual thread
 * that sleeps has no stack at all: its frames lie in the heap, in a stack chunk as large as they are. So the depth of
 * the sleep tells how the cost of each grows.
 *
 * <p>Arguments: {@code platform} or {@code virtual}, how many threads, how many frames each has below its sleep.
 */
public final class Sleepers {

    private static final long BETWEEN_LOOKS_NANOS = 1_000_000;

    /** The JVM needs a few threads to shut down and to write its recording. */
    private static final int HEADROOM = 16;

    private final Thread[] threads;
    private final Runnable sleeper;
    private final boolean virtual;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private Sleepers(boolean virtual, int count, int depth) {
        this.virtual = virtual;
        this.threads = new Thread[count];
        this.sleeper = () -> descend(depth);
    }

    /**
     * Starts the threads on a cue and keeps them until the cue to end.
     *
     * @param args the kind, the number of threads, the depth
     */
    public static void main(String[] args) throws IOException {
        boolean virtual = args[0].equals("virtual");
        int count = Integer.parseInt(args[1]);
        int depth = Integer.parseInt(args[2]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

        out.println(new Cue(Cue.Word.READY, "").line());
        Launcher.hear(in, Cue.Word.GO);
        out.println(new Cue(Cue.Word.SETTLED, new Sleepers(virtual, count, depth).start()).line());
        Launcher.hear(in, Cue.Word.END);
        System.exit(0);
    }

    /** Starts all, waits until all sleep, and says how many do and why not all. */
    private String start() {
        int started = 0;
        try {
            while (started < threads.length) {
                threads[started] = unstarted(started);
                threads[started].start();
                started++;
            }
        } catch (OutOfMemoryError e) {
            failure.compareAndSet(null, e);
            started = leaveRoom(started);
        }
        int asleep = awaitSleep(started);
        // Nothing of this sample may hold on to the threads: what keeps them alive is part of what they weigh.
        Arrays.fill(threads, null);
        Throwable reason = failure.get();
        return reason == null ? Integer.toString(asleep) : asleep + " " + reason;
    }

    private Thread unstarted(int index) {
        // Names identify the stacks of platform threads in System.map; on a virtual thread they would only add memory.
        Thread thread = virtual
                ? Thread.ofVirtual().unstarted(sleeper)
                : Thread.ofPlatform().daemon().name("sleeper-" + index).unstarted(sleeper);
        thread.setUncaughtExceptionHandler((dead, e) -> failure.compareAndSet(null, e));
        return thread;
    }

    private int leaveRoom(int started) {
        int kept = Math.max(0, started - HEADROOM);
        for (int i = kept; i < started; i++) {
            threads[i].interrupt();
        }
        return kept;
    }

    private int awaitSleep(int started) {
        int asleep = 0;
        for (int i = 0; i < started; i++) {
            Thread.State state = threads[i].getState();
            while (state != Thread.State.TIMED_WAITING && state != Thread.State.TERMINATED) {
                LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
                state = threads[i].getState();
            }
            if (state == Thread.State.TIMED_WAITING) {
                asleep++;
            }
        }
        return asleep;
    }

    /** Each frame keeps a value over its call, as frames of real code do. */
    private static int descend(int frames) {
        if (frames > 0) {
            return descend(frames - 1) + frames;
        }
        sleep();
        return 0;
    }

    private static void sleep() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            // Only a sleeper that makes room for others is interrupted, and then it is to end.
        }
    }
}
