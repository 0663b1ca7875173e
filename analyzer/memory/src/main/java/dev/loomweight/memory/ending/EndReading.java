package dev.loomweight.memory.ending;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.EndReports;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.ThreadStarts;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a process ended.
 *
 * @param name the process
 * @param started when its capture began, or null for files that are not part of a capture
 * @param outcome whether it was killed, and what its exit status means
 * @param last its last figures
 * @param ending of what it ran out
 * @param crash who made its JVM crash, or null where it did not, or that is what it ran out of
 * @param histogram the last class histogram, or null
 * @param directBuffers how many direct buffers there were
 * @param starts who started its platform threads
 * @param threads how many threads it had at the last snapshot
 * @param pid its number as it sees itself, or -1
 * @param reported what others than the JVM and the capture report of it, and of others
 */
record EndReading(
        String name,
        @Nullable Instant started,
        Outcome outcome,
        LastFigures last,
        Ending ending,
        @Nullable CrashReading crash,
        @Nullable ClassHistogram histogram,
        Quantity directBuffers,
        ThreadStarts starts,
        Quantity threads,
        long pid,
        List<ReportedEnd> reported) {

    /**
     * Whether it was killed, and what its exit status means.
     *
     * @param end what its collector saw
     * @param kill who killed it, or null if it was not killed, and none of its group for lack of memory
     * @param exit what its exit status means, or null where that is 0 or not known, or something else explains it
     */
    record Outcome(
            CaptureInfo.End end,
            @Nullable Killer kill,
            @Nullable Exit exit) {}

    /**
     * Whether the kernel killed a process for lack of memory. The exit status is the same after {@code kill -9}. The kernel
     * counts such kills by control group, and a count that rose is the evidence. A count that did not rise is evidence of
     * the opposite only while the group is the same: a container that restarts has a new one, under the same path, whose
     * count begins at 0.
     */
    enum Killer {
        /** The kernel did. */
        FOR_MEMORY,
        /** The kernel killed another process of its group. */
        IN_GROUP,
        /** It was killed, and not by the kernel. */
        BY_ANOTHER,
        /** It was killed near its limit, and no count can be relied on. */
        PROBABLY_FOR_MEMORY,
        /** It was killed, and nothing shows for what. */
        UNDECIDED,
        /** Its capture has no end, and its limit was near: the kernel may have killed it together with its collector. */
        WITH_COLLECTOR
    }

    /** What an exit status means that is neither 0 nor that of a kill. */
    enum Exit {
        /** A signal asked it to end. */
        ASKED,
        /** As after a signal that a crash raises. */
        CRASHED,
        /** It ended by itself. */
        FAILED
    }

    /** What says who killed it, and that it was not for its limit. */
    private static final Set<ReportedEnd.Meaning> DECIDING =
            EnumSet.of(ReportedEnd.Meaning.EVICTED, ReportedEnd.Meaning.FAILED_PROBE);

    static EndReading of(ObservedProcess process) {
        CaptureInfo info = process.info();
        LastFigures last = LastFigures.of(process);
        Ending ending = Ending.of(process);
        List<ReportedEnd> reported = ReportedEnd.of(process.reports());
        Crash crash = ending.crash();
        MemoryMoment whole = process.whole();
        DirectBuffers direct = whole == null ? null : whole.recorded().direct();
        ProcStatus status = process.last().status();
        return new EndReading(
                process.name(),
                info == null ? null : info.started(),
                new Outcome(
                        process.end(),
                        kill(process, ending, reported),
                        ending.cause() == null && process.crash() == null ? exit(process.end()) : null),
                last,
                ending,
                crash == null ? null : CrashReading.of(crash, process.last().nmtOrNone()),
                process.moments().stream()
                        .flatMap(moment -> Stream.ofNullable(moment.snapshot().histogram()))
                        .reduce((first, later) -> later)
                        .orElse(null),
                Quantity.ofNullable(direct == null ? null : direct.count(), ""),
                process.recorded().starts(),
                Quantity.notNegative(status == null ? -1 : status.threads(), ""),
                info == null ? -1 : info.pid(),
                reported);
    }

    /** Whether it was captured, and not only reported on. */
    boolean isOfCapture() {
        return started != null;
    }

    /** Whether a kill that the kernel reports is that of this process. */
    boolean isOwn(Kill kill) {
        return isOfCapture() && outcome.kill() != null && EndReports.isOf(kill, pid, outcome.end());
    }

    /** Whether it ended of its platform threads, or was killed when these had grown most. */
    boolean isOfThreads() {
        boolean ranOut = ending.cause() != null && ending.cause().kind() == OutOfMemory.Kind.THREAD;
        return ranOut
                || (outcome.kill() != null
                        && last.grewMost() != null
                        && last.grewMost().place() == Place.PLATFORM_THREADS);
    }

    private static @Nullable Killer kill(ObservedProcess process, Ending ending, List<ReportedEnd> reported) {
        CaptureInfo.End end = process.end();
        if (process.wasKilledForMemory()) {
            return Killer.FOR_MEMORY;
        } else if (end.count().kills() > 0) {
            return Killer.IN_GROUP;
        } else if (process.crash() != null && end.exitStatus() == null) {
            return null;
        } else if (end.exitStatus() == null && ending.cause() != null && !process.wasKilledAtLimit()) {
            // That it left no status is all that looks like a kill.
            return null;
        } else if (end.wasKilledByAnother()) {
            return Killer.BY_ANOTHER;
        } else if (reported.stream().anyMatch(one -> DECIDING.contains(one.meaning()))) {
            return null;
        } else if (end.wasKilled()) {
            return process.wasKilledAtLimit() ? Killer.PROBABLY_FOR_MEMORY : Killer.UNDECIDED;
        }
        return process.isUnendedAtLimit() ? Killer.WITH_COLLECTOR : null;
    }

    private static @Nullable Exit exit(CaptureInfo.End end) {
        Integer status = end.exitStatus();
        if (status == null || status == 0 || end.wasKilled()) {
            return null;
        }
        Signal signal = Signal.of(status);
        return signal == null ? Exit.FAILED : signal.asks() ? Exit.ASKED : Exit.CRASHED;
    }
}
