package dev.loomweight.memory.diff;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtReport.Site;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What grew most, and what makes two states no plain before and after. */
final class DiffFindings {

    private DiffFindings() {}

    /** What does not fit together. */
    static void contradictions(List<Finding> findings, MemoryState before, MemoryState after) {
        if (before.pid() > 0 && after.pid() > 0 && before.pid() != after.pid()) {
            findings.add(warning(
                    "processesDiffer",
                    "These are two processes: " + before.pid() + " before, " + after.pid() + " after.",
                    "What differs is not what one process grew by.",
                    ""));
        }
        Instant earlier = before.time();
        Instant later = after.time();
        if (earlier != null && later != null && later.isBefore(earlier)) {
            findings.add(warning(
                    "orderReversed",
                    "What is named as after (" + after.name() + ", " + later
                            + ") is older than what is named as before (" + before.name() + ", " + earlier + ").",
                    "What is shown as growth was given back, and the other way round.",
                    "Name them in the other order."));
        }
        String jdk = before.jdk();
        if (jdk != null && after.jdk() != null && !Objects.equals(jdk, after.jdk())) {
            findings.add(warning(
                    "jdksDiffer",
                    "The JDKs differ: " + jdk + " before, " + after.jdk() + " after.",
                    "Categories and call sites have other names and frames on another JDK.",
                    ""));
        }
        if (before.nmt() == null ^ after.nmt() == null) {
            findings.add(warning(
                    "nmtMissing",
                    "There is no NMT report " + (before.nmt() == null ? "before" : "after") + ".",
                    "Native memory can be compared only where both have one.",
                    ""));
        } else if (before.isDetail() != after.isDetail()) {
            findings.add(warning(
                    "levelsDiffer",
                    "NMT was in " + level(before) + " before and in " + level(after) + " after.",
                    "Call sites can be compared only where both are in detail.",
                    "Ask both times with: jcmd PID VM.native_memory detail scale=b."));
        }
        if (before.reports().size() > 1 || after.reports().size() > 1) {
            findings.add(warning(
                    "severalReports",
                    "A text holds several NMT reports; the last of each is compared.",
                    "",
                    "Name a text alone to compare its first report with its last."));
        }
    }

    private static String level(MemoryState state) {
        return state.isDetail() ? "detail" : "summary";
    }

    /** What grew most, and what is to be known of the figures. */
    static void ofNmt(List<Finding> findings, NmtReport difference) {
        if (difference.scale() > 1) {
            findings.add(warning(
                    "amountsRounded",
                    "Amounts were rounded to " + Amounts.bytes(difference.scale()) + " by the JVM.",
                    "A change of less does not show, and small changes are wrong by up to as much.",
                    "Ask with scale=b."));
        }
        NmtCategory most = null;
        for (NmtCategory category : ChangeTables.changed(difference)) {
            if (change(category) >= difference.scale()) {
                most = category;
                break;
            }
        }
        if (most != null) {
            findings.add(grewMost(most, difference));
        }
    }

    private static Finding grewMost(NmtCategory most, NmtReport difference) {
        long all = difference.categories().stream()
                .mapToLong(DiffFindings::change)
                .filter(change -> change > 0)
                .sum();
        String summary = most.name() + " grew most: by " + Amounts.bytes(change(most)) + " committed, "
                + Amounts.percent((double) change(most) / all) + " of all that grew.";
        NmtCategory.Count threads = most.counts().get("threads");
        StringBuilder why = new StringBuilder();
        if (threads != null && threads.delta() > 0) {
            why.append("There are ").append(Amounts.count(threads.delta())).append(" more platform threads; ");
            why.append(Amounts.bytes(change(most) / threads.delta())).append(" each. ");
        }
        Site site = siteOf(most.name(), difference);
        if (site != null) {
            why.append("Its call site that grew most, by ")
                    .append(Amounts.bytes(ChangeTables.held(site).deltaBytes()))
                    .append(", is ")
                    .append(ChangeTables.name(site))
                    .append('.');
        }
        return new Finding("grewMost", Severity.INFO, summary, why.toString().strip(), "");
    }

    private static @Nullable Site siteOf(String category, NmtReport difference) {
        return ChangeTables.changedSites(difference).stream()
                .filter(site -> (site.category().equals(category) || isStackOf(category, site))
                        && ChangeTables.held(site).deltaBytes() > 0)
                .findFirst()
                .orElse(null);
    }

    /** Stacks have a name of their own among call sites, and are part of a category in the summary. */
    private static boolean isStackOf(String category, Site site) {
        return category.equals(NmtCategory.THREAD) && site.category().equals("Thread Stack");
    }

    private static long change(NmtCategory category) {
        return category.usage().committed().deltaBytes();
    }

    private static Finding warning(String id, String summary, String explanation, String solution) {
        return new Finding(id, Severity.WARNING, summary, explanation, solution);
    }
}
