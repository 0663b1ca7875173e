package dev.loomweight.memory.ending;

import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Source;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Of what a process ran out, and whether it ended of that. Neither JFR nor an exit status has it: HotSpot ignores
 * OutOfMemoryErrors in {@code jdk.JavaErrorThrow}, and a program ends with status 1 after any exception. What is known is
 * that an allocation failed, when it did, and when the process ended.
 */
public final class Ending {

    /** An error this long before the end, or longer, has not ended the process: it went on. */
    private static final Duration AT_THE_END = Duration.ofSeconds(2);

    /** Direct memory is used up from this share of its maximum on; what is left is smaller than a buffer. */
    private static final double DIRECT_USED_UP = 0.9;

    /** JFR counts direct buffers twice a second. */
    private static final Duration COUNT_AGE = Duration.ofSeconds(3);

    private static final Set<Kind> OF_HEAP = Set.of(Kind.HEAP, Kind.GC_OVERHEAD, Kind.ARRAY);

    /** 128 and SIGHUP, SIGINT, SIGKILL, SIGTERM: these come from outside. */
    private static final Set<Integer> STATUSES_OF_SIGNALS = Set.of(129, 130, CaptureInfo.End.STATUS_OF_KILL, 143);

    private final CaptureInfo.End end;
    /** When it was last seen alive, or null. */
    private final @Nullable Instant alive;

    /** Whether its capture has no end: it goes on, or its collector ended with it. */
    private final boolean isRunning;

    private final @Nullable DirectBuffers direct;
    private final @Nullable Crash crash;
    private final @Nullable OutOfMemory cause;
    private final List<OutOfMemory> survived;

    private Ending(ObservedProcess process) {
        this.end = process.end();
        this.alive =
                process.moments().isEmpty() ? null : process.moments().getLast().time();
        CaptureInfo info = process.info();
        this.isRunning = info != null && info.isRunning();
        MemoryMoment whole = process.whole();
        this.direct = whole == null ? null : whole.recorded().direct();
        this.crash = process.crash();
        this.cause = crash != null ? ofCrash(crash) : findCause();
        this.survived = Stream.concat(logged().stream(), end.printed().stream())
                .filter(OutOfMemory::isSeen)
                .filter(error -> cause == null || !(isSame(error.kind(), cause.kind()) || error.kind() == Kind.OTHER))
                .toList();
    }

    /** How a process ended. */
    public static Ending of(ObservedProcess process) {
        return new Ending(process);
    }

    /** What it ran out of and ended of, or null where that is not known, or it was something else. */
    public @Nullable OutOfMemory cause() {
        return cause;
    }

    /** Why its JVM crashed, where that is more than what it ran out of; else null. */
    @Nullable
    Crash crash() {
        return cause == null ? crash : null;
    }

    /** Whether the JVM crashed because of what it ran out of. */
    boolean crashedOfCause() {
        return cause != null && crash != null;
    }

    /** Errors that were seen, and after which it went on. */
    List<OutOfMemory> survived() {
        return survived;
    }

    /**
     * The highest bound that it ran out of, in bytes, whether it went on or not; 0 if there is none. A smaller one is not
     * enough.
     *
     * @param kinds of what
     */
    public long exhaustedBytes(Kind... kinds) {
        Set<Kind> wanted = Set.of(kinds);
        return Stream.concat(Stream.ofNullable(cause), survived.stream())
                .filter(error -> wanted.contains(error.kind()))
                .mapToLong(OutOfMemory::boundBytes)
                .reduce(0, Math::max);
    }

    /** The limit of a control group that it was killed for, or probably was, in bytes; 0 if it was not. */
    public static long killedAtBytes(ObservedProcess process) {
        MemoryMoment whole = process.whole();
        boolean killed = process.wasKilledAtLimit()
                || (process.info() == null && process.reports().showKillForMemory(-1, CaptureInfo.End.UNKNOWN));
        return whole == null || !killed ? 0 : whole.footprint().limit().orElse(0);
    }

    /** Whether it is known to have ended. */
    boolean isOver() {
        return crash != null || end.isSeen();
    }

    /** How long before the end an error was, or null where either time is not known. */
    @Nullable
    Duration beforeEnd(OutOfMemory error) {
        Instant exited = end.exited();
        Instant time = error.time();
        return exited == null || time == null ? null : Duration.between(time, exited);
    }

    /** By the words of {@code -XX:+CrashOnOutOfMemoryError}. */
    private static @Nullable OutOfMemory ofCrash(Crash crash) {
        if (!crash.error().contains("OutOfMemory encountered")) {
            return null;
        }
        Kind kind = Kind.of(crash.error());
        String flag = switch (kind) {
            case HEAP, GC_OVERHEAD -> "MaxHeapSize";
            case METASPACE -> "MaxMetaspaceSize";
            case CLASS_SPACE -> "CompressedClassSpaceSize";
            case DIRECT -> "MaxDirectMemorySize";
            case ARRAY, THREAD, OTHER -> "";
        };
        long bound = crash.flags().getOrDefault(flag, -1L);
        return new OutOfMemory(kind, crash.time(), bound, -1, crash.where().thread(), Source.PRINTED_END);
    }

    private @Nullable OutOfMemory findCause() {
        Integer status = end.exitStatus();
        if (status == null ? !(isOver() || isRunning) : status == 0 || STATUSES_OF_SIGNALS.contains(status)) {
            return null;
        }
        OutOfMemory logged = logged().stream()
                .filter(this::isAtTheEnd)
                // The last, and of those at the end before any that only the collections show.
                .max(Comparator.comparing(OutOfMemory::isSeen)
                        .thenComparing(error -> Objects.requireNonNullElse(error.time(), Instant.MIN)))
                .orElseGet(this::directUsedUp);
        OutOfMemory printed = end.printed().stream()
                .filter(error -> error.source() == Source.PRINTED_END)
                .filter(error -> error.thread().isEmpty() || error.thread().equals("main"))
                .reduce((first, last) -> last.kind() == Kind.OTHER ? first : last)
                .orElse(null);
        if (logged == null) {
            return printed == null ? null : bounded(printed);
        }
        // What was printed names the kind, and the log when, and the bound.
        Kind named = Stream.concat(Stream.ofNullable(printed), end.printed().stream())
                .map(OutOfMemory::kind)
                .filter(kind -> isSame(kind, logged.kind()))
                .findFirst()
                .orElse(logged.kind());
        OutOfMemory said = printed != null && (isSame(printed.kind(), logged.kind()) || printed.kind() == Kind.OTHER)
                ? printed
                : logged;
        return new OutOfMemory(
                named, logged.time(), logged.boundBytes(), logged.usedBytes(), said.thread(), said.source());
    }

    /** Whether an error can be the one that a kind was found for: a message is not always printed, and not all of it. */
    private static boolean isSame(Kind one, Kind other) {
        return one == other || (OF_HEAP.contains(one) && OF_HEAP.contains(other));
    }

    private boolean isAtTheEnd(OutOfMemory error) {
        Duration before = beforeEnd(error);
        return end.exited() == null ? isLast(error) : before != null && before.compareTo(AT_THE_END) <= 0;
    }

    /** Whether nothing is known of the process after an error. */
    private boolean isLast(OutOfMemory error) {
        Instant time = error.time();
        return time != null && (alive == null || time.isAfter(alive));
    }

    private List<OutOfMemory> logged() {
        JvmLog log = end.log();
        return log == null ? List.of() : log.errors();
    }

    /**
     * Reserving direct memory that is used up calls {@code System.gc()}, waits for half a second, and fails. None of both
     * alone shows it: applications call {@code System.gc()} too, and run with full pools of buffers.
     */
    private @Nullable OutOfMemory directUsedUp() {
        JvmLog log = end.log();
        Instant exited = end.exited();
        Instant collected = log == null ? null : log.systemGc();
        if (direct == null
                || exited == null
                || collected == null
                || direct.maxBytes() <= 0
                || direct.usedBytes() < direct.maxBytes() * DIRECT_USED_UP
                || direct.time().isBefore(exited.minus(COUNT_AGE))
                || collected.isBefore(exited.minus(AT_THE_END))) {
            return null;
        }
        return new OutOfMemory(Kind.DIRECT, collected, direct.maxBytes(), direct.usedBytes(), "", Source.COLLECTIONS);
    }

    /** An error that was only printed, with the bound that is known of its kind. */
    private OutOfMemory bounded(OutOfMemory printed) {
        JvmLog log = end.log();
        long bound = switch (printed.kind()) {
            case HEAP, GC_OVERHEAD -> log == null ? -1 : log.heapMaxBytes();
            case DIRECT -> direct == null ? -1 : direct.maxBytes();
            default -> -1;
        };
        return new OutOfMemory(printed.kind(), printed.time(), bound, -1, printed.thread(), printed.source());
    }
}
