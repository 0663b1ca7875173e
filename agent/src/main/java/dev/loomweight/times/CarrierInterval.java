package dev.loomweight.times;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.StillCarriers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the time of the carriers went in an interval, as {@code carriers.txt} of a capture has it. Intervals that follow
 * each other can be merged without loss, since every figure of a carrier is a difference or a count.
 *
 * @param from when it began
 * @param to when it ended
 * @param carriers those that were seen in it
 * @param pool what the scheduler said at its end
 * @param throttledNanos for how long the control group was throttled in it, in nanoseconds, or {@link #UNKNOWN}
 * @param stoppedNanos for how long the JVM stopped all its threads in it, for garbage collections and at other safepoints,
 *     in nanoseconds, or {@link #UNKNOWN}
 * @param costNanos the processor time that its observation took in the process, in nanoseconds, or {@link #UNKNOWN}
 */
public record CarrierInterval(
        Instant from,
        Instant to,
        List<Row> carriers,
        Pool pool,
        long throttledNanos,
        long stoppedNanos,
        long costNanos) {

    /** A figure that is not known. */
    public static final long UNKNOWN = -1;

    public CarrierInterval {
        carriers = List.copyOf(carriers);
    }

    /**
     * One carrier. What it did while it was not on a processor is a sample: at some moments it was looked whether it had a
     * virtual thread mounted and whether it ran. The looks that are not counted as running, mounted or idle could not be
     * decided.
     *
     * @param tid the kernel's number of its thread in the name space of the process, or {@link #UNKNOWN}
     * @param name the name of its thread
     * @param wallNanos for how long of the interval it was observed, in nanoseconds
     * @param runNanos for how long it was on a processor, in nanoseconds, or {@link #UNKNOWN}
     * @param waitNanos for how long it was ready and waited for a processor, in nanoseconds, or {@link #UNKNOWN}
     * @param looks at how many moments it was looked at
     * @param running at how many it ran or was ready to run
     * @param mounted at how many it did not, and had a virtual thread mounted
     * @param idle at how many it did not, and had none
     * @param known whether it is a carrier; else it is a worker of a pool that may turn out to be the scheduler's
     * @param thread the number of the virtual thread that every look found mounted on it while it did not run; 0 where
     *     there were several, none, or the looks do not show which
     */
    public record Row(
            long tid,
            String name,
            long wallNanos,
            long runNanos,
            long waitNanos,
            long looks,
            long running,
            long mounted,
            long idle,
            boolean known,
            long thread) {

        /** A carrier of which it is not known which virtual thread was mounted. */
        public Row(
                long tid,
                String name,
                long wallNanos,
                long runNanos,
                long waitNanos,
                long looks,
                long running,
                long mounted,
                long idle,
                boolean known) {
            this(tid, name, wallNanos, runNanos, waitNanos, looks, running, mounted, idle, known, 0);
        }

        /** What the names of the workers of its pool begin with; its own name where it is not such a worker's. */
        public String pool() {
            return CarrierNames.workersOf(name);
        }

        /** What is to be known of it to see whether it stands still. */
        public StillCarriers.Seen seen() {
            return new StillCarriers.Seen(tid, name, wallNanos, runNanos, running, mounted, idle, thread);
        }

        private Row plus(Row next) {
            return new Row(
                    tid,
                    name,
                    wallNanos + next.wallNanos,
                    sum(runNanos, next.runNanos),
                    sum(waitNanos, next.waitNanos),
                    looks + next.looks,
                    running + next.running,
                    mounted + next.mounted,
                    idle + next.idle,
                    known || next.known,
                    looks == 0 ? next.thread : next.looks == 0 || next.thread == thread ? thread : 0);
        }
    }

    /**
     * The scheduler's pool; every figure can be {@link #UNKNOWN}.
     *
     * @param parallelism how many carriers are to run at once
     * @param size how many carriers there are
     * @param mounted how many of them have a virtual thread
     * @param queued how many virtual threads wait for a carrier
     */
    public record Pool(long parallelism, long size, long mounted, long queued) {

        /** Nothing is known. */
        public static final Pool NONE = new Pool(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    }

    /** A carrier's thread: numbers of the kernel are used again. */
    private record Key(long tid, String name) {}

    /**
     * This interval and the next as one. What was unknown in one of them stays unknown.
     *
     * @param next begins where this ends, or later
     */
    public CarrierInterval plus(CarrierInterval next) {
        Map<Key, Row> all = new LinkedHashMap<>();
        for (List<Row> rows : List.of(carriers, next.carriers)) {
            rows.forEach(row -> all.merge(new Key(row.tid, row.name), row, Row::plus));
        }
        return new CarrierInterval(
                from,
                next.to,
                new ArrayList<>(all.values()),
                next.pool,
                sum(throttledNanos, next.throttledNanos),
                sum(stoppedNanos, next.stoppedNanos),
                sum(costNanos, next.costNanos));
    }

    private static long sum(long one, long other) {
        return one == UNKNOWN || other == UNKNOWN ? UNKNOWN : one + other;
    }
}
