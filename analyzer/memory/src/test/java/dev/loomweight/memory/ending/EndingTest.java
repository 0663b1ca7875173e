package dev.loomweight.memory.ending;

import static dev.loomweight.memory.ending.EndedProcess.EXIT;
import static dev.loomweight.memory.ending.EndedProcess.exited;
import static dev.loomweight.memory.ending.EndedProcess.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Source;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of what a process ran out, and whether it ended of that. */
class EndingTest {

    /** An error in the log is the cause within two seconds of the end, unless the status says that a signal or nothing ended it. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # status, milliseconds before the end, kind, cause
            1,     0, HEAP,      HEAP
            1,  2000, HEAP,      HEAP
            1,  2001, HEAP,      -
            -,  2000, METASPACE, METASPACE
            -,  2001, METASPACE, -
            0,     0, HEAP,      -
            3,     0, HEAP,      HEAP
            128,   0, HEAP,      HEAP
            129,   0, HEAP,      -
            130,   0, HEAP,      -
            131,   0, HEAP,      HEAP
            134,   0, HEAP,      HEAP
            137,   0, HEAP,      -
            143,   0, HEAP,      -
            144,   0, HEAP,      HEAP
            """)
    void errorAtTheEndIsTheCause(@Nullable Integer status, long before, Kind kind, @Nullable Kind cause) {
        OutOfMemory error = logged(kind, EXIT.minusMillis(before));
        Ending ending = ending(exited(status, log(error)));

        assertThat(kind(ending)).isEqualTo(cause);
        assertThat(ending.survived()).hasSize(cause == null ? 1 : 0);
        assertThat(ending.beforeEnd(error)).isEqualTo(Duration.ofMillis(before));
        assertThat(ending.isOver()).isTrue();
    }

    /** Without an end, an error after the last snapshot is the last that is known; the snapshot is taken at 10 s. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # status of the capture, killed, second of the error, cause
            running,  false, 11, HEAP
            running,  false, 10, -
            running,  false, 9,  -
            complete, false, 11, -
            complete, true,  11, HEAP
            """)
    void withoutAnEndTheLastErrorIsTheCause(String status, boolean killed, long second, @Nullable Kind cause) {
        End end = new End(
                null,
                null,
                null,
                killed,
                KillCount.NONE,
                ThreadLimit.NONE,
                log(logged(Kind.HEAP, EndedProcess.START.plusSeconds(second))),
                List.of());
        Ending ending =
                new EndedProcess(status, end).snapshot(1, status(500, 9)).read().ending();

        assertThat(kind(ending)).isEqualTo(cause);
        assertThat(ending.isOver()).isEqualTo(killed);
    }

    /** Direct memory is used up from nine tenths on, counted within three seconds, collected within two. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # used of 1000, milliseconds from the count to the end, and from System.gc(), used up
            1000, 0,    0,    true
            900,  0,    0,    true
            899,  0,    0,    false
            900,  3000, 0,    true
            900,  3001, 0,    false
            900,  0,    2000, true
            900,  0,    2001, false
            """)
    void directMemoryIsUsedUp(long used, long counted, long collected, boolean usedUp) {
        DirectBuffers direct = new DirectBuffers(EXIT.minusMillis(counted), 3, used, 1000);
        Instant gc = EXIT.minusMillis(collected);
        JvmLog log = new JvmLog(List.of(), -1, gc);

        assertThat(direct(log, direct).cause())
                .isEqualTo(usedUp ? new OutOfMemory(Kind.DIRECT, gc, 1000, used, "", Source.COLLECTIONS) : null);
    }

    @Test
    void directMemoryIsNotUsedUpWithoutACollectionOrABound() {
        DirectBuffers full = new DirectBuffers(EXIT, 3, 1000, 1000);

        assertThat(direct(new JvmLog(List.of(), -1, null), full).cause()).isNull();
        JvmLog collected = new JvmLog(List.of(), -1, EXIT);
        assertThat(direct(collected, new DirectBuffers(EXIT, 3, 0, 0)).cause()).isNull();
        assertThat(ending(exited(1, collected)).cause()).as("not counted").isNull();
        End unseen = new End(EXIT, null, 1, false, KillCount.NONE, ThreadLimit.NONE, collected, List.of());
        assertThat(new EndedProcess(unseen).recording(full).read().ending().cause())
                .as("no end")
                .isNull();
    }

    /** An error whose time is not known may have been any time before the end. */
    @Test
    void errorWithoutATimeIsNotAtTheEnd() {
        JvmLog log = log(new OutOfMemory(Kind.HEAP, null, 64, -1, "", Source.LOG));
        End killed = new End(null, null, null, true, KillCount.NONE, ThreadLimit.NONE, log, List.of());

        assertThat(ending(exited(1, log)).cause()).isNull();
        assertThat(ending(killed).cause()).isNull();
    }

    /** A program that prints an error goes on; only what the JVM prints of a thread shows that it ended. */
    @Test
    void errorThatAProgramPrintsIsNotTheCause() {
        OutOfMemory printed = new OutOfMemory(Kind.HEAP, null, -1, -1, "main", Source.PRINTED);

        Ending ending = ending(exited(1, log(), printed));
        assertThat(ending.cause()).isNull();
        assertThat(ending.survived()).containsExactly(printed);
    }

    /** The limit counts where the kernel killed it for lack of memory, not where another did. */
    @ParameterizedTest
    @CsvSource({"4, true, 1000", "3, true, 0", "4, false, 0"})
    void limitThatItWasKilledAt(long kills, boolean seen, long bytes) {
        KillCount count = new KillCount("memory.events", 3, kills, KillCount.Since.START, KillCount.Group.SAME);
        EndedProcess process = new EndedProcess(EndedProcess.end(137, true, count));
        if (seen) {
            process.snapshot(0, status(500, 9), new ContainerLimit(1000, "memory.max"));
        }

        assertThat(Ending.killedAtBytes(process.observed())).isEqualTo(bytes);
    }

    /** What was printed names the kind and the thread, the log when and the bound. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # logged,  printed,   thread, cause,       source,      survived
            HEAP,      -,         '',     HEAP,        LOG,         0
            HEAP,      GC_OVERHEAD, main, GC_OVERHEAD, PRINTED_END, 0
            HEAP,      ARRAY,     '',     ARRAY,       PRINTED_END, 0
            HEAP,      OTHER,     main,   HEAP,        PRINTED_END, 0
            HEAP,      METASPACE, main,   HEAP,        LOG,         1
            METASPACE, HEAP,      main,   METASPACE,   LOG,         1
            HEAP,      HEAP,      worker, HEAP,        LOG,         0
            -,         HEAP,      main,   HEAP,        PRINTED_END, 0
            -,         HEAP,      worker, -,           -,           1
            -,         DIRECT,    '',     DIRECT,      PRINTED_END, 0
            """)
    void logAndOutputAreOneError(
            @Nullable Kind logged,
            @Nullable Kind printed,
            String thread,
            @Nullable Kind cause,
            @Nullable Source source,
            int survived) {
        OutOfMemory said = printed == null ? null : printed(printed, thread);
        JvmLog log = logged == null ? log() : log(logged(logged, EXIT));
        Ending ending = ending(said == null ? exited(1, log) : exited(1, log, said));

        assertThat(kind(ending)).isEqualTo(cause);
        assertThat(ending.cause() == null ? null : ending.cause().source()).isEqualTo(source);
        assertThat(ending.survived()).hasSize(survived);
    }

    /** The last error at the end; what the log names is more than what only collections show. */
    @Test
    void lastOfSeveralErrorsIsTheCause() {
        OutOfMemory first = logged(Kind.METASPACE, EXIT.minusMillis(200));
        OutOfMemory last = logged(Kind.CLASS_SPACE, EXIT.minusMillis(100));
        OutOfMemory shown = new OutOfMemory(Kind.HEAP, EXIT, 100, 99, "", Source.COLLECTIONS);

        Ending ending = ending(exited(1, log(first, last, shown)));
        assertThat(ending.cause()).isEqualTo(last);
        assertThat(ending.survived()).containsExactly(first);
        assertThat(ending(exited(1, log(shown))).cause()).isEqualTo(shown);
        assertThat(ending(exited(1, log(), printed(Kind.OTHER, "main"), printed(Kind.HEAP, "main")))
                        .cause())
                .isEqualTo(new OutOfMemory(Kind.HEAP, null, 64, -1, "main", Source.PRINTED_END));
        assertThat(kind(ending(exited(1, log(), printed(Kind.HEAP, "main"), printed(Kind.OTHER, "main")))))
                .isEqualTo(Kind.HEAP);
    }

    /** An error that was only printed has the bound that is known of its kind. */
    @ParameterizedTest
    @CsvSource({"HEAP, 64", "GC_OVERHEAD, 64", "DIRECT, 1000", "METASPACE, -1", "THREAD, -1"})
    void printedErrorHasTheBoundOfItsKind(Kind kind, long bound) {
        EndedProcess process = new EndedProcess(exited(1, log(), printed(kind, "main")))
                .snapshot(0, status(500, 9))
                .recording(new DirectBuffers(EXIT.minusSeconds(9), 3, 1, 1000));
        Ending ending = process.read().ending();

        assertThat(Objects.requireNonNull(ending.cause()).boundBytes()).isEqualTo(bound);
        assertThat(ending.exhaustedBytes(kind)).isEqualTo(Math.max(0, bound));
        assertThat(ending.exhaustedBytes(Kind.ARRAY)).isZero();
        Ending unknown = ending(exited(1, null, printed(kind, "main")));
        assertThat(Objects.requireNonNull(unknown.cause()).boundBytes()).isEqualTo(-1);
    }

    @Test
    void highestBoundCounts() {
        Ending ending =
                ending(exited(0, log(bounded(Kind.HEAP, 32), bounded(Kind.HEAP, 48), bounded(Kind.METASPACE, 99))));

        assertThat(ending.exhaustedBytes(Kind.HEAP)).isEqualTo(48);
        assertThat(ending.exhaustedBytes(Kind.HEAP, Kind.METASPACE)).isEqualTo(99);
    }

    /** {@code -XX:+CrashOnOutOfMemoryError} names the error; the flag that bounds it is in the crash log. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            Java heap space,                      HEAP,        1
            GC overhead limit exceeded,           GC_OVERHEAD, 1
            Metaspace,                            METASPACE,   2
            Compressed class space,               CLASS_SPACE, 3
            Cannot reserve direct buffer memory,  DIRECT,      4
            Requested array size exceeds VM limit, ARRAY,      -1
            unable to create native thread,       THREAD,      -1
            something new,                        OTHER,       -1
            """)
    void crashOfAnErrorHasItsBound(String message, Kind kind, long bound) {
        Map<String, Long> flags = Map.of(
                "MaxHeapSize", 1L, "MaxMetaspaceSize", 2L, "CompressedClassSpaceSize", 3L, "MaxDirectMemorySize", 4L);
        Ending ending = crashed(crash("OutOfMemory encountered: " + message, flags));

        assertThat(ending.cause()).isEqualTo(new OutOfMemory(kind, EXIT, bound, -1, "main", Source.PRINTED_END));
        assertThat(ending.crashedOfCause()).isTrue();
        assertThat(ending.crash()).as("that is all of it").isNull();
        assertThat(ending.isOver()).isTrue();
    }

    @Test
    void crashOfSomethingElseIsNoError() {
        Crash crash = crash("Native memory allocation (mmap) failed: Java heap space", Map.of());
        Ending ending = crashed(crash);

        assertThat(ending.cause()).isNull();
        assertThat(ending.crash()).isEqualTo(crash);
        assertThat(ending.crashedOfCause()).isFalse();
    }

    private static Ending ending(End end) {
        return new EndedProcess(end).read().ending();
    }

    private static Ending direct(JvmLog log, DirectBuffers direct) {
        return new EndedProcess(exited(1, log))
                .snapshot(0, status(500, 9))
                .recording(direct)
                .read()
                .ending();
    }

    private static Ending crashed(Crash crash) {
        return new EndedProcess(End.UNKNOWN)
                .snapshot(0, status(500, 9))
                .after(crash)
                .read()
                .ending();
    }

    private static Crash crash(String error, Map<String, Long> flags) {
        return new Crash(
                "Internal Error (debug.cpp:271)",
                error,
                new Crash.Where("", "main", "", List.of(), ""),
                Crash.Access.UNKNOWN,
                null,
                EXIT,
                -1,
                "25.0.3+9",
                flags,
                Map.of());
    }

    private static @Nullable Kind kind(Ending ending) {
        OutOfMemory cause = ending.cause();
        return cause == null ? null : cause.kind();
    }

    /** The heap may become 64 bytes. */
    private static JvmLog log(OutOfMemory... errors) {
        return new JvmLog(List.of(errors), 64, null);
    }

    private static OutOfMemory logged(Kind kind, Instant time) {
        return new OutOfMemory(kind, time, 64, -1, "", Source.LOG);
    }

    private static OutOfMemory bounded(Kind kind, long bound) {
        return new OutOfMemory(kind, EXIT, bound, -1, "", Source.LOG);
    }

    private static OutOfMemory printed(Kind kind, String thread) {
        return new OutOfMemory(kind, null, -1, -1, thread, Source.PRINTED_END);
    }
}
