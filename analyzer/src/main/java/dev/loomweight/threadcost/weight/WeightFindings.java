package dev.loomweight.threadcost.weight;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureInfo;
import java.util.List;

/** Findings that limit what the figures of a capture mean. */
final class WeightFindings {

    /** Half of one huge page of x86-64 per hundred threads. */
    private static final long NOTABLE_HUGE_PAGE_BYTES_EACH = 10 * 1024;

    private WeightFindings() {}

    /** Findings from the final status of the capture. */
    static void addTo(List<Finding> findings, String subject, CaptureInfo info) {
        if (info.threadsRan() > 0 && info.threadsRan() < info.threadsAsked()) {
            findings.add(new Finding(
                    "fewerThreads",
                    Severity.PROBLEM,
                    "Only " + Amounts.count(info.threadsRan()) + " of " + Amounts.count(info.threadsAsked()) + " "
                            + subject + " threads were asleep; the figures cover those.",
                    info.status(),
                    "Use fewer threads or frames, or raise the limit named in the message (ulimit -u, ulimit -v,"
                            + " pids.max, vm.max_map_count, memory)."));
        } else if (isIncomplete(info)) {
            findings.add(new Finding(
                            "captureIncomplete",
                            // The end of a capture that was stopped hides what came later, and nothing of what it has.
                            info.wasStopped() ? Severity.WARNING : Severity.PROBLEM,
                            "The capture " + subject + " is not complete.",
                            "Last status of the capture: " + info.status() + ".",
                            "The report covers what was captured; capture again for the rest.")
                    .ofInputs());
        }
    }

    /**
     * Whether it lacks what it was to have. A series of snapshots of threads that were to sleep lacks its last ones when its
     * target is killed; that of an application goes as far as the application did, and what killed it is found elsewhere.
     */
    private static boolean isIncomplete(CaptureInfo info) {
        return !info.isComplete()
                && !info.end().wasKilledForMemory()
                && (info.kind() != null || !info.goesToTheEndOfTheTarget());
    }

    static void addTo(List<Finding> findings, ThreadGrowth cost) {
        long huge = cost.after().hugePageBytes() - cost.before().hugePageBytes();
        if (huge > NOTABLE_HUGE_PAGE_BYTES_EACH * cost.threads()) {
            findings.add(new Finding(
                    "hugePages",
                    Severity.WARNING,
                    Amounts.bytes(huge) + " of the memory added by the " + cost.subject()
                            + " threads is in transparent huge pages.",
                    "If huge pages are set to \"always\", the kernel may back a stack with 2 MB although only 20 KB"
                            + " are used.",
                    "Set /sys/kernel/mm/transparent_hugepage/enabled to madvise, or start the JVM with"
                            + " -XX:-UseTransparentHugePages on a JDK with JDK-8303215."));
        }
    }
}
