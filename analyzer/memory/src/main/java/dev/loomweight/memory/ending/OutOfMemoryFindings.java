package dev.loomweight.memory.ending;

import dev.loomweight.memory.ChangedDefault;
import dev.loomweight.memory.ending.EndReading.Exit;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Source;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** OutOfMemoryErrors of a process, those that ended it and those after which it went on, and its exit status. */
final class OutOfMemoryFindings {

    private static final int CLASSES = 3;

    private final EndReading reading;
    private final String name;
    private final CaptureInfo.End end;
    private final Ending ending;

    OutOfMemoryFindings(EndReading reading) {
        this.reading = reading;
        this.name = reading.name();
        this.end = reading.outcome().end();
        this.ending = reading.ending();
    }

    void addTo(List<Finding> findings) {
        OutOfMemory cause = ending.cause();
        if (cause != null) {
            findings.add(ended(cause));
        }
        Exit exit = reading.outcome().exit();
        if (exit != null && end.exitStatus() != null) {
            findings.add(status(exit, end.exitStatus()));
        }
        for (OutOfMemory error : ending.survived()) {
            findings.add(survived(error));
        }
    }

    private Finding ended(OutOfMemory cause) {
        return new Finding(
                "endedOutOfMemory",
                Severity.PROBLEM,
                summary(cause),
                when(cause)
                        + (end.exitStatus() == null && !ending.crashedOfCause() ? " Its exit status is not known." : "")
                        + evidence(cause)
                        + filled(cause),
                advice(cause));
    }

    /** No more than is known: an error in the log may have been caught a moment before the end. */
    private String summary(OutOfMemory cause) {
        if (ending.crashedOfCause()) {
            return name + " crashed because of OutOfMemoryError: " + words(cause) + bound(cause)
                    + ", as -XX:+CrashOnOutOfMemoryError asks.";
        } else if (!ending.isOver()) {
            return name + " ran out of " + what(cause.kind()) + bound(cause) + "; nothing is known of it after that.";
        }
        String status = end.exitStatus() != null
                ? "ended with status " + end.exitStatus()
                : end.exited() != null ? "ended" : "ended or was killed";
        Duration before = ending.beforeEnd(cause);
        return switch (cause.source()) {
            case COLLECTIONS -> name + " ran out of " + what(cause.kind()) + bound(cause) + ", and " + status + ".";
            case PRINTED_END ->
                name + " died of OutOfMemoryError: " + words(cause) + bound(cause) + ", and " + status + ".";
            case LOG, PRINTED ->
                name + " " + status
                        + (before == null ? " " : ", " + Amounts.time(Math.max(0, before.toNanos())) + " ")
                        + "after OutOfMemoryError: " + words(cause) + bound(cause) + ".";
        };
    }

    private Finding survived(OutOfMemory error) {
        boolean ended = error.source() == Source.PRINTED_END && !error.thread().isEmpty();
        Duration before = ending.beforeEnd(error);
        return new Finding(
                "outOfMemorySurvived",
                Severity.WARNING,
                "OutOfMemoryError: " + words(error) + bound(error) + " in " + name
                        + (ended
                                ? " ended the thread " + error.thread() + ", and not the process."
                                : before == null ? ", which did not end of it." : ", which went on."),
                when(error) + exit() + filled(error),
                advice(error));
    }

    private Finding status(Exit exit, int status) {
        Signal signal = Signal.of(status);
        boolean asked = exit == Exit.ASKED;
        boolean crashed = exit == Exit.CRASHED;
        return new Finding(
                "exitStatus",
                asked ? Severity.INFO : crashed ? Severity.PROBLEM : Severity.WARNING,
                name + " ended with status " + status + (signal == null ? "." : ", as after " + signal + "."),
                asked
                        ? "It was asked to end."
                        : end.log() == null
                                ? "Whether it ran out of memory was not captured."
                                : "The JVM's log has no sign of too little memory at the end. An array that is larger"
                                        + " than the complete heap leaves none.",
                asked
                        ? ""
                        : crashed
                                ? "The JVM writes hs_err_pidN.log into the working directory, with the reason of a crash."
                                : "What it printed on standard error says why: an exception that main throws ends a"
                                        + " program with status 1.");
    }

    private static String words(OutOfMemory error) {
        return error.kind() == Kind.OTHER
                ? "of a kind that is not known"
                : error.kind().words();
    }

    private static String what(Kind kind) {
        return switch (kind) {
            case HEAP, GC_OVERHEAD, ARRAY -> "Java heap space";
            case THREAD -> "native threads";
            default -> kind.words();
        };
    }

    private String bound(OutOfMemory error) {
        if (error.kind() == Kind.THREAD) {
            ThreadLimit threads = end.threads();
            // The agent died with it, before it could count those that were refused.
            boolean uncounted = threads.most() > 0 && end.exited() == null;
            return threads.refused() > 0
                    ? " (pids.max " + threads.most() + ")"
                    : uncounted ? " (pids.max is " + threads.most() + ")" : "";
        }
        String flag = flag(error.kind());
        if (error.boundBytes() <= 0 || flag.isEmpty()) {
            return "";
        }
        long megabytes = error.boundBytes() >> 20;
        boolean whole = megabytes << 20 == error.boundBytes();
        return " (" + flag + (whole ? megabytes + "m" : (error.boundBytes() >> 10) + "k") + ")";
    }

    private static String flag(Kind kind) {
        return switch (kind) {
            case HEAP, GC_OVERHEAD -> "-Xmx";
            case METASPACE -> "-XX:MaxMetaspaceSize=";
            case CLASS_SPACE -> "-XX:CompressedClassSpaceSize=";
            case DIRECT -> "-XX:MaxDirectMemorySize=";
            case ARRAY, THREAD, OTHER -> "";
        };
    }

    private String when(OutOfMemory error) {
        Duration before = ending.beforeEnd(error);
        Instant time = error.time();
        Instant started = reading.started();
        if (time == null) {
            return "When is not known.";
        } else if (started == null) {
            return "That was at " + Amounts.instant(time) + ".";
        }
        return "That was at " + Amounts.instant(time) + ", "
                + (before == null ? "" : Amounts.time(Math.max(0, before.toNanos())) + " before its end and ")
                + Amounts.time(Math.max(0, Duration.between(started, time).toNanos())) + " after the capture began.";
    }

    private String evidence(OutOfMemory cause) {
        if (ending.crashedOfCause()) {
            return cause.thread().isEmpty() ? "" : " It was thrown on the thread " + cause.thread() + ".";
        }
        return switch (cause.source()) {
            case LOG -> " The JVM's log has it.";
            case PRINTED, PRINTED_END ->
                cause.thread().isEmpty()
                        ? " It printed the error."
                        : " It printed that the thread " + cause.thread() + " ended of it.";
            case COLLECTIONS ->
                cause.kind() == Kind.DIRECT
                        ? " Reserving direct memory that is used up calls System.gc() and fails half a second later; JFR"
                                + " counted " + Amounts.bytes(cause.usedBytes()) + " of direct buffers."
                        : " The last complete collections of the heap followed each other and freed next to nothing: "
                                + Amounts.bytes(cause.usedBytes()) + " stayed in use"
                                + (cause.usedBytes() < cause.boundBytes() / 2
                                        ? ", so that one object was larger than what was free."
                                        : ".");
        };
    }

    private String exit() {
        Integer status = end.exitStatus();
        return status == null ? "" : " It ended with status " + status + ".";
    }

    private String filled(OutOfMemory error) {
        return switch (error.kind()) {
            case HEAP, GC_OVERHEAD, ARRAY -> classes();
            case METASPACE, CLASS_SPACE ->
                error.usedBytes() > 0
                        ? " Of " + (error.kind() == Kind.METASPACE ? "metaspace" : "the class space") + ", "
                                + Amounts.bytes(error.usedBytes()) + " were committed."
                        : "";
            case DIRECT ->
                reading.directBuffers().isKnown()
                        ? " There were " + Amounts.count(reading.directBuffers().known()) + " direct buffers."
                        : "";
            case THREAD -> threads();
            case OTHER -> "";
        };
    }

    private String classes() {
        return classes(reading);
    }

    /** What most of the heap was at the last histogram, as a sentence that begins with a blank; empty without one. */
    static String classes(EndReading reading) {
        ClassHistogram histogram = reading.histogram();
        return histogram == null || histogram.lines().isEmpty()
                ? ""
                : " The most of the heap at the last histogram had "
                        + histogram.lines().stream()
                                .limit(CLASSES)
                                .map(line -> line.className() + " (" + Amounts.bytes(line.bytes()) + ")")
                                .collect(Collectors.joining(", "))
                        + ".";
    }

    private String threads() {
        ThreadLimit threads = end.threads();
        return (reading.threads().isKnown()
                        ? " At the last snapshot it had "
                                + Amounts.count(reading.threads().known()) + " threads."
                        : "")
                + (starters().isEmpty() ? "" : " " + starters())
                + (threads.refused() > 0
                        ? " The kernel refused " + Amounts.count(threads.refused()) + " because of " + threads.file()
                                + "."
                        : " Which limit refused it was not captured: ulimit -u of its user, the machine's limits"
                                + " (kernel.threads-max, vm.max_map_count), or no memory for a stack.");
    }

    private String starters() {
        return reading.starts().sentence();
    }

    private String advice(OutOfMemory error) {
        return switch (error.kind()) {
            case HEAP, GC_OVERHEAD ->
                "Set a higher -Xmx, or find what fills the heap: "
                        + (classes().isEmpty() ? "loomweight run --histogram names the classes, " : "")
                        + "-XX:+HeapDumpOnOutOfMemoryError keeps the objects."
                        + (error.kind() == Kind.GC_OVERHEAD
                                ? " Parallel has this limit; " + ChangedDefault.OVERHEAD_LIMIT.words() + "."
                                : "");
            case ARRAY -> "An array has 2147483645 elements at most: divide it.";
            case METASPACE, CLASS_SPACE ->
                "Raise " + flag(error.kind()).replace("=", "")
                        + " or remove it, or find who loads classes again and again:"
                        + " jcmd PID VM.classloader_stats lists the class loaders.";
            case DIRECT ->
                "Raise -XX:MaxDirectMemorySize, or find who holds the buffers: a pool of an I/O library, or buffers that"
                        + " no collection has freed.";
            case THREAD ->
                "Bound the pools that start threads, or use virtual threads; else raise the limit."
                        + (starters().isEmpty()
                                ? " A recording with Loomweight's settings names who starts them."
                                : "");
            case OTHER -> "The message of the error, on standard error, names what there was too little of.";
        };
    }
}
