package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The finding that pins held all carriers of a process at once, or as many as the scheduler runs. */
final class StarvedFinding {

    private static final int MAX_PLACES = 2;

    /** Waiting for a carrier for less than a millisecond is as common as being descheduled by the kernel. */
    private static final long NOTABLE_NANOS = 1_000_000;

    private StarvedFinding() {}

    /** The finding of a process that has such windows; it begins with the prefix, which names the process. */
    static Finding of(String prefix, PinSummary.OfProcess process, StarvedWindows starvation) {
        FullWindows.Total least = starvation.least();
        FullWindows.Total most = starvation.most();
        String worst = inWindows(starvation);
        String remedy = "Remove what pins there; until then, add carriers: -Djdk.virtualThreadScheduler.parallelism=N";
        long carriers = process.parallelism().carriers().known();
        if (least.nanos() == 0) {
            return new Finding(
                    "carriersPossiblyStarved",
                    most.longestNanos() < NOTABLE_NANOS ? Severity.INFO : Severity.WARNING,
                    prefix + "As many carriers were pinned at once as the scheduler runs (" + carriers
                            + "), so that other virtual threads may have waited: " + words("at most ", most) + ".",
                    "Whether others could run meanwhile is not known: " + growth(process.addsCarriers()) + ". " + worst,
                    remedy + ".");
        }
        long more = most.nanos() - least.nanos();
        return new Finding(
                "carriersStarved",
                least.longestNanos() < NOTABLE_NANOS ? Severity.INFO : Severity.PROBLEM,
                prefix + all(starvation.found()) + ", so that no other virtual thread could run: "
                        + words(more > 0 ? "at least " : "", least) + ".",
                (more > 0
                                ? "For another " + Amounts.time(more)
                                        + ", as many carriers were pinned as the scheduler runs (" + carriers
                                        + "); whether others could run then is not known: "
                                        + growth(process.addsCarriers()) + ". "
                                : "")
                        + worst,
                remedy + " and, where it is set, -Djdk.virtualThreadScheduler.maxPoolSize=N.");
    }

    /** Who was pinned in the windows, and how much of the time: of all of them, or of those that are listed. */
    private static String inWindows(StarvedWindows starvation) {
        Map<String, Long> names = starvation.byName();
        double all = Math.max(1, names.values().stream().reduce(0L, Sum::together));
        List<String> parts = new ArrayList<>();
        double rest = all;
        for (Map.Entry<String, Long> name : names.entrySet()) {
            if (parts.size() < MAX_PLACES) {
                parts.add(Amounts.percent(name.getValue() / all)
                        + (parts.isEmpty() ? " is from " : " from ")
                        + name.getKey());
                rest -= name.getValue();
            }
        }
        int more = names.size() - parts.size();
        if (more > 0) {
            parts.add(Amounts.percent(rest / all) + " from " + Amounts.count(more, "other place"));
        }
        return "Of the time that threads were pinned "
                + (starvation.isOfAll()
                        ? "in these windows"
                        : "in the longest " + Amounts.count(starvation.longest().size(), "window"))
                + ", " + String.join(", ", parts) + ".";
    }

    private static String all(FullWindows found) {
        return found.mostFull() == 1
                ? "The only carrier was pinned"
                : "All carriers (" + (found.leastFull() == found.mostFull() ? "" : found.leastFull() + " to ")
                        + found.mostFull() + ") were pinned at once";
    }

    private static String words(String bound, FullWindows.Total total) {
        return total.windows() == 1
                ? bound + "once, for " + Amounts.time(total.nanos())
                : bound + Amounts.count(total.windows()) + " times, " + Amounts.time(total.nanos())
                        + " in total, the longest " + Amounts.time(total.longestNanos());
    }

    private static String growth(boolean forWaits) {
        return "the JVM can add carriers, for " + (forWaits ? "Object.wait and file access" : "some file access")
                + ", and nothing recorded shows that it had not";
    }
}
