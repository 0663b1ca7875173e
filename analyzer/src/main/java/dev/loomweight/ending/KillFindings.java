package dev.loomweight.ending;

import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.KillCount;
import java.util.List;

/**
 * Whether the kernel killed a process for lack of memory. The exit status is the same after {@code kill -9}. The kernel
 * counts such kills by control group, and a count that rose is the evidence. A count that did not rise is evidence of the
 * opposite only while the group is the same: a container that restarts has a new one, under the same path, whose count
 * begins at 0.
 */
final class KillFindings {

    /** From this share of the limit on, a process that was killed was probably killed for it. */
    private static final double NEAR = 0.9;

    private static final String MORE_ROOM =
            "Raise the limit, or lower the part that is largest or grew most. -Xmx and -XX:MaxRAMPercentage bound"
                    + " only the heap; everything else needs room in addition.";

    private final String name;
    private final CaptureInfo.End end;
    private final KillCount count;
    private final LastFigures last;

    KillFindings(ObservedProcess process) {
        this.name = process.name();
        this.end = process.end();
        this.count = end.count();
        this.last = new LastFigures(process);
    }

    /** Adds at most one finding. */
    void addTo(List<Finding> findings) {
        if (end.wasKilledForMemory()) {
            findings.add(new Finding(
                    "killedForMemory",
                    Severity.PROBLEM,
                    "The kernel killed " + name + " for lack of memory" + limit() + ".",
                    counted() + last.sentences(),
                    MORE_ROOM));
        } else if (count.kills() > 0) {
            findings.add(inGroup());
        } else if (end.wasKilledByAnother()) {
            findings.add(new Finding(
                    "killed",
                    Severity.WARNING,
                    name + was() + ", but not by the kernel for lack of memory.",
                    counted() + halted(),
                    "A user or a program sent SIGKILL, for example kill -9, a supervisor, or a container that did not stop"
                            + " in time; see their logs."));
        } else if (end.wasKilled()) {
            findings.add(undecided());
        }
    }

    private Finding inGroup() {
        return new Finding(
                "killedInGroup",
                Severity.PROBLEM,
                "The kernel killed " + (count.kills() == 1 ? "a process" : count.kills() + " processes")
                        + " of the control group of " + name + " for lack of memory during the capture.",
                counted()
                        + (end.exitStatus() == null
                                ? " It was another process, or that is not known."
                                : " It was another process: this one ended with status " + end.exitStatus() + "."),
                "All processes of the group share its limit: raise the limit, or lower the memory of the processes.");
    }

    /** No count can be relied on: how near the limit was is all that is known. */
    private Finding undecided() {
        double share = last.chargedShare();
        boolean probable = share >= NEAR;
        String charged = share < 0
                ? ""
                : ": " + Amounts.percent(share) + " of the limit of " + Amounts.bytes(last.limitBytes())
                        + " was charged at the last snapshot, page cache aside";
        return probable
                ? new Finding(
                        "probablyKilledForMemory",
                        Severity.PROBLEM,
                        name + was() + ", probably by the kernel for lack of memory" + charged + ".",
                        uncounted() + last.sentences(),
                        MORE_ROOM
                                + " The log of the kernel (journalctl -k) and, for a container, OOMKilled in the state"
                                + " of its last run decide it.")
                : new Finding(
                        "killed",
                        Severity.WARNING,
                        name + was() + ", and it is not known whether for lack of memory" + charged + ".",
                        uncounted() + halted() + last.sentences(),
                        "The log of the kernel (journalctl -k) names the processes that it killed for lack of memory, and"
                                + " the state of a container's last run has OOMKilled; else a user or a program sent"
                                + " SIGKILL, for example a supervisor.");
    }

    private String was() {
        return end.exitStatus() == null ? " was killed or halted" : " was killed (status 137, as after SIGKILL)";
    }

    private String halted() {
        return end.exitStatus() == null
                ? " It left no exit status: a crash of the JVM, Runtime.halt and -XX:+ExitOnOutOfMemoryError look the"
                        + " same."
                : "";
    }

    private String limit() {
        return last.limitBytes() > 0 ? ": the limit of its container is " + Amounts.bytes(last.limitBytes()) : "";
    }

    private String counted() {
        String since =
                count.since() == KillCount.Since.LAST_SNAPSHOT ? "at the last snapshot." : "when the capture began.";
        return count.file() + " counts " + kills(count.after())
                + (count.kills() == 0 ? "as " + since : "and counted " + count.before() + " " + since);
    }

    private String uncounted() {
        if (!count.isCounted()) {
            return "No control group counts the kills of the kernel.";
        }
        return switch (count.group()) {
            case OTHER ->
                "The control group is another one since, as after the restart of a container, so its count of kills"
                        + " begins at 0 and says nothing of this process.";
            case REMOVED ->
                "The control group was removed with the process, before the count in " + count.file()
                        + " could be read again.";
            case UNKNOWN, SAME ->
                count.file() + " counts " + kills(count.after())
                        + "but whether the control group is still the one of this process was not captured: that of a"
                        + " container that restarts is a new one.";
        };
    }

    private static String kills(long number) {
        return number + (number == 1 ? " kill, " : " kills, ");
    }
}
