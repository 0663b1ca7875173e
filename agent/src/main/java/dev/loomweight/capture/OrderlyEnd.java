package dev.loomweight.capture;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/**
 * The end of a program before its time, as by a signal, in this order: all work that must end well is stopped, it is
 * waited for, and then what exists only while the program runs is removed. Shutdown hooks of the JVM run at the same time,
 * so that one would remove what another still writes; this is the one hook for all of them.
 */
public final class OrderlyEnd {

    /** How long work is waited for; what takes longer has written its capture before. */
    private static final long MAX_WAIT_SECONDS = 60;

    private static final Set<Entry> WORK = new LinkedHashSet<>();
    private static final Set<Entry> LEFT = new LinkedHashSet<>();
    private static boolean hooked;
    private static boolean ending;
    private static boolean removing;

    private OrderlyEnd() {}

    /** What the end of the program has to do with; forgotten when it is closed. */
    public static final class Entry implements AutoCloseable {
        private final Set<Entry> all;
        private final Runnable action;

        private Entry(Set<Entry> all, Runnable action) {
            this.all = all;
            this.action = action;
        }

        @Override
        public void close() {
            forget(all, this);
        }
    }

    private static synchronized void forget(Set<Entry> all, Entry entry) {
        all.remove(entry);
        OrderlyEnd.class.notifyAll();
    }

    /** What makes something. */
    public interface Making<X extends Exception> {

        /** Makes it. */
        void make() throws X;
    }

    /**
     * Work for which the end of the program waits, until it is closed.
     *
     * @param stop tells the work to end early; at once if the program is ending; must not block
     * @throws CancellationException if it is too late to begin anything
     */
    public static Entry awaiting(Runnable stop) {
        Entry work = new Entry(WORK, stop);
        boolean late;
        synchronized (OrderlyEnd.class) {
            requireOpen();
            WORK.add(work);
            late = ending;
        }
        if (late) {
            stop.run();
        }
        return work;
    }

    /**
     * Makes something that goes with the program, unless it is removed and the entry is closed before.
     *
     * @param making makes it; what is made elsewhere meanwhile waits
     * @param remove removes it, on another thread; must not throw
     * @throws CancellationException if it is too late to make anything
     */
    public static <X extends Exception> Entry removing(Making<X> making, Runnable remove) throws X {
        Entry left = new Entry(LEFT, remove);
        synchronized (OrderlyEnd.class) {
            requireOpen();
            making.make();
            LEFT.add(left);
        }
        return left;
    }

    /** Whether the program is ending: what has not begun need not. */
    public static synchronized boolean isEnding() {
        return ending;
    }

    private static void requireOpen() {
        if (!hooked && !removing) {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(OrderlyEnd::end, "loomweight-end"));
                hooked = true;
            } catch (IllegalStateException e) {
                // It is ending already, and nothing had begun.
                removing = true;
                ending = true;
            }
        }
        if (removing) {
            throw new CancellationException("the program is ending");
        }
    }

    private static void end() {
        TimeLimit.hurry();
        List<Entry> work;
        synchronized (OrderlyEnd.class) {
            ending = true;
            work = new ArrayList<>(WORK);
        }
        work.forEach(each -> each.action.run());
        List<Entry> left = awaitWork();
        left.reversed().forEach(each -> each.action.run());
    }

    /** Gives what is left then. */
    private static synchronized List<Entry> awaitWork() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS);
        try {
            for (long nanos = until - System.nanoTime();
                    !WORK.isEmpty() && nanos > 0;
                    nanos = until - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(OrderlyEnd.class, nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        removing = true;
        return new ArrayList<>(LEFT);
    }
}
