package dev.loomweight.agent;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.ThreeFigures;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which pins are worth a line in the log: the first long one of each site. While an application starts, each class is
 * loaded, linked and initialized once, and threads that need the same one wait for each other: such pins of the first
 * minute are one line together. Times are those of the events. Bounded by the number of sites; safe for several threads.
 */
final class PinWarnings {

    /** How long an application starts. */
    static final long FIRST_NANOS = 60_000_000_000L;

    private final Consumer<String> log;
    private final long longerNanos;
    private final long startedNanos;
    private final int mostSites;
    private final Set<PinSite.Key> logged = new HashSet<>();
    private boolean startEnded;
    private long loadings;
    private long loadingNanos;
    private long longestNanos;
    private @Nullable PinSite longest;

    /**
     * @param log takes the lines
     * @param longerNanos pins that are shorter are not worth a line, in nanoseconds
     * @param startedNanos when the application started, in nanoseconds since 1970; 0 if that is long ago
     * @param mostSites how many sites get a line
     */
    PinWarnings(Consumer<String> log, long longerNanos, long startedNanos, int mostSites) {
        this.log = log;
        this.longerNanos = longerNanos;
        this.startedNanos = startedNanos;
        this.mostSites = mostSites;
    }

    /**
     * Takes a pin.
     *
     * @param site where
     * @param startNanos when it began, in nanoseconds since 1970
     * @param durationNanos how long it was
     */
    synchronized void add(PinSite site, long startNanos, long durationNanos) {
        if (durationNanos < longerNanos) {
            return;
        }
        if (site.cause().isOnce() && !startEnded && startNanos - startedNanos < FIRST_NANOS) {
            loadings++;
            loadingNanos += durationNanos;
            if (longest == null || durationNanos > longestNanos) {
                longest = site;
                longestNanos = durationNanos;
            }
        } else if (logged.size() < mostSites && logged.add(site.key())) {
            log.accept("virtual threads are pinned for " + time(durationNanos) + " " + where(site));
        }
    }

    /**
     * All pins that ended before a time were added.
     *
     * @param nowNanos in nanoseconds since 1970
     */
    synchronized void allUntil(long nowNanos) {
        if (nowNanos - startedNanos >= FIRST_NANOS) {
            endStart(log);
        }
    }

    /**
     * The start is over: after its minute, or when the application ends before.
     *
     * @param to takes the line, if there is one
     */
    synchronized void endStart(Consumer<String> to) {
        PinSite slowest = longest;
        if (!startEnded && slowest != null) {
            to.accept("class loading pinned virtual threads " + (loadings == 1 ? "once" : loadings + " times")
                    + " in the first minute, for " + time(loadingNanos) + " in total; the longest for "
                    + time(longestNanos) + " " + where(slowest));
        }
        startEnded = true;
    }

    private static String where(PinSite site) {
        return "(" + site.cause().id()
                + (site.holder() == null ? "" : ", held by " + site.holder())
                + (site.innermost().isEmpty() ? ") in " + site.method() : ") at " + site.innermost());
    }

    /** In ASCII, whatever charset the application's log has. */
    private static String time(long nanos) {
        return nanos < 1_000_000 ? ThreeFigures.of(nanos / 1e6) + " ms" : Durations.text(nanos);
    }
}
