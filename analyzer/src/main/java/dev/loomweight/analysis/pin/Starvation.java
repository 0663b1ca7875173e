package dev.loomweight.analysis.pin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The windows in which all carriers were pinned, so that no other virtual thread could run.
 *
 * @param windows in the order of time
 * @param bySite how much of the windows each site was pinned, in nanoseconds; the sums of its threads
 */
record Starvation(List<Window> windows, Map<Site, Long> bySite) {

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
            return Instant.ofEpochSecond(0, fromNanos);
        }
    }

    /** The windows of one process; none if its number of carriers is not known. */
    static Starvation of(Timeline timeline, long carriers, List<Site> sites) {
        List<Window> windows = new ArrayList<>();
        if (carriers > 0) {
            timeline.forEach((from, to, sum) -> {
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
        Map<Site, Long> bySite = new HashMap<>();
        if (!windows.isEmpty()) {
            sites.forEach(site -> {
                long nanos = within(site.timeline(), windows);
                if (nanos > 0) {
                    bySite.put(site, nanos);
                }
            });
        }
        return new Starvation(List.copyOf(windows), bySite);
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
    static List<Site> in(Window window, List<Site> sites) {
        Map<Site, Long> nanos = new HashMap<>();
        sites.forEach(site -> nanos.put(site, within(site.timeline(), List.of(window))));
        return sites.stream()
                .filter(site -> nanos.getOrDefault(site, 0L) > 0)
                .sorted(Comparator.comparing((Site site) -> nanos.getOrDefault(site, 0L))
                        .reversed()
                        .thenComparing(Site.WORST))
                .toList();
    }

    /** How much the intervals cover of some windows, which are in the order of time. */
    private static long within(Timeline timeline, List<Window> windows) {
        long[] sum = {0};
        int[] next = {0};
        timeline.forEach((from, to, nanos) -> {
            if (nanos == 0) {
                return;
            }
            while (next[0] < windows.size() && windows.get(next[0]).toNanos <= from) {
                next[0]++;
            }
            for (int i = next[0]; i < windows.size() && windows.get(i).fromNanos < to; i++) {
                Window window = windows.get(i);
                double part = (double) (Math.min(to, window.toNanos) - Math.max(from, window.fromNanos)) / (to - from);
                sum[0] += (long) (nanos * part);
            }
        });
        return sum[0];
    }
}
