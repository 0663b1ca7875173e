package dev.loomweight.sample;

import dev.loomweight.jvm.StillCarriers;
import java.time.Instant;
import java.util.List;

/**
 * Where the time of the carriers of one process went in an interval: a stretch of {@code carriers.txt} of a capture.
 *
 * @param from when it began
 * @param to when it ended
 * @param carriers those that existed in it, also those that began or ended meanwhile
 * @param pool what the scheduler says of itself at the end of it
 * @param throttledNanos for how long the control group was throttled in it, summed over its processors as
 *     {@code cpu.stat} has it, in nanoseconds; {@link #UNKNOWN} where that cannot be read
 * @param costNanos how much processor time the collection took in the process that was observed, in nanoseconds;
 *     {@link #UNKNOWN} where it was not measured
 */
public record CarrierTimes(
        Instant from, Instant to, List<OfCarrier> carriers, Pool pool, long throttledNanos, long costNanos)
        implements Sample {

    /** Stands for a figure that is not known. */
    public static final long UNKNOWN = -1;

    public CarrierTimes {
        carriers = List.copyOf(carriers);
    }

    /**
     * One carrier in the interval. What a carrier did while it was not on a processor is a sample: at some moments it was
     * looked whether it had a virtual thread mounted and whether it ran.
     *
     * <p>The looks that are not counted as running, mounted or idle could not be decided.
     *
     * @param tid the kernel's number of the thread, in the process's own name space, or {@link #UNKNOWN}
     * @param name the thread's name, such as {@code ForkJoinPool-1-worker-1}
     * @param wallNanos for how long of the interval it existed, in nanoseconds
     * @param runNanos for how long it was on a processor, in nanoseconds; {@link #UNKNOWN} without scheduler statistics
     * @param waitNanos for how long it was ready to run and waited for a processor, in nanoseconds; {@link #UNKNOWN}
     *     without scheduler statistics
     * @param looks at how many moments it was looked
     * @param looksRunning at how many it ran or was ready to run
     * @param looksMounted at how many it did not run and had a virtual thread mounted: blocked, pinned or not
     * @param looksIdle at how many it did not run and had none
     * @param thread the number of the virtual thread that every look found mounted on it while it did not run; 0 where
     *     there were several, none, or that is not known
     */
    public record OfCarrier(
            long tid,
            String name,
            long wallNanos,
            long runNanos,
            long waitNanos,
            long looks,
            long looksRunning,
            long looksMounted,
            long looksIdle,
            long thread) {

        /** A carrier of which it is not known which virtual thread was mounted. */
        public OfCarrier(
                long tid,
                String name,
                long wallNanos,
                long runNanos,
                long waitNanos,
                long looks,
                long looksRunning,
                long looksMounted,
                long looksIdle) {
            this(tid, name, wallNanos, runNanos, waitNanos, looks, looksRunning, looksMounted, looksIdle, 0);
        }

        /** What is to be known of it to see whether it stands still. */
        public StillCarriers.Seen seen() {
            return new StillCarriers.Seen(
                    tid, name, wallNanos, runNanos, looksRunning, looksMounted, looksIdle, thread);
        }
    }

    /**
     * The scheduler's pool.
     *
     * @param parallelism how many carriers run virtual threads at once, or {@link #UNKNOWN}
     * @param size how many carriers there are, or {@link #UNKNOWN}
     * @param mounted how many have a virtual thread, or {@link #UNKNOWN}
     * @param queued how many virtual threads wait for a carrier, or {@link #UNKNOWN}
     */
    public record Pool(long parallelism, long size, long mounted, long queued) {}
}
