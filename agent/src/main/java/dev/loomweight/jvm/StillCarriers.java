package dev.loomweight.jvm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carriers that stand still with a virtual thread mounted, from what is seen of each in intervals that follow each other:
 * a carrier that has used no processor time has neither ended a pin nor returned from a call, since both need some.
 *
 * <p>A thread that waits to enter a monitor can use a little: HotSpot wakes one such thread of each monitor now and then,
 * for at most a second in between, to look whether it is free. So a little is accepted, as long as every look found the
 * same virtual thread on it, or the carrier ready to run; of such a carrier a dump must show that its thread waits for a monitor ({@link Still#hasRun}).
 */
public final class StillCarriers {

    /** How long one stands still at least: a pin or a call that takes less is no reason to ask whether threads hang. */
    public static final Duration MIN_STILL_TIME = Duration.ofSeconds(3);

    /** Of an interval, one part in so many is what waking to look at a monitor takes at most. */
    private static final long PARTS = 1000;

    /** To so many looks that found it blocked there may be one that found it ready to run, as it is when it was woken. */
    private static final long LOOKS = 4;

    /** Between two intervals nothing is known. */
    private static final Duration MAX_TIME_BETWEEN = Duration.ofSeconds(1);

    private Map<Key, Open> open = new LinkedHashMap<>();
    private @Nullable Instant last;
    private int carriers;

    private record Key(long tid, String name) {}

    /**
     * A stretch of standing still that may go on.
     *
     * @param running at how many looks it was ready to run
     * @param mounted at how many it was not, and had a virtual thread mounted
     */
    private record Open(Still still, long running, long mounted) {}

    /**
     * What was seen of a carrier in an interval.
     *
     * @param tid the kernel's number of its thread, or a negative one where that is not known
     * @param name its name
     * @param wallNanos for how long it was observed, in nanoseconds
     * @param runNanos for how long it was on a processor, in nanoseconds; negative where that is not known
     * @param running at how many moments it ran or was ready to run
     * @param mounted at how many it did not, and had a virtual thread mounted
     * @param idle at how many it did not, and had none
     * @param thread the number of the virtual thread that all looks found mounted, or 0 where that is not known
     */
    public record Seen(
            long tid, String name, long wallNanos, long runNanos, long running, long mounted, long idle, long thread) {}

    /**
     * A carrier that stands still.
     *
     * @param tid the kernel's number of its thread, or a negative one where that is not known
     * @param name its name
     * @param since when it was first seen so
     * @param until when it was last seen so
     * @param ranNanos the processor time that it used meanwhile, in nanoseconds
     * @param thread the number of its virtual thread, or 0 where that is not known
     */
    public record Still(long tid, String name, Instant since, Instant until, long ranNanos, long thread) {

        /** For how long it has stood still, in nanoseconds. */
        public long nanos() {
            return Duration.between(since, until).toNanos();
        }

        /** Whether it has used some processor time, so that frames must show that its thread waits for a monitor. */
        public boolean hasRun() {
            return ranNanos > 0;
        }
    }

    /** Adds the interval that follows; one that begins before the last one ended is not counted. */
    public void add(Instant from, Instant to, List<Seen> seen) {
        Instant before = last;
        if (!from.isBefore(to) || (before != null && from.isBefore(before.minusMillis(1)))) {
            return;
        }
        boolean follows = before != null && Duration.between(before, from).compareTo(MAX_TIME_BETWEEN) <= 0;
        Map<Key, Open> next = new LinkedHashMap<>();
        carriers = 0;
        for (Seen one : seen) {
            carriers++;
            Key key = new Key(one.tid(), one.name());
            Open earlier = follows ? open.get(key) : null;
            if (one.wallNanos() <= 0) {
                // Nothing was seen of it, as when its process has just ended: it is as it was last seen.
                if (earlier != null) {
                    next.put(key, earlier);
                }
                continue;
            }
            if (earlier != null && isApart(earlier, from, to.minusNanos(one.wallNanos()))) {
                earlier = null;
            }
            if (isStill(one, earlier)) {
                next.put(key, continued(one, earlier, from, to));
            }
        }
        open = next;
        last = to;
    }

    /** Whether too long a time lies between what was seen of a carrier and the moment from which on it is seen again. */
    private static boolean isApart(Open earlier, Instant from, Instant observed) {
        Instant again = observed.isBefore(from) ? observed : from;
        return Duration.between(earlier.still.until, again).compareTo(MAX_TIME_BETWEEN) > 0;
    }

    private static boolean isStill(Seen seen, @Nullable Open earlier) {
        if (seen.runNanos() < 0 || seen.idle() > 0) {
            return false;
        }
        if (seen.runNanos() == 0 && seen.running() == 0) {
            return true;
        }
        // One that waits for a processor, on a busy machine or a throttled one, is found ready at nearly every look.
        long running = seen.running() + (earlier == null ? 0 : earlier.running);
        long mounted = seen.mounted() + (earlier == null ? 0 : earlier.mounted);
        long known = seen.thread() != 0 || seen.mounted() > 0 || earlier == null ? seen.thread() : earlier.still.thread;
        return running <= mounted / LOOKS && seen.runNanos() <= seen.wallNanos() / PARTS && known != 0;
    }

    private static Open continued(Seen seen, @Nullable Open earlier, Instant from, Instant to) {
        boolean other = earlier != null
                && earlier.still.thread != 0
                && seen.thread() != 0
                && earlier.still.thread != seen.thread();
        if (earlier == null || other) {
            Instant observed = to.minusNanos(seen.wallNanos());
            Instant since = observed.isBefore(from) ? from : observed;
            return new Open(
                    new Still(seen.tid(), seen.name(), since, to, seen.runNanos(), seen.thread()),
                    seen.running(),
                    seen.mounted());
        }
        Still still = earlier.still;
        return new Open(
                new Still(
                        seen.tid(),
                        seen.name(),
                        still.since,
                        to,
                        still.ranNanos + seen.runNanos(),
                        Math.max(still.thread, seen.thread())),
                earlier.running + seen.running(),
                earlier.mounted + seen.mounted());
    }

    /** How many carriers there were in the last interval. */
    public int carriers() {
        return carriers;
    }

    /** Those that stood still when they were last seen, for {@link #MIN_STILL_TIME} or longer; the longest first. */
    public List<Still> now() {
        List<Still> now = new ArrayList<>();
        for (Open one : open.values()) {
            if (one.mounted > 0 && one.still.nanos() >= MIN_STILL_TIME.toNanos()) {
                now.add(one.still);
            }
        }
        now.sort(Comparator.comparing(Still::since).thenComparing(Still::name));
        return now;
    }
}
