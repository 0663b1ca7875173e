package dev.loomweight.pinning;

import dev.loomweight.sample.EpochNanos;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The windows in which all carriers were pinned, so that no other virtual thread could run.
 *
 * @param windows in the order of time
 * @param shares how much of each window each site was pinned, in nanoseconds: the sums of its threads, of the longest pins
 */
record Starvation(List<Window> windows, List<Map<PinSite, Long>> shares) {

    // Steps at the edges of a pin are covered in part; clocks of threads differ a little.
    private static final double FULL = 0.98;

    /**
     * One window.
     *
     * @param fromNanos when it begins, in nanoseconds since 1970, to the step of the timeline
     * @param toNanos when it ends
     */
    record Window(long fromNanos, long toNanos) {

        long nanos() {
            return toNanos - fromNanos;
        }

        Instant start() {
            return EpochNanos.toInstant(fromNanos);
        }
    }

    /** The windows of one process; none if its number of carriers is not known. */
    static Starvation of(PinSummary.OfProcess process, long carriers) {
        List<Window> windows = new ArrayList<>();
        if (carriers > 0) {
            process.timeline().forEach((from, to, sum) -> {
                if (sum >= FULL * carriers * (to - from)) {
                    Window last = windows.isEmpty() ? null : windows.getLast();
                    if (last != null && last.toNanos == from) {
                        windows.set(windows.size() - 1, new Window(last.fromNanos, to));
                    } else {
                        windows.add(new Window(from, to));
                    }
                }
            });
        }
        return new Starvation(List.copyOf(windows), shares(process, windows));
    }

    private static List<Map<PinSite, Long>> shares(PinSummary.OfProcess process, List<Window> windows) {
        List<Map<PinSite, Long>> shares = new ArrayList<>();
        long[] ends = new long[windows.size()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = windows.get(i).toNanos;
            shares.add(new HashMap<>());
        }
        if (ends.length > 0) {
            process.longest().forEach((from, to, group) -> {
                PinSite site = process.siteOf().get(group);
                int found = Arrays.binarySearch(ends, from);
                // The first window that ends later than the pin begins.
                int i = found >= 0 ? found + 1 : -found - 1;
                for (; site != null && i < ends.length && windows.get(i).fromNanos < to; i++) {
                    long within = Math.min(to, ends[i]) - Math.max(from, windows.get(i).fromNanos);
                    shares.get(i).merge(site, within, Long::sum);
                }
            });
        }
        return shares;
    }

    /** How long they are together, in nanoseconds. */
    long totalNanos() {
        return windows.stream().mapToLong(Window::nanos).sum();
    }

    /** The longest, in nanoseconds. */
    long longestNanos() {
        return windows.stream().mapToLong(Window::nanos).max().orElse(0);
    }

    /** The longest windows, the longest first. */
    List<Window> longest(int most) {
        return windows.stream()
                .sorted(Comparator.comparingLong(Window::nanos).reversed().thenComparingLong(Window::fromNanos))
                .limit(most)
                .toList();
    }

    /** The sites that were pinned in a window, the most pinned first. */
    List<PinSite> in(Window window) {
        // They are in the order of time, and apart.
        return mostFirst(
                shares.get(Collections.binarySearch(windows, window, Comparator.comparingLong(Window::fromNanos))));
    }

    /** The sites that were pinned in any window, the most pinned first. */
    List<PinSite> inAll() {
        Map<PinSite, Long> all = new HashMap<>();
        shares.forEach(share -> share.forEach((site, nanos) -> all.merge(site, nanos, Long::sum)));
        return mostFirst(all);
    }

    private static List<PinSite> mostFirst(Map<PinSite, Long> share) {
        return share.entrySet().stream()
                .sorted(Map.Entry.<PinSite, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey(PinSite.WORST)))
                .map(Map.Entry::getKey)
                .toList();
    }
}
