package dev.loomweight.pins.scheduler;

import dev.loomweight.fold.Sum;
import dev.loomweight.sample.EpochNanos;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@link FullCarriers} found, however many windows there are: their sums, and the longest of them.
 *
 * @param least the windows in which it is certain that no other virtual thread could run
 * @param most all windows
 * @param certain whether it is certain of all
 * @param refuted what would be windows, if it were not certain that other virtual threads ran
 * @param leastFull the fewest carriers that were all there can have been while all were held; 0 where that never was
 * @param mostFull the most; 0 where that never was
 * @param undecidedNanos how long it cannot be decided, in nanoseconds
 * @param omittedNanos at most how much longer the windows would be with the pins that are not known one by one
 * @param longest the longest windows: first those that are certain for longest, then the longest of the others
 */
public record FullWindows(
        Total least,
        Total most,
        boolean certain,
        Refuted refuted,
        long leastFull,
        long mostFull,
        long undecidedNanos,
        long omittedNanos,
        List<Window> longest) {

    /** So many of the longest windows are listed. */
    public static final int MAX_LISTED = 250;

    /** No windows. */
    public static final FullWindows NONE =
            new FullWindows(Total.NONE, Total.NONE, true, Refuted.NONE, 0, 0, 0, 0, List.of());

    public FullWindows {
        longest = List.copyOf(longest);
    }

    /**
     * Some windows together.
     *
     * @param windows how many
     * @param nanos how long they are together, in nanoseconds
     * @param longestNanos the longest, in nanoseconds
     */
    public record Total(int windows, long nanos, long longestNanos) {

        /** None. */
        public static final Total NONE = new Total(0, 0, 0);

        private Total and(Total other) {
            return new Total(
                    windows + other.windows,
                    Sum.together(nanos, other.nanos),
                    Math.max(longestNanos, other.longestNanos));
        }

        private Total and(long more) {
            return more == 0 ? this : new Total(windows + 1, nanos + more, Math.max(longestNanos, more));
        }
    }

    /**
     * One window: stretches that are less than 0.1 ms apart.
     *
     * @param fromNanos when it begins, in nanoseconds since 1970
     * @param toNanos when it ends
     * @param nanos how long as many carriers were pinned within as run at once, in nanoseconds: without the time between its
     *     stretches
     * @param fullNanos how much of that time all carriers were held that there can have been
     */
    public record Window(long fromNanos, long toNanos, long nanos, long fullNanos) {

        /** When it begins. */
        public Instant start() {
            return EpochNanos.toInstant(fromNanos);
        }

        /** Whether no other virtual thread could run in all of it. */
        public boolean isCertain() {
            return fullNanos == nanos;
        }

        Window and(Window next) {
            return new Window(fromNanos, next.toNanos, nanos + next.nanos, fullNanos + next.fullNanos);
        }
    }

    /**
     * Times in which as many carriers were pinned as run at once, and other virtual threads ran all the same.
     *
     * @param nanos how long, in nanoseconds
     * @param signs how many times another virtual thread showed: it was about to pin a further carrier, or had just
     *     released one
     * @param longestNanos the longest time without such a sign, in nanoseconds
     */
    public record Refuted(long nanos, long signs, long longestNanos) {

        /** None. */
        public static final Refuted NONE = new Refuted(0, 0, 0);

        Refuted and(Refuted other) {
            return new Refuted(
                    Sum.together(nanos, other.nanos), signs + other.signs, Math.max(longestNanos, other.longestNanos));
        }
    }

    /** The windows of one process together. */
    public static FullWindows of(FullCarriers found) {
        Total least = Total.NONE;
        Total most = Total.NONE;
        boolean certain = true;
        for (Window window : found.windows()) {
            least = least.and(window.fullNanos());
            most = most.and(window.nanos());
            certain &= window.isCertain();
        }
        return new FullWindows(
                least,
                most,
                certain,
                found.refuted(),
                found.leastFull(),
                found.mostFull(),
                found.undecidedNanos(),
                found.omittedNanos(),
                mostListed(found.windows()));
    }

    /** These and those of another stretch of time. */
    public FullWindows and(FullWindows other) {
        List<Window> both = new ArrayList<>(longest);
        both.addAll(other.longest);
        boolean held = mostFull > 0 && other.mostFull > 0;
        return new FullWindows(
                least.and(other.least),
                most.and(other.most),
                certain && other.certain,
                refuted.and(other.refuted),
                held ? Math.min(leastFull, other.leastFull) : Math.max(leastFull, other.leastFull),
                Math.max(mostFull, other.mostFull),
                Sum.together(undecidedNanos, other.undecidedNanos),
                Sum.together(omittedNanos, other.omittedNanos),
                mostListed(both));
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return most.windows == 0;
    }

    private static List<Window> mostListed(List<Window> windows) {
        List<Window> sorted = new ArrayList<>(windows);
        sorted.sort(FullWindows::longestFirst);
        return sorted.subList(0, Math.min(MAX_LISTED, sorted.size()));
    }

    private static int longestFirst(Window one, Window other) {
        int certain = Long.compare(other.fullNanos(), one.fullNanos());
        int order = certain == 0 ? Long.compare(other.nanos(), one.nanos()) : certain;
        return order == 0 ? Long.compare(one.fromNanos(), other.fromNanos()) : order;
    }
}
