package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.pins.scheduler.FullWindows.Total;
import dev.loomweight.pins.scheduler.FullWindows.Window;
import dev.loomweight.pins.scheduler.HeldCarriers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The windows in which pins held as many carriers as the scheduler runs at once, to the nanosecond. The pool can have more
 * carriers than that: only where pins and waits hold all that there can have been is it certain that no other virtual
 * thread could run.
 *
 * @param found the windows
 * @param shares how much of each of the longest windows each site was pinned, in nanoseconds: the sums of its threads
 * @param together the same of all windows together; null where only those of the longest are known
 */
record StarvedWindows(
        FullWindows found,
        Map<Window, Map<PinSite, Long>> shares,
        @Nullable Map<PinSite, Long> together) {

    /** The windows of one process; none if its number of carriers is not known. */
    static StarvedWindows of(PinSummary.OfProcess process) {
        HeldCarriers.Windows<PinGroup> windows = process.held().windows();
        Map<Window, Map<PinSite, Long>> shares = new HashMap<>();
        for (int i = 0; i < windows.shares().size(); i++) {
            shares.put(windows.found().longest().get(i), bySite(windows.shares().get(i), process));
        }
        Map<PinGroup, Long> together = windows.together();
        return new StarvedWindows(windows.found(), shares, together == null ? null : bySite(together, process));
    }

    private static Map<PinSite, Long> bySite(Map<PinGroup, Long> groups, PinSummary.OfProcess process) {
        Map<PinSite, Long> sites = new HashMap<>();
        groups.forEach((group, nanos) -> {
            PinSite site = process.siteOf().get(group);
            if (site != null) {
                sites.merge(site, nanos, Sum::together);
            }
        });
        return sites;
    }

    /** Whether there are none. */
    boolean isEmpty() {
        return found.isEmpty();
    }

    /** What is certain: no other virtual thread could run. */
    Total least() {
        return found.least();
    }

    /** The most that it can have been. */
    Total most() {
        return found.most();
    }

    /** Whether no other virtual thread could run in all of them. */
    boolean isCertain() {
        return found.certain();
    }

    /** The longest windows that are listed: first those that are certain for longest, then the longest of the others. */
    List<Window> longest() {
        return found.longest();
    }

    /** The sites that were pinned in a window that is listed, the most pinned first. */
    List<PinSite> in(Window window) {
        return mostFirst(shares.getOrDefault(window, Map.of()));
    }

    /** Whether {@link #byName} is of all windows, and not of those alone that are listed. */
    boolean isOfAll() {
        return together != null;
    }

    /**
     * How long places were pinned in the windows, by their names, the most pinned first: in nanoseconds, the sums of their
     * threads. Of the windows that are listed where no more are known.
     */
    Map<String, Long> byName() {
        Map<PinSite, Long> all = new HashMap<>();
        if (together != null) {
            all.putAll(together);
        } else {
            shares.values().forEach(share -> share.forEach((site, nanos) -> all.merge(site, nanos, Sum::together)));
        }
        Map<String, Long> names = new HashMap<>();
        all.forEach((site, nanos) -> names.merge(site.name(), nanos, Sum::together));
        Map<String, Long> sorted = new LinkedHashMap<>();
        names.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .forEach(name -> sorted.put(name.getKey(), name.getValue()));
        return sorted;
    }

    private static List<PinSite> mostFirst(Map<PinSite, Long> share) {
        List<Map.Entry<PinSite, Long>> sorted = new ArrayList<>(share.entrySet());
        sorted.sort(StarvedWindows::mostFirst);
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
