package dev.loomweight.threadcost.weight;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureInfo;
import java.util.List;

/** What makes the figures of a capture mean something else than they seem to. */
final class WeightFindings {

    /** Half of one huge page of x86-64 per hundred threads. */
    private static final long NOTABLE_HUGE_PAGE_BYTES_EACH = 10 * 1024;

    private WeightFindings() {}

    /** What the collector itself says of its end. */
    static void addTo(List<Finding> findings, String subject, CaptureInfo info) {
        if (info.threadsRan() > 0 && info.threadsRan() < info.threadsAsked()) {
            findings.add(new Finding(
                    "fewerThreads",
                    Severity.PROBLEM,
                    "Only " + Amounts.count(info.threadsRan()) + " of " + Amounts.count(info.threadsAsked()) + " "
                            + subject + " threads were asleep; the figures are of those.",
                    info.status(),
                    "Ask for fewer threads or frames, or raise the limit that the message names (ulimit -u, ulimit -v,"
                            + " pids.max, vm.max_map_count, memory)."));
        } else if (!info.status().equals(CaptureInfo.COMPLETE) && !info.end().wasKilledForMemory()) {
            // That the kernel killed it is a finding of its own.
            findings.add(new Finding(
                    "captureIncomplete",
                    Severity.PROBLEM,
                    "The capture " + subject + " is not complete.",
                    "Its collector's last word: " + info.status() + ".",
                    "What is in it is shown; for the rest, capture again."));
        }
    }

    static void addTo(List<Finding> findings, ThreadGrowth cost) {
        long huge = cost.after().hugePageBytes() - cost.before().hugePageBytes();
        if (huge > NOTABLE_HUGE_PAGE_BYTES_EACH * cost.threads()) {
            findings.add(new Finding(
                    "hugePages",
                    Severity.WARNING,
                    Amounts.bytes(huge) + " of what the " + cost.subject()
                            + " threads added lie in transparent huge pages.",
                    "With huge pages set to always, the kernel may back a stack of which 20 KB are used by 2 MB.",
                    "Set /sys/kernel/mm/transparent_hugepage/enabled to madvise, or start the JVM with"
                            + " -XX:-UseTransparentHugePages on a JDK that has JDK-8303215."));
        }
    }
}
