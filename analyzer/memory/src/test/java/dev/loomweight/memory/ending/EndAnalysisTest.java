package dev.loomweight.memory.ending;

import static dev.loomweight.memory.ending.EndedProcess.EXIT;
import static dev.loomweight.memory.ending.EndedProcess.START;
import static dev.loomweight.memory.ending.EndedProcess.end;
import static dev.loomweight.memory.ending.EndedProcess.exited;
import static dev.loomweight.memory.ending.EndedProcess.histogram;
import static dev.loomweight.memory.ending.EndedProcess.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Source;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.KillCount.Group;
import dev.loomweight.sample.GroupTexts.KillCount.Since;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section on an end: what it shows, and what it says where little is known. */
class EndAnalysisTest {

    private static final long MB = 1 << 20;

    private static final ThreadStart STARTS = new ThreadStart(
            0,
            CarrierNames.NONE,
            440,
            new StackTrace(List.of(new Frame("com.acme.Mail", "send", "()V", 12, 1, 0, "Interpreted")), false));

    /** Who started threads is shown where it ended of them, and nowhere else. */
    @ParameterizedTest
    @CsvSource({"THREAD, true, true", "THREAD, false, false", "HEAP, true, false"})
    void whoStartedThreads(Kind kind, boolean recorded, boolean shown) {
        EndedProcess process = new EndedProcess(exited(1, log(logged(kind, "")))).snapshot(0, status(500, 9));
        Section section = (recorded ? process.recording(STARTS) : process).section();

        assertThat(section.id()).isEqualTo("ending");
        assertThat(section.blocks()).extracting(Block::id).isEqualTo(shown ? List.of("threadStarts1") : List.of());
        assertThat(section.findings()).extracting(Finding::topic).containsOnly(Finding.Topic.END);
    }

    @Test
    void endOfThreads() {
        JvmLog log = log(logged(Kind.THREAD, ""));
        End end = new End(EXIT, EXIT, 1, false, KillCount.NONE, new ThreadLimit("pids.max", 60, 1), log, List.of());

        assertThat(new EndedProcess(end)
                        .snapshot(0, status(500, 9))
                        .recording(STARTS)
                        .said())
                .isEqualTo("""
                PROBLEM endedOutOfMemory
                  app ended with status 1, 0 ms after OutOfMemoryError: unable to create native thread (pids.max 60).
                  That was at 2026-11-02 10:01:00Z, 0 ms before its end and 1 min after the capture began. The JVM's log has it.
                  At the last snapshot it had 9 threads. Of 440 recorded starts of platform threads, 440 were at
                  com.acme.Mail.send:12. The kernel refused 1 because of pids.max.
                  Bound the pools that start threads, or use virtual threads; else raise the limit.
                """);
    }

    /** A process that nothing captured has a crash log at most. */
    @Test
    void crashWithoutACapture() {
        Crash crash = new Crash(
                "Internal Error (debug.cpp:271)",
                "OutOfMemory encountered: Java heap space",
                new Crash.Where("", "", "", List.of(), ""),
                Crash.Access.UNKNOWN,
                null,
                EXIT,
                -1,
                "25",
                Map.of("MaxHeapSize", 64 * MB),
                Map.of());

        assertThat(new EndedProcess().after(crash).said()).isEqualTo("""
                PROBLEM endedOutOfMemory
                  app crashed because of OutOfMemoryError: Java heap space (-Xmx64m), as -XX:+CrashOnOutOfMemoryError asks.
                  That was at 2026-11-02 10:01:00Z.
                  Set a higher -Xmx, or find what fills the heap: loomweight run --histogram names the classes,
                  -XX:+HeapDumpOnOutOfMemoryError keeps the objects.
                """);
    }

    /** Neither when it ended is known, nor with which status. */
    @ParameterizedTest
    @CsvSource({"HEAP, Java heap space.", "THREAD, unable to create native thread."})
    void endThatWasNotSeen(Kind kind, String words) {
        OutOfMemory error = new OutOfMemory(kind, START.plusSeconds(11), -1, -1, "", Source.LOG);
        End end = new End(null, null, null, true, KillCount.NONE, ThreadLimit.NONE, log(error), List.of());

        assertThat(new EndedProcess(end).findings().getFirst().summary())
                .isEqualTo("app ended or was killed after OutOfMemoryError: " + words);
    }

    /** Only what the JVM prints of a thread shows that the thread ended. */
    @ParameterizedTest
    @CsvSource({
        "PRINTED_END, worker, 'ended the thread worker, and not the process.'",
        "PRINTED_END, '',     'in app, which did not end of it.'",
        "PRINTED,     worker, 'in app, which did not end of it.'"
    })
    void threadThatEndedOfAnError(Source source, String thread, String said) {
        OutOfMemory error = new OutOfMemory(Kind.HEAP, null, -1, -1, thread, source);

        assertThat(new EndedProcess(exited(0, null, error))
                        .findings()
                        .getFirst()
                        .summary())
                .startsWith("OutOfMemoryError: Java heap space in app")
                .endsWith(said);
    }

    /** What is not known of what filled it is not said. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            METASPACE | 1 | Of metaspace, 1 B were committed.
            METASPACE | 0 |
            DIRECT    | 0 |
            HEAP      | 0 |
            """)
    void whatFilledIt(Kind kind, long used, @Nullable String said) {
        OutOfMemory error = new OutOfMemory(kind, EXIT, -1, used, "", Source.LOG);
        Finding finding = new EndedProcess(exited(1, log(error)))
                .snapshot(0, status(500, 9), histogram())
                .findings()
                .getFirst();

        assertThat(finding.explanation()).endsWith("The JVM's log has it." + (said == null ? "" : " " + said));
    }

    /** Without a limit and a part that grew, a kill is said all the same. */
    @ParameterizedTest
    @CsvSource({"true, ' 60 s before the end of the capture,'", "false, ''"})
    void killOfWhichLittleIsKnown(boolean seen, String before) {
        Instant time = seen ? EXIT : null;
        KillCount count = new KillCount("memory.events", 3, 4, Since.START, Group.SAME);
        End killed = new End(time, null, 137, true, count, ThreadLimit.NONE, null, List.of());
        Finding finding =
                new EndedProcess(killed).snapshot(0, status(500, 9)).findings().getFirst();

        assertThat(finding.summary()).isEqualTo("The kernel killed app for lack of memory.");
        assertThat(finding.explanation())
                .isEqualTo("memory.events counts 4 kills, and counted 3 when the capture began. At the last snapshot,"
                        + before + " it had 500 B resident.");
        assertThat(finding.solution())
                .isEqualTo(
                        "Raise the limit, or lower the part that is largest. -Xmx and -XX:MaxRAMPercentage bound only"
                                + " the heap; everything else needs room in addition.");
        assertThat(new EndedProcess(end(137, true, count)).findings().getFirst().explanation())
                .endsWith(" There is no snapshot of it.");
    }

    private static OutOfMemory logged(Kind kind, String thread) {
        return new OutOfMemory(kind, EXIT, -1, -1, thread, Source.LOG);
    }

    private static JvmLog log(OutOfMemory... errors) {
        return new JvmLog(List.of(errors), -1, null);
    }
}
