package dev.loomweight.live;

import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.memory.growth.live.LiveGrowth;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.pins.pinning.live.LiveSite;
import java.time.Instant;
import java.util.List;

/**
 * The figures of a JVM at one moment. Events arrive up to two seconds after they happened, so the window of the figures
 * from events ended that long before.
 *
 * @param time the time
 * @param windowNanos the window of recent figures, in nanoseconds; shorter than requested at the start
 * @param carriers the carriers
 * @param held the carriers that are held now by threads that have not gone on
 * @param delays how long virtual threads waited for a carrier
 * @param pins the pins
 * @param threads the threads
 * @param memory the memory
 * @param growth what grew since the start
 * @param lostBytes what the recorder lost, in bytes, by the JVM's account
 */
public record LiveFigures(
        Instant time,
        long windowNanos,
        Carriers carriers,
        Held held,
        Delays delays,
        Pins pins,
        Threads threads,
        LiveMemory.Figures memory,
        LiveGrowth.Figures growth,
        long lostBytes) {

    /** Stands for a number that is not known. */
    public static final long UNKNOWN = -1;

    /**
     * The carriers.
     *
     * @param parallelism the number of carriers that run virtual threads at once, or {@link #UNKNOWN}
     * @param active carriers that run or look for a virtual thread, JDK 24+, or {@link #UNKNOWN}
     * @param queued virtual threads that wait for a carrier, JDK 24+, or {@link #UNKNOWN}
     * @param pinned pinned carriers, on average in the last second of the window
     * @param mostPinned the most carriers pinned at once within the window
     * @param starvedNanos the time within the window in which it is certain that all were pinned that there were
     * @param starvedTotalNanos the same since the start
     * @param mostStarvedNanos the time within the window in which as many were pinned as run at once
     * @param mostStarvedTotalNanos the same since the start
     */
    public record Carriers(
            long parallelism,
            long active,
            long queued,
            double pinned,
            double mostPinned,
            long starvedNanos,
            long starvedTotalNanos,
            long mostStarvedNanos,
            long mostStarvedTotalNanos) {}

    /**
     * The carriers that are held by virtual threads that have not gone on for some seconds: pins and native calls that have
     * not ended, which are in no event.
     *
     * @param seen how many carriers were seen, with a virtual thread or in the pool of one that had one; {@link #UNKNOWN}
     *     where nothing looks at them
     * @param carriers how many of them have a virtual thread mounted and do not run
     * @param all whether there is no other carrier, nor can there be, as far as is known: no virtual thread can run
     * @param leastNanos for how long each of them has not run, at least, in nanoseconds
     * @param mostNanos for how long the first of them has not, in nanoseconds
     * @param waiting virtual threads that are ready and wait for a carrier: as the scheduler says, else at least, by a dump;
     *     {@link #UNKNOWN} where neither is there
     * @param sites where the threads stand that hold them; without a frame where no dump shows it yet
     * @param command the command that shows who waits for whom; empty where no carrier is held
     * @param verdict what that found in the dumps that were taken; empty where it found nothing, or there is no dump yet
     */
    public record Held(
            long seen,
            long carriers,
            boolean all,
            long leastNanos,
            long mostNanos,
            long waiting,
            List<HeldThreads.Site> sites,
            String command,
            String verdict) {

        /** Nothing looks at the carriers. */
        public static final Held UNSEEN = none(UNKNOWN);

        public Held {
            sites = List.copyOf(sites);
        }

        /** None of so many carriers is held. */
        public static Held none(long seen) {
            return new Held(seen, 0, false, 0, 0, UNKNOWN, List.of(), "", "");
        }

        /** Whether there is any. */
        public boolean isAny() {
            return carriers > 0;
        }
    }

    /**
     * How long virtual threads that were ready waited for a carrier, where Loomweight's agent measures it; else all are
     * {@link #UNKNOWN}.
     *
     * @param p50Nanos the median within the window
     * @param p99Nanos the 99th percentile within the window
     * @param maxNanos the longest within the window, one that goes on included
     * @param openNanos how long a thread has been waiting now; 0 if it ran
     * @param alarms alarms since the start
     */
    public record Delays(long p50Nanos, long p99Nanos, long maxNanos, long openNanos, long alarms) {

        /** Nothing was measured. */
        public static final Delays NONE = new Delays(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

        /** Whether there are figures. */
        public boolean isKnown() {
            return maxNanos >= 0;
        }
    }

    /**
     * The pins.
     *
     * @param perSecond pins that ended per second of the window, on average
     * @param total pins since the start
     * @param sites those of the window, by total time
     * @param history pins that ended in each of the last seconds, the newest last
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
     * @param startedPerSecond virtual threads started per second of the window, on average, or {@link #UNKNOWN}
     *     where that is not recorded
     * @param started virtual threads started since the start, or {@link #UNKNOWN} where that is not recorded
     * @param ended virtual threads ended since the start, or {@link #UNKNOWN} where that is not recorded
     * @param alive virtual threads alive, or {@link #UNKNOWN} where that is not recorded or the number at the start is not known
     * @param refused virtual threads that the scheduler rejected since the start
     * @param platform platform threads, or {@link #UNKNOWN}
     * @param history virtual threads started in each of the last seconds, the newest last
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
