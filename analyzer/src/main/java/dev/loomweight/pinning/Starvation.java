package dev.loomweight.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.sample.EpochNanos;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The windows in which pins held as many carriers as the scheduler runs at once, to the nanosecond. Before JDK 24 the pool
 * can have more carriers than that: only where pins and waits hold as many as it may have is it certain that no other
 * virtual thread could run.
 *
 * @param windows in the order of time
 * @param shares how much of each of the longest windows each site was pinned, in nanoseconds: the sums of its threads
 * @param undecidedNanos how long, outside the windows, pins and waits together held as many carriers as the scheduler runs
 *     at once, in nanoseconds: whether the JVM had added carriers then is not recorded
 * @param omittedNanos at most how much longer the windows would be together with the pins that were too many to be
 *     retained one by one, in nanoseconds
 */
record Starvation(
        List<Window> windows, Map<Window, Map<PinSite, Long>> shares, long undecidedNanos, long omittedNanos) {

    /** So many of the longest windows are listed, and have sites. */
    static final int MOST_LISTED = 5000;

    // Steps at the edges of a pin are covered in part.
    private static final double FULL = 0.98;

    // The time in which a carrier that is released takes the next thread, which pins it again, is no end of a window.
    private static final long HANDOVER_NANOS = 100_000;

    /**
     * One window: stretches that are less than 0.1 ms apart.
     *
     * @param fromNanos when it begins, in nanoseconds since 1970
     * @param toNanos when it ends
     * @param nanos how long all carriers were pinned within, in nanoseconds: without the time between its stretches
     * @param fullNanos how much of that time all carriers were held that the pool may have
     */
    record Window(long fromNanos, long toNanos, long nanos, long fullNanos) {

        Instant start() {
            return EpochNanos.toInstant(fromNanos);
        }

        private Window and(Window next) {
            return new Window(fromNanos, next.toNanos, nanos + next.nanos, fullNanos + next.fullNanos);
        }
    }

    /** The windows of one process; none if its number of carriers is not known. */
    static Starvation of(PinSummary.OfProcess process, long carriers) {
        Found found = Found.in(process.occupancy(), carriers);
        return new Starvation(
                List.copyOf(found.windows),
                shares(process, mostListed(found.windows)),
                found.undecidedNanos,
                found.omittedNanos);
    }

    /** The windows of one process, without their sites. */
    static final class Found {
        private final List<Window> windows = new ArrayList<>();
        private long undecidedNanos;
        private long omittedNanos;

        private Found() {}

        /** Looks for times in which that many carriers are pinned, or all that the pool may have are held. */
        static Found in(Occupancy occupancy, long carriers) {
            Found found = new Found();
            if (carriers > 0) {
                List<Window> steps = fullSteps(occupancy, carriers);
                int[] next = {0};
                occupancy.forEach((from, to, pinned, waiting) -> {
                    boolean full = occupancy.isFull(pinned, waiting);
                    if (full || pinned >= carriers) {
                        while (next[0] < steps.size() && steps.get(next[0]).fromNanos <= from) {
                            found.add(steps.get(next[0]++));
                        }
                        found.add(new Window(from, to, to - from, full ? to - from : 0));
                    } else if (pinned + waiting >= carriers) {
                        found.undecidedNanos = Sum.together(found.undecidedNanos, to - from);
                    }
                });
                steps.subList(next[0], steps.size()).forEach(found::add);
                found.omittedNanos = found.omitted(occupancy, carriers);
            }
            return found;
        }

        /** Where pins are known as sums over steps only: the steps that are covered by as many as there are carriers. */
        private static List<Window> fullSteps(Occupancy occupancy, long carriers) {
            List<Window> steps = new ArrayList<>();
            occupancy.forEachStep((from, to, sum) -> {
                if (sum >= FULL * carriers * (to - from)) {
                    steps.add(new Window(from, to, to - from, 0));
                }
            });
            return steps;
        }

        /** Adds a stretch that does not begin before the last one; what both cover counts once. */
        private void add(Window stretch) {
            Window last = windows.isEmpty() ? null : windows.getLast();
            if (last != null && stretch.fromNanos < last.toNanos) {
                long to = Math.max(last.toNanos, stretch.toNanos);
                long nanos = last.nanos + to - last.toNanos;
                windows.set(
                        windows.size() - 1,
                        new Window(last.fromNanos, to, nanos, Math.min(nanos, last.fullNanos + stretch.fullNanos)));
            } else if (last != null && stretch.fromNanos - last.toNanos < HANDOVER_NANOS) {
                windows.set(windows.size() - 1, last.and(stretch));
            } else {
                windows.add(stretch);
            }
        }

        /**
         * In a step in which pins that are retained leave {@code n} carriers free, the others can fill these for no longer
         * than what they cover of it, divided by {@code n}; and for no longer than what is in no window of it.
         */
        private long omitted(Occupancy occupancy, long carriers) {
            List<long[]> steps = new ArrayList<>();
            occupancy.shorter().timeline().forEach((from, to, sum) -> {
                if (sum > 0) {
                    steps.add(new long[] {from, to, sum, 0});
                }
            });
            if (steps.isEmpty()) {
                return 0;
            }
            int[] first = {0};
            occupancy.forEach((from, to, pinned, waiting) -> {
                while (first[0] < steps.size() && steps.get(first[0])[1] <= from) {
                    first[0]++;
                }
                boolean isWindow = pinned >= carriers || occupancy.isFull(pinned, waiting);
                long held = Math.min(carriers - 1, pinned + waiting);
                for (int i = first[0]; !isWindow && i < steps.size() && steps.get(i)[0] < to; i++) {
                    steps.get(i)[3] = Math.max(steps.get(i)[3], held);
                }
            });
            long all = 0;
            int window = 0;
            for (long[] step : steps) {
                long open = step[1] - step[0];
                while (window < windows.size() && windows.get(window).toNanos <= step[0]) {
                    window++;
                }
                for (int i = window; i < windows.size() && windows.get(i).fromNanos < step[1]; i++) {
                    open -= Math.min(step[1], windows.get(i).toNanos) - Math.max(step[0], windows.get(i).fromNanos);
                }
                all = Sum.together(all, Math.min(open, step[2] / (carriers - step[3])));
            }
            return all;
        }

        List<Window> windows() {
            return windows;
        }

        long undecidedNanos() {
            return undecidedNanos;
        }

        long omittedNanos() {
            return omittedNanos;
        }
    }

    private static Map<Window, Map<PinSite, Long>> shares(PinSummary.OfProcess process, List<Window> longest) {
        List<Window> windows = new ArrayList<>(longest);
        windows.sort((one, other) -> Long.compare(one.fromNanos, other.fromNanos));
        Map<Window, Map<PinSite, Long>> shares = new HashMap<>();
        long[] ends = new long[windows.size()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = windows.get(i).toNanos;
            shares.put(windows.get(i), new HashMap<>());
        }
        if (ends.length > 0) {
            process.times().forEach((from, to, group) -> {
                PinSite site = process.siteOf().get(group, from, to);
                int found = Arrays.binarySearch(ends, from);
                // The first window that ends later than the pin begins.
                int i = found >= 0 ? found + 1 : -found - 1;
                for (; site != null && i < ends.length && windows.get(i).fromNanos < to; i++) {
                    Window window = windows.get(i);
                    if (window.fullNanos > 0 || group.lane() != Pins.Lane.COMPENSATED) {
                        long within = Math.min(to, ends[i]) - Math.max(from, window.fromNanos);
                        Objects.requireNonNull(shares.get(window)).merge(site, within, Sum::together);
                    }
                }
            });
        }
        return shares;
    }

    /** How long they are together, in nanoseconds. */
    long totalNanos() {
        long sum = 0;
        for (Window window : windows) {
            sum += window.nanos;
        }
        return sum;
    }

    /** Whether all carriers that the pool may have were held in all of them, so that no other virtual thread could run. */
    boolean isCertain() {
        for (Window window : windows) {
            if (window.fullNanos != window.nanos) {
                return false;
            }
        }
        return true;
    }

    /** The longest, in nanoseconds. */
    long longestNanos() {
        long longest = 0;
        for (Window window : windows) {
            longest = Math.max(longest, window.nanos);
        }
        return longest;
    }

    /** The longest windows that are listed, the longest first. */
    List<Window> longest() {
        return mostListed(windows);
    }

    private static List<Window> mostListed(List<Window> windows) {
        List<Window> sorted = new ArrayList<>(windows);
        sorted.sort(Starvation::longestFirst);
        return List.copyOf(sorted.subList(0, Math.min(MOST_LISTED, sorted.size())));
    }

    private static int longestFirst(Window one, Window other) {
        int order = Long.compare(other.nanos, one.nanos);
        return order == 0 ? Long.compare(one.fromNanos, other.fromNanos) : order;
    }

    /** The sites that were pinned in a window that is listed, the most pinned first. */
    List<PinSite> in(Window window) {
        return mostFirst(shares.getOrDefault(window, Map.of()));
    }

    /** The sites that were pinned in the windows that are listed, the most pinned first. */
    List<PinSite> inAll() {
        Map<PinSite, Long> all = new HashMap<>();
        shares.values().forEach(share -> share.forEach((site, nanos) -> all.merge(site, nanos, Sum::together)));
        return mostFirst(all);
    }

    private static List<PinSite> mostFirst(Map<PinSite, Long> share) {
        List<Map.Entry<PinSite, Long>> sorted = new ArrayList<>(share.entrySet());
        sorted.sort(Starvation::mostFirst);
        List<PinSite> sites = new ArrayList<>(sorted.size());
        for (Map.Entry<PinSite, Long> entry : sorted) {
            sites.add(entry.getKey());
        }
        return sites;
    }

    private static int mostFirst(Map.Entry<PinSite, Long> one, Map.Entry<PinSite, Long> other) {
        int order = other.getValue().compareTo(one.getValue());
        return order == 0 ? PinSite.WORST.compare(one.getKey(), other.getKey()) : order;
    }
}
