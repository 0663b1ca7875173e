package dev.loomweight.live;

import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.pinning.live.LiveSite;
import java.time.Instant;
import java.util.List;

/**
 * The figures of a JVM at one moment. Events arrive up to two seconds after they happened, so the window of the figures
 * from events ended that long before.
 *
 * @param time when it was taken
 * @param windowNanos how long the window of recent figures is, in nanoseconds; shorter than asked for at the
 *     start
 * @param carriers the carriers
 * @param pins the pins
 * @param threads the threads
 * @param memory the memory
 * @param lostBytes what the recorder lost, in bytes, by the JVM's account
 */
public record LiveFigures(
        Instant time,
        long windowNanos,
        Carriers carriers,
        Pins pins,
        Threads threads,
        LiveMemory.Figures memory,
        long lostBytes) {

    /** Stands for a number that is not known. */
    public static final long UNKNOWN = -1;

    /**
     * The carriers.
     *
     * @param parallelism how many carriers run virtual threads at once, or {@link #UNKNOWN}
     * @param active how many run or look for a virtual thread, JDK 24+, or {@link #UNKNOWN}
     * @param queued how many virtual threads wait for a carrier, JDK 24+, or {@link #UNKNOWN}
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
}
