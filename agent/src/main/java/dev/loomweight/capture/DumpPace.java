package dev.loomweight.capture;

import java.util.function.LongSupplier;

/**
 * When the next thread dump is due. A number of dumps is taken at a fixed distance. Where it is left to the budget, what
 * the last dumps have taken decides the distance: all threads were stopped for at most that share of the time, and the
 * thread that writes a dump, which stops no other, ran for at most {@value #TIMES_BUSY} times that share. The first, whose code
 * is not compiled yet, is left out. The few dumps that are to show what does not move are not further apart than usual.
 *
 * <p>Used by one thread.
 */
public final class DumpPace {

    /** How many times as long as the application may be stopped, a processor may be busy with dumps. */
    private static final int TIMES_BUSY = 20;

    /** One long dump among short ones, as when memory was collected meanwhile, need not decide for ever. */
    private static final double WEIGHT = 0.5;

    private final DumpRequest request;
    private final LongSupplier nanos;
    private int taken;
    private long dueNanos;
    private double stoppedNanos;
    private double busyNanos;

    /** @param nanos a clock, in nanoseconds */
    public DumpPace(DumpRequest request, LongSupplier nanos) {
        this.request = request;
        this.nanos = nanos;
        this.dueNanos = nanos.getAsLong();
    }

    /** Whether a dump is to be taken now. */
    public boolean isDue() {
        return !isOver() && nanos.getAsLong() - dueNanos >= 0;
    }

    /** Whether all dumps have been taken; never, where the number is left to the budget. */
    public boolean isOver() {
        return request.count() > 0 && taken >= request.count();
    }

    /** Lets one dump out that could not be taken. */
    public void missed() {
        taken++;
        dueNanos = nanos.getAsLong() + request.every().toNanos();
    }

    /**
     * Takes what a dump has taken, when it is there.
     *
     * @param tookNanos how long it was made, in nanoseconds
     * @param pausedNanos for how long of that all threads were stopped, in nanoseconds; -1 where that is not known, and all
     *     of it counts
     */
    public void taken(long tookNanos, long pausedNanos) {
        long stopped = pausedNanos < 0 ? tookNanos : pausedNanos;
        long busy = pausedNanos < 0 ? 0 : tookNanos;
        if (taken > 0) {
            // A longer one counts at once: the budget is an upper limit.
            stoppedNanos = Math.max((double) stopped, WEIGHT * stoppedNanos + (1 - WEIGHT) * stopped);
            busyNanos = Math.max((double) busy, WEIGHT * busyNanos + (1 - WEIGHT) * busy);
        }
        taken++;
        long now = nanos.getAsLong();
        if (!request.isSampled()) {
            // From the beginning of the one before, which may have taken longer than the distance.
            dueNanos = Math.max(now, dueNanos + request.every().toNanos());
            return;
        }
        double begun = Math.max(stoppedNanos, busyNanos);
        double wanted = Math.max(
                request.every().toNanos() - begun,
                Math.max(
                        stoppedNanos / request.budget() - begun,
                        busyNanos / Math.min(1, TIMES_BUSY * request.budget()) - begun));
        double longest = taken < request.needed() ? DumpRequest.USUAL_EVERY.toNanos() : wanted;
        dueNanos = now + (long) Math.max(0, Math.min(wanted, longest));
    }
}
