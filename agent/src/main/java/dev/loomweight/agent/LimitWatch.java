package dev.loomweight.agent;

import dev.loomweight.capture.Cgroup;
import dev.loomweight.capture.PidsLimits;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks at the limits of this process' control groups, since whoever is killed for them can say nothing afterwards: snapshots
 * follow each other closely as the limit on memory comes near, and one is complete.
 */
final class LimitWatch {

    /** What is done at such a moment. */
    interface Snapshots {

        /** Takes what costs the application next to nothing. */
        void close();

        /** Takes all, with the class histogram, which collects the complete heap. */
        void complete();
    }

    /** From this share of the limit on, each further step has a snapshot, however fast it comes. */
    private static final double HALF = 0.5;

    private static final double STEP = 0.1;

    /** From this share of the limit on, snapshots follow each other closely. */
    private static final double NEAR = 0.9;

    /** From this share on, one is complete. */
    private static final double AT_THE_END = 0.95;

    /** Below this share, the next approach is another one. */
    private static final double FAR = 0.8;

    private static final long LOOK_MILLIS = 100;
    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();

    /** A heap of fixed size may be as large as it is for days. */
    private static final int MOST_CLOSE = 20;

    private static final long BETWEEN_COMPLETE_NANOS = Duration.ofMinutes(10).toNanos();

    private final Cgroup.MemoryLimit memory;
    private final PidsLimits pids = new PidsLimits();
    private final Snapshots snapshots;
    private final Consumer<Map<String, Object>> facts;
    private volatile boolean near;
    private double lastShare = HALF - STEP;
    private int close;
    private boolean complete;
    private long lastClose;
    private long lastComplete;

    /**
     * Prepares it.
     *
     * @param snapshots what is done as the limit on memory comes near
     * @param facts gets what {@code capture.json} is to have of the limit on threads
     */
    LimitWatch(Cgroup.MemoryLimit memory, Snapshots snapshots, Consumer<Map<String, Object>> facts) {
        this.memory = memory;
        this.snapshots = snapshots;
        this.facts = facts;
        long now = System.nanoTime();
        this.lastClose = now - BETWEEN_NANOS;
        this.lastComplete = now - BETWEEN_COMPLETE_NANOS;
    }

    /** Whether snapshots follow each other as the limit comes near, so that those between must be comparable. */
    boolean isNear() {
        return near;
    }

    /** Looks until the application ends. */
    void run(CountDownLatch ended) throws InterruptedException {
        long pid = ProcessHandle.current().pid();
        do {
            if (pids.look(pid)) {
                facts.accept(pids.facts());
            }
            look(memory.chargedShare(), System.nanoTime());
        } while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    }

    /**
     * Does what a share asks for.
     *
     * @param share of the limit, without what the kernel frees before it kills; negative where there is no limit
     * @param now {@link System#nanoTime}
     */
    void look(double share, long now) {
        near = share >= HALF;
        if (share < FAR) {
            close = 0;
            complete = false;
        }
        if (share < HALF) {
            lastShare = HALF - STEP;
        } else if (share >= AT_THE_END && !complete && now - lastComplete >= BETWEEN_COMPLETE_NANOS) {
            complete = true;
            lastComplete = now;
            lastClose = now;
            lastShare = share;
            snapshots.complete();
        } else if (share - lastShare >= STEP
                || (share >= NEAR && close < MOST_CLOSE && now - lastClose >= BETWEEN_NANOS)) {
            close += share >= NEAR ? 1 : 0;
            lastClose = now;
            lastShare = share;
            snapshots.close();
        }
    }
}
