package dev.loomweight.memory.reconcile;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the kernel killed a process for lack of memory. An exit status does not tell: it is the same after a {@code kill
 * -9}. The kernel counts such kills by control group, and a count that rose does.
 */
final class KillFindings {

    private KillFindings() {}

    /** Whether it was, beyond doubt. */
    static boolean wasKilledForMemory(ObservedProcess process) {
        return end(process).wasKilledForMemory();
    }

    static void addTo(List<Finding> findings, ObservedProcess process) {
        CaptureInfo.End end = end(process);
        if (end.wasKilledForMemory()) {
            findings.add(new Finding(
                    "killedForMemory",
                    Severity.PROBLEM,
                    "The kernel killed " + process.name() + " for lack of memory" + limited(process) + ".",
                    count(end) + last(process, end) + grown(process),
                    "Raise the limit, or lower what is largest in the table of parts or grew most; -Xmx or"
                            + " -XX:MaxRAMPercentage bounds the heap alone, and the rest needs room beside it."));
        } else if (end.kills() > 0) {
            findings.add(new Finding(
                    "killedInGroup",
                    Severity.PROBLEM,
                    "The kernel killed " + processes(end.kills()) + " of the control group of " + process.name()
                            + " for lack of memory while it was captured.",
                    count(end)
                            + (end.exitStatus() == null
                                    ? " It was another one than this, or that is not known."
                                    : " It was another one: this one ended with status " + end.exitStatus() + "."),
                    "The group's memory is shared by all its processes: raise its limit, or lower what they take."));
        } else if (end.wasKilled()) {
            findings.add(new Finding(
                    "killed",
                    Severity.WARNING,
                    process.name() + " was killed"
                            + (end.exitStatus() == null ? "" : " (status 137, as by SIGKILL)") + ", "
                            + (end.countedIn().isEmpty()
                                    ? "and whether for lack of memory is not known."
                                    : "and not by the kernel for lack of memory."),
                    end.countedIn().isEmpty()
                            ? "No control group counts the processes that the kernel kills."
                            : count(end),
                    "Somebody or something sent it SIGKILL, as kill -9, a supervisor or a container's stop after its"
                            + " time limit do: their logs tell."));
        }
    }

    private static CaptureInfo.End end(ObservedProcess process) {
        return process.info() == null ? CaptureInfo.End.UNKNOWN : process.info().end();
    }

    private static String processes(long count) {
        return count == 1 ? "a process" : count + " processes";
    }

    private static String count(CaptureInfo.End end) {
        return end.countedIn() + " counts " + end.killsAfter() + " killed, "
                + (end.kills() == 0
                        ? "as when the capture began."
                        : "and counted " + end.killsBefore() + " when the capture began.");
    }

    private static String limited(ObservedProcess process) {
        Reconciliation whole = process.reconciliation();
        long limit = whole == null ? -1 : whole.limitBytes();
        return limit > 0 ? ": its container may use " + Amounts.bytes(limit) : "";
    }

    /** What was known last, which is less than what it had when it was killed. */
    private static String last(ObservedProcess process, CaptureInfo.End end) {
        Reconciliation whole = process.reconciliation();
        if (whole == null || whole.total() < 0) {
            return " There is no snapshot of it.";
        }
        long charged = LimitTable.charged(whole);
        return " " + when(process, end.time()) + " it had " + Amounts.bytes(whole.total()) + " resident"
                + (charged < 0 ? "" : ", and its container was charged for " + Amounts.bytes(charged)) + ".";
    }

    private static String when(ObservedProcess process, @Nullable Instant ended) {
        Instant taken =
                process.moments().isEmpty() ? null : process.moments().getLast().time();
        if (taken == null || ended == null || ended.isBefore(taken)) {
            return "At the last snapshot";
        }
        return "At the last snapshot, " + Duration.between(taken, ended).toSeconds()
                + " s before the end of the capture,";
    }

    /** What grew most from the first snapshot to the last, where both tell it. */
    private static String grown(ObservedProcess process) {
        if (process.moments().size() < 2) {
            return "";
        }
        Reconciliation first = ObservedProcess.of(process.moments().getFirst().snapshot());
        Reconciliation last = ObservedProcess.of(process.last());
        if (first.total() < 0 || last.total() <= first.total()) {
            return "";
        }
        List<Part> parts = new ArrayList<>(Stream.of(Part.values())
                .filter(part -> part.kind() != Part.Kind.CORRECTION)
                .toList());
        parts.sort(Comparator.comparingLong((Part part) -> first.resident(part) - last.resident(part)));
        Part most = parts.getFirst();
        long by = last.resident(most) - first.resident(most);
        return " It had grown by " + Amounts.bytes(last.total() - first.total()) + " since the first snapshot"
                + (by > 0 ? ", most of all " + most.label() + ", by " + Amounts.bytes(by) : "") + ".";
    }
}
