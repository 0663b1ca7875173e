package dev.loomweight.memory.ending;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.growth.Grown;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.GroupTexts.KillCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Whether the kernel killed a process for lack of memory, in words. */
final class KillFindings {

    private static final Set<Place> OF_HEAP =
            EnumSet.of(Place.HEAP, Place.SMALL_OBJECTS, Place.HEAP_RESIDENT, Place.HEAP_SPARE);

    private static final long NOTABLE_BYTES = 32L << 20;

    private final EndReading reading;
    private final String name;
    private final CaptureInfo.End end;
    private final KillCount count;
    private final LastFigures last;

    KillFindings(EndReading reading) {
        this.reading = reading;
        this.name = reading.name();
        this.end = reading.outcome().end();
        this.count = end.count();
        this.last = reading.last();
    }

    /** The finding; empty where nothing was killed. */
    Optional<Finding> finding() {
        return Optional.ofNullable(reading.outcome().kill()).map(kill -> switch (kill) {
            case FOR_MEMORY ->
                new Finding(
                        "killedForMemory",
                        Severity.PROBLEM,
                        "The kernel killed " + name + " for lack of memory" + limit() + "." + grewMost(),
                        ((count.kills() > 0 ? counted() : "") + reported() + lastFigures()).strip(),
                        moreRoom());
            case IN_GROUP -> inGroup();
            case BY_ANOTHER ->
                new Finding(
                        "killed",
                        Severity.WARNING,
                        name + was() + ", but not by the kernel for lack of memory.",
                        counted() + reported() + halted(),
                        "A user or a program sent SIGKILL, for example kill -9, a supervisor, or a container that did not stop"
                                + " in time; see their logs.");
            case PROBABLY_FOR_MEMORY ->
                new Finding(
                        "probablyKilledForMemory",
                        Severity.PROBLEM,
                        name + was() + ", probably by the kernel for lack of memory" + charged() + "." + grewMost(),
                        uncounted() + reported() + lastFigures(),
                        moreRoom()
                                + " The log of the kernel (journalctl -k) and, for a container, OOMKilled in the state"
                                + " of its last run decide it.");
            case WITH_COLLECTOR ->
                new Finding(
                        "captureWithoutEnd",
                        Severity.WARNING,
                        "The capture of " + name + " has no end" + charged() + ".",
                        "Either it still runs, or its collector was killed too: the limit is that of all processes of the"
                                + " group." + lastFigures(),
                        moreRoom()
                                + " If it has ended, the log of the kernel (journalctl -k) names what it killed; run the"
                                + " collector outside the container, as with record PID.");
            case UNDECIDED ->
                new Finding(
                        "killed",
                        Severity.WARNING,
                        name + was() + ", and it is not known whether for lack of memory" + charged() + ".",
                        uncounted() + reported() + halted() + lastFigures(),
                        "The log of the kernel (journalctl -k) names the processes that it killed for lack of memory, and"
                                + " the state of a container's last run has OOMKilled; else a user or a program sent"
                                + " SIGKILL, for example a supervisor.");
        });
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

    /** How near the limit was. */
    private String charged() {
        Footprint footprint = last.moment().footprint();
        OptionalDouble share = footprint.chargedShare();
        return share.isEmpty()
                ? ""
                : ": " + Amounts.percent(share.getAsDouble()) + " of the limit of "
                        + Amounts.bytes(footprint.limit().known())
                        + " was charged at the last snapshot, page cache aside";
    }

    /** What it had at the last snapshot, and since when it had grown: sentences that begin with a blank. */
    private String lastFigures() {
        Duration before = last.beforeEnd();
        Quantity resident = last.moment().total();
        Quantity charged = last.moment().footprint().charged();
        String had = !resident.isKnown()
                ? " There is no snapshot of it."
                : " At the last snapshot, "
                        + (before == null ? "" : before.toSeconds() + " s before the end of the capture, ")
                        + "it had " + Amounts.bytes(resident.known()) + " resident"
                        + (charged.isKnown()
                                ? ", and its container was charged for " + Amounts.bytes(charged.known())
                                : "")
                        + "."
                        + ofOthers();
        return had + heapTooLarge() + grown();
    }

    /** What of the charge is no memory of the process. */
    private String ofOthers() {
        ContainerMemory container = container();
        long tmpfs = container.sharedBytes().orElse(0);
        long others = container.otherProcessesBytes();
        List<String> parts = new ArrayList<>();
        if (tmpfs >= NOTABLE_BYTES) {
            parts.add(Amounts.bytes(tmpfs) + " tmpfs or shared memory");
        }
        if (others >= NOTABLE_BYTES) {
            parts.add(Amounts.bytes(others) + " resident of other processes");
        }
        return parts.isEmpty() ? "" : " In the charge are " + String.join(" and ", parts) + ".";
    }

    private ContainerMemory container() {
        return last.moment().snapshot().containerOrNone();
    }

    /** Whether tmpfs is most of what is charged, so that nothing in the process is to be made smaller. */
    private boolean isOfTmpfs() {
        long tmpfs = container().sharedBytes().orElse(0);
        return tmpfs >= NOTABLE_BYTES
                && tmpfs > last.moment().footprint().used().orElse(0) / 2;
    }

    /** A sentence for the first line, where a place is known. */
    private String grewMost() {
        if (isOfTmpfs()) {
            return " Most of the charge is tmpfs or shared memory: "
                    + Amounts.bytes(container().sharedBytes().orElse(0)) + ".";
        }
        Grown most = last.grewMost();
        return most == null
                ? ""
                : " What grew most: " + most.place().label() + ", by "
                        + Amounts.bytes(most.course().change()) + ".";
    }

    private String grown() {
        Grown most = last.grewMost();
        return last.grownBytes() == 0
                ? ""
                : (" It had grown by " + Amounts.bytes(last.grownBytes()) + " since the first snapshot. "
                                        + (most == null ? "" : most.evidence()))
                                .stripTrailing()
                        + (most != null && OF_HEAP.contains(most.place()) ? OutOfMemoryFindings.classes(reading) : "");
    }

    /** The heap alone fills such a container before it is collected. */
    private String heapTooLarge() {
        Quantity limit = last.moment().footprint().limit();
        return last.heapMaxBytes().minus(limit).orElse(-1) >= 0
                ? " Its heap alone could become "
                        + Amounts.bytes(last.heapMaxBytes().known()) + ", which was not less than the limit."
                : "";
    }

    /** What bounds or shows that which grew most. */
    private String moreRoom() {
        if (isOfTmpfs()) {
            return "Delete files in /dev/shm and other tmpfs, or bound them (size= of the mount, sizeLimit of an emptyDir): they"
                    + " count against the limit, and no setting of the JVM changes them.";
        }
        Grown most = last.grewMost();
        String heap = heapTooLarge().isEmpty()
                ? "-Xmx and -XX:MaxRAMPercentage bound only the heap; everything else needs room in addition."
                : "Lower -Xmx or -XX:MaxRAMPercentage, so that everything outside the heap has room too.";
        return most == null
                ? "Raise the limit, or lower the part that is largest. " + heap
                : "Raise the limit, or lower " + most.place().label() + ". " + most.advice() + " " + heap;
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
        Quantity limit = last.moment().footprint().limit();
        return limit.isKnown() ? ": the limit of its container is " + Amounts.bytes(limit.known()) : "";
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

    /** What the kernel's log, or the container's runtime, has of this end. */
    private String reported() {
        StringBuilder text = new StringBuilder();
        for (ReportedEnd one : reading.reported()) {
            if (one.kill() != null && reading.isOwn(one.kill())) {
                text.append(" The log of the kernel has it: ")
                        .append(new KernelKillFinding(one, one.kill()).sentence());
            } else if (one.kill() == null
                    && one.container() != null
                    && one.container().ended() != null) {
                text.append(' ').append(new ContainerFinding(one, one.container()).sentence());
            }
        }
        return text.toString();
    }

    private static String kills(long number) {
        return Amounts.count(number, "kill") + ", ";
    }
}
