package dev.loomweight.capture;

import java.time.Duration;

/**
 * When snapshots are due because the limit on memory comes near, since whoever is killed for it can say nothing afterwards.
 *
 * <p>Used by one thread; what it says is safe to ask on others.
 */
public final class NearLimit {

    /** The name of a snapshot that is {@link Due#CLOSE}. */
    public static final String CLOSE_NAME = "near-limit";

    /** The name of one that is {@link Due#COMPLETE}. */
    public static final String COMPLETE_NAME = "at-limit";

    /** What is due. */
    public enum Due {
        /** Nothing. */
        NOTHING,
        /** What divides resident memory. */
        CLOSE,
        /** The same, and then all with the class histogram, which collects the complete heap, and the threads. */
        COMPLETE
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

    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();

    /** A heap of fixed size may be as large as it is for days. */
    private static final int MAX_CLOSE_LOOKS = 20;

    private static final long BETWEEN_COMPLETE_NANOS = Duration.ofMinutes(10).toNanos();

    private volatile boolean near;
    private double lastShare = HALF - STEP;
    private int close;
    private boolean complete;
    private long lastClose;
    private long lastComplete;

    /** Nothing was taken so far. */
    public NearLimit() {
        long now = System.nanoTime();
        this.lastClose = now - BETWEEN_NANOS;
        this.lastComplete = now - BETWEEN_COMPLETE_NANOS;
    }

    /** Whether snapshots follow each other as the limit comes near, so that those between must be comparable. */
    public boolean isNear() {
        return near;
    }

    /** Whether it is the name of a snapshot that was due because of the limit. */
    public static boolean isName(String snapshot) {
        return snapshot.equals(CLOSE_NAME) || snapshot.equals(COMPLETE_NAME);
    }

    /**
     * What a share asks for, which is taken to be done.
     *
     * @param share of the limit, as {@link Cgroup.MemoryLimit#chargedShare}
     * @param now {@link System#nanoTime}
     */
    public Due look(double share, long now) {
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
            taken(share, now);
            return Due.COMPLETE;
        } else if (share - lastShare >= STEP
                || (share >= NEAR && close < MAX_CLOSE_LOOKS && now - lastClose >= BETWEEN_NANOS)) {
            close += share >= NEAR ? 1 : 0;
            taken(share, now);
            return Due.CLOSE;
        }
        return Due.NOTHING;
    }

    private void taken(double share, long now) {
        lastShare = share;
        lastClose = now;
    }
}
