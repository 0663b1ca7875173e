package dev.loomweight.live;

import dev.loomweight.pinning.live.LiveSite;
import java.time.Instant;
import java.util.List;

/**
 * All figures of one moment. Events come up to two seconds after they happened, so what is told of them is of a window
 * that ended that long before.
 *
 * @param time when it was taken
 * @param windowNanos how long the window of recent figures is, in nanoseconds; shorter than asked for at the
 *     start
 * @param carriers the carriers
 * @param pins the pins
 * @param threads the threads
 * @param memory the memory
 * @param lostBytes what the JVM says that its recorder lost, in bytes
 */
public record Moment(
        Instant time, long windowNanos, Carriers carriers, Pins pins, Threads threads, Memory memory, long lostBytes) {

    /** Stands for a number that nothing tells. */
    public static final long UNKNOWN = -1;

    /**
     * The carriers.
     *
     * @param parallelism how many run virtual threads at once, or {@link #UNKNOWN}
     * @param active how many run one or look for one, from JDK 24 on, or {@link #UNKNOWN}
     * @param queued how many virtual threads wait for one, from JDK 24 on, or {@link #UNKNOWN}
     * @param pinned how many were pinned on average in the last second of the window
     * @param mostPinned the most that were pinned at once within the window
     * @param starvedNanos how long all were pinned at once within the window
     * @param starvedTotalNanos the same since the beginning
     */
    public record Carriers(
            long parallelism,
            long active,
            long queued,
            double pinned,
            double mostPinned,
            long starvedNanos,
            long starvedTotalNanos) {}

    /**
     * The pins.
     *
     * @param perSecond how many ended in a second of the window, on average
     * @param total how many since the beginning
     * @param sites those of the window, the costliest first
     * @param history how many ended in each of the last seconds, the newest last
     */
    public record Pins(double perSecond, long total, List<LiveSite> sites, List<Double> history) {

        public Pins {
            sites = List.copyOf(sites);
            history = List.copyOf(history);
        }
    }

    /**
     * The threads.
     *
     * @param startedPerSecond virtual threads that started in a second of the window, on average, or {@link #UNKNOWN}
     *     where that is not recorded
     * @param started how many started since the beginning, or {@link #UNKNOWN} where that is not recorded
     * @param ended how many ended since the beginning, or {@link #UNKNOWN} where that is not recorded
     * @param alive how many live, or {@link #UNKNOWN} where that is not recorded or some may have been there before
     * @param refused how many their scheduler refused since the beginning
     * @param platform how many platform threads there are, or {@link #UNKNOWN}
     * @param history how many virtual threads started in each of the last seconds, the newest last
     */
    public record Threads(
            double startedPerSecond,
            long started,
            long ended,
            long alive,
            long refused,
            long platform,
            List<Double> history) {

        public Threads {
            history = List.copyOf(history);
        }
    }

    /** Whether native memory is tracked. */
    public enum Tracking {
        /** It is. */
        ON,
        /** It is not, and cannot be switched on while the JVM runs. */
        OFF,
        /** Nothing has told yet. */
        UNKNOWN
    }

    /**
     * The memory.
     *
     * @param residentBytes resident memory, or {@link #UNKNOWN}
     * @param limitBytes the container's limit, or {@link #UNKNOWN} where there is none
     * @param residentHistory resident memory at the last moments, the newest last
     * @param tracking whether native memory is tracked
     * @param categories what is tracked, the most committed first
     * @param stacks the stacks of platform threads
     */
    public record Memory(
            long residentBytes,
            long limitBytes,
            List<Double> residentHistory,
            Tracking tracking,
            List<Category> categories,
            Stacks stacks) {

        public Memory {
            residentHistory = List.copyOf(residentHistory);
            categories = List.copyOf(categories);
        }
    }

    /**
     * One category of NMT.
     *
     * @param name as NMT prints it
     * @param reservedBytes reserved address space
     * @param committedBytes committed memory
     * @param history what was committed at the last moments, the newest last
     */
    public record Category(String name, long reservedBytes, long committedBytes, List<Double> history) {

        public Category {
            history = List.copyOf(history);
        }
    }

    /**
     * What platform threads take for their stacks, as NMT counts it.
     *
     * @param threads how many threads it counts, or {@link #UNKNOWN}
     * @param reservedBytes reserved address space, or {@link #UNKNOWN}
     * @param committedBytes committed memory, guard pages included, or {@link #UNKNOWN}
     */
    public record Stacks(long threads, long reservedBytes, long committedBytes) {

        /** Nothing tells. */
        static final Stacks UNKNOWN = new Stacks(Moment.UNKNOWN, Moment.UNKNOWN, Moment.UNKNOWN);
    }
}
