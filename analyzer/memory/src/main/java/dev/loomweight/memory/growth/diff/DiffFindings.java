package dev.loomweight.memory.growth.diff;

import dev.loomweight.memory.NmtReading;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The findings of a memory comparison: what makes the two sides hard to compare, and what grew of NMT alone. */
final class DiffFindings {

    private DiffFindings() {}

    /** Differences other than in memory. */
    static void contradictions(List<Finding> findings, MemoryState before, MemoryState after) {
        if (before.pid() > 0 && after.pid() > 0 && before.pid() != after.pid()) {
            findings.add(remark(
                    "processesDiffer",
                    "The processes differ: " + before.pid() + " before, " + after.pid() + " after.",
                    "The differences are not the growth of one process."));
        }
        Instant earlier = before.time();
        Instant later = after.time();
        if (earlier != null && later != null && later.isBefore(earlier)) {
            findings.add(warning(
                    "orderReversed",
                    "The second input (" + after.name() + ", " + later + ") is older than the first (" + before.name()
                            + ", " + earlier + ").",
                    "Growth and shrinkage are swapped.",
                    "Give them in the other order."));
        }
        String jdk = before.jdk();
        if (jdk != null && after.jdk() != null && !Objects.equals(jdk, after.jdk())) {
            findings.add(remark(
                    "jdksDiffer",
                    "The JDKs differ: " + jdk + " before, " + after.jdk() + " after.",
                    "Categories and call sites can have other names and frames on another JDK."));
        }
        if (before.nmt() == null ^ after.nmt() == null) {
            findings.add(warning(
                    "nmtMissing",
                    (before.nmt() == null ? before : after).name() + " (" + (before.nmt() == null ? "before" : "after")
                            + ") has no NMT report.",
                    "Native memory can be compared only if both sides have one.",
                    ""));
        } else if (before.isDetail() != after.isDetail()) {
            findings.add(warning(
                    "levelsDiffer",
                    "The NMT report is a " + level(before) + " before and a " + level(after) + " after.",
                    "Call sites can be compared only if both are in detail.",
                    "Use jcmd PID VM.native_memory detail scale=b for both."));
        }
        if (before.reports().size() > 1 || after.reports().size() > 1) {
            findings.add(warning(
                    "severalReports",
                    "An input has several NMT reports; the last of each input is compared.",
                    "",
                    "Give an input alone to compare its first report with its last."));
        }
    }

    private static String level(MemoryState state) {
        return state.isDetail() ? "detail report" : "summary";
    }

    /** How exact the figures are. */
    static void rounding(List<Finding> findings, NmtReport difference) {
        if (difference.scale() > 1) {
            findings.add(warning(
                    "amountsRounded",
                    "The JVM rounded the amounts to " + Amounts.bytes(difference.scale()) + ".",
                    "Smaller changes do not show, and each change is off by up to that much.",
                    "Use scale=b."));
        }
    }

    /**
     * Which category of NMT grew most, where there is nothing but NMT to compare: committed memory, so it is no measure of
     * what grew in a process whose resident memory is known.
     */
    static void ofNmt(List<Finding> findings, NmtReport difference) {
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
        String summary = "Of NMT's categories, " + most.name() + " grew most: " + Amounts.bytes(change(most))
                + " committed, " + Amounts.percent((double) change(most) / all) + " of the growth that NMT counts.";
        NmtCategory.Count threads = most.counts().get("threads");
        StringBuilder why = new StringBuilder();
        if (threads != null && threads.delta() > 0) {
            why.append(
                    threads.delta() == 1
                            ? "There is one more platform thread. "
                            : "There are " + Amounts.count(threads.delta()) + " more platform threads, "
                                    + Amounts.bytes(change(most) / threads.delta()) + " each. ");
        }
        Site site = siteOf(most.name(), difference);
        if (site != null) {
            why.append("Of its call sites, the one that grew most is ")
                    .append(ChangeTables.name(site))
                    .append(", by ")
                    .append(Amounts.bytes(NmtReading.held(site).deltaBytes()))
                    .append('.');
        }
        return new Finding("grewMost", Severity.INFO, summary, why.toString().strip(), "");
    }

    private static @Nullable Site siteOf(String category, NmtReport difference) {
        return ChangeTables.changedSites(difference).stream()
                .filter(site -> (site.category().equals(category) || isStackOf(category, site))
                        && NmtReading.held(site).deltaBytes() > 0)
                .findFirst()
                .orElse(null);
    }

    /** Stacks are a category of their own among call sites, and part of a category in the summary. */
    private static boolean isStackOf(String category, Site site) {
        return category.equals(NmtCategory.THREAD) && site.category().equals(NmtCategory.THREAD_STACK);
    }

    /** How much more of a category is committed, in bytes. */
    static long change(NmtCategory category) {
        return category.usage().committed().deltaBytes();
    }

    /** What is so of any two runs: no report begins with it. */
    private static Finding remark(String id, String summary, String explanation) {
        return new Finding(id, Severity.INFO, summary, explanation, "").ofInputs();
    }

    private static Finding warning(String id, String summary, String explanation, String solution) {
        return new Finding(id, Severity.WARNING, summary, explanation, solution);
    }
}
