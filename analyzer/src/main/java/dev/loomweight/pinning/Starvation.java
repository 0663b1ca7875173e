package dev.loomweight.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.scheduler.FullCarriers;
import dev.loomweight.scheduler.FullCarriers.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The windows in which pins held as many carriers as the scheduler runs at once, to the nanosecond. The pool can have more
 * carriers than that: only where pins and waits hold all that there can have been is it certain that no other virtual
 * thread could run.
 *
 * @param found the windows
 * @param shares how much of each of the longest windows each site was pinned, in nanoseconds: the sums of its threads
 */
record Starvation(FullCarriers found, Map<Window, Map<PinSite, Long>> shares) {

    /** So many of the longest windows are listed, and have sites. */
    static final int MOST_LISTED = 5000;

    /** The windows of one process; none if its number of carriers is not known. */
    static Starvation of(PinSummary.OfProcess process, long carriers) {
        FullCarriers found = FullCarriers.in(process.occupancy(), carriers);
        return new Starvation(found, shares(process, mostListed(found.windows())));
    }

    /** In the order of time. */
    List<Window> windows() {
        return found.windows();
    }

    private static Map<Window, Map<PinSite, Long>> shares(PinSummary.OfProcess process, List<Window> longest) {
        List<Window> windows = new ArrayList<>(longest);
        windows.sort((one, other) -> Long.compare(one.fromNanos(), other.fromNanos()));
        Map<Window, Map<PinSite, Long>> shares = new HashMap<>();
        long[] ends = new long[windows.size()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = windows.get(i).toNanos();
            shares.put(windows.get(i), new HashMap<>());
        }
        if (ends.length > 0) {
            process.times().forEach((from, to, group) -> {
                PinSite site = process.siteOf().get(group, from, to);
                int found = Arrays.binarySearch(ends, from);
                // The first window that ends later than the pin begins.
                int i = found >= 0 ? found + 1 : -found - 1;
                for (; site != null && i < ends.length && windows.get(i).fromNanos() < to; i++) {
                    Window window = windows.get(i);
                    if (window.fullNanos() > 0 || group.lane() != Pins.Lane.COMPENSATED) {
                        long within = Math.min(to, ends[i]) - Math.max(from, window.fromNanos());
                        Objects.requireNonNull(shares.get(window)).merge(site, within, Sum::together);
                    }
                }
            });
        }
        return shares;
    }

    /**
     * Some windows together.
     *
     * @param windows how many
     * @param nanos how long they are together, in nanoseconds
     * @param longestNanos the longest, in nanoseconds
     */
    record Total(int windows, long nanos, long longestNanos) {

        private Total and(long more) {
            return more == 0 ? this : new Total(windows + 1, nanos + more, Math.max(longestNanos, more));
        }
    }

    /** What is certain: no other virtual thread could run. */
    Total least() {
        Total all = new Total(0, 0, 0);
        for (Window window : windows()) {
            all = all.and(window.fullNanos());
        }
        return all;
    }

    /** The most that it can have been. */
    Total most() {
        Total all = new Total(0, 0, 0);
        for (Window window : windows()) {
            all = all.and(window.nanos());
        }
        return all;
    }

    /** Whether no other virtual thread could run in all of them. */
    boolean isCertain() {
        return windows().stream().allMatch(Window::isCertain);
    }

    /** The longest windows that are listed: first those that are certain for longest, then the longest of the others. */
    List<Window> longest() {
        return mostListed(windows());
    }

    private static List<Window> mostListed(List<Window> windows) {
        List<Window> sorted = new ArrayList<>(windows);
        sorted.sort(Starvation::longestFirst);
        return List.copyOf(sorted.subList(0, Math.min(MOST_LISTED, sorted.size())));
    }

    private static int longestFirst(Window one, Window other) {
        int certain = Long.compare(other.fullNanos(), one.fullNanos());
        int order = certain == 0 ? Long.compare(other.nanos(), one.nanos()) : certain;
        return order == 0 ? Long.compare(one.fromNanos(), other.fromNanos()) : order;
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
