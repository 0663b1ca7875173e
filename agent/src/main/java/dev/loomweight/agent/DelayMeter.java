package dev.loomweight.agent;

import java.util.function.LongConsumer;

/**
 * How late a virtual thread is that is made ready each period, from the looks of a platform thread. Its clock stands
 * while that platform thread itself is late: a pause of the garbage collector and a machine that is busy with others
 * delay both, and are no delay of the scheduler. A pause can count as one period at most, since the thread looks no more
 * often.
 *
 * <p>Used by one thread, which gives the time.
 */
final class DelayMeter {

    private final long periodNanos;
    private final LongConsumer delays;
    private long lastNanos;
    private boolean waiting;
    private long readyNanos;
    private long lostNanos;
    private long openNanos;
    private long lateNanos;

    /**
     * @param periodNanos from one look to the next, in nanoseconds
     * @param delays takes each delay as it ends, in nanoseconds
     * @param nowNanos the time of the first look
     */
    DelayMeter(long periodNanos, LongConsumer delays, long nowNanos) {
        this.periodNanos = periodNanos;
        this.delays = delays;
        this.lastNanos = nowNanos;
    }

    /** The virtual thread is about to be made ready; not before the last one {@linkplain #look ran}. */
    void ready(long nowNanos) {
        waiting = true;
        readyNanos = nowNanos;
        lostNanos = 0;
        openNanos = 0;
    }

    /**
     * The platform thread looks.
     *
     * @param nowNanos when
     * @param ran whether the virtual thread ran since it was made ready
     * @param ranNanos when it ran; of no meaning if it did not
     * @return whether the virtual thread can be made ready again
     */
    boolean look(long nowNanos, boolean ran, long ranNanos) {
        long expected = lastNanos + periodNanos;
        lateNanos = Math.max(0, nowNanos - expected);
        lastNanos = nowNanos;
        if (!waiting) {
            return true;
        }
        if (ran) {
            waiting = false;
            openNanos = 0;
            // Lateness after it ran did not delay it.
            long lost = lostNanos + Math.max(0, Math.min(nowNanos, ranNanos) - expected);
            delays.accept(Math.max(0, ranNanos - readyNanos - lost));
            return true;
        }
        lostNanos += lateNanos;
        openNanos = Math.max(0, nowNanos - readyNanos - lostNanos);
        return false;
    }

    /** The virtual thread is lost, as when it could not be made ready: it is waited for no longer. */
    void forget() {
        waiting = false;
        openNanos = 0;
    }

    /** How long the virtual thread has been waiting at the last look, in nanoseconds; 0 if it ran. */
    long openNanos() {
        return openNanos;
    }

    /** How late the last look was itself, in nanoseconds. */
    long lateNanos() {
        return lateNanos;
    }
}
