package dev.loomweight.experiment.weight;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import java.util.List;

/** Findings that limit what the figures of a capture mean. */
final class WeightFindings {

    private WeightFindings() {}

    /** Finding on threads that could not be started. */
    static void addTo(List<Finding> findings, String subject, CaptureInfo info) {
        if (info.hasFewerThreads()) {
            findings.add(new Finding(
                    "fewerThreads",
                    Severity.PROBLEM,
                    "Only " + Amounts.count(info.threadsRan()) + " of " + Amounts.count(info.threadsAsked()) + " "
                            + subject + " threads were asleep; the figures cover those.",
                    info.status(),
                    "Use fewer threads or frames, or raise the limit named in the message (ulimit -u, ulimit -v,"
                            + " pids.max, vm.max_map_count, memory)."));
        }
    }

    static void addTo(List<Finding> findings, ThreadGrowth cost) {
        long huge = cost.notableHugePageBytes();
        if (huge > 0) {
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
