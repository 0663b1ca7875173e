package dev.loomweight.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.ending.EndReading.Exit;
import dev.loomweight.ending.EndReading.Kill;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.KillCount.Group;
import dev.loomweight.sample.GroupTexts.KillCount.Since;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who killed a process, what its exit status means, and what its last figures are. */
class EndReadingTest {

    private static final Instant START = Instant.parse("2026-11-02T10:00:00Z");
    private static final long LIMIT = 1000;

    /** Of 1000 bytes so many are charged, of which the kernel frees none. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # status, killed, before, after, group, charged, kill
            137, false, 3, 4, SAME,    999, FOR_MEMORY
            137, false, 3, 4, REMOVED,   0, FOR_MEMORY
            137, false, 3, 4, OTHER,   899, UNDECIDED
            137, false, 3, 4, OTHER,   900, PROBABLY_FOR_MEMORY
            137, false, 3, 3, SAME,    999, BY_ANOTHER
            137, false, 3, 3, REMOVED, 999, PROBABLY_FOR_MEMORY
            137, false, 3, 3, UNKNOWN,   0, UNDECIDED
            137, false, 3, 3, UNKNOWN,  -1, UNDECIDED
            0,   false, 3, 4, SAME,    999, IN_GROUP
            -,   false, 3, 4, SAME,    999, IN_GROUP
            -,   true,  3, 4, SAME,    999, FOR_MEMORY
            -,   true,  3, 3, SAME,    999, BY_ANOTHER
            -,   true,  3, 3, UNKNOWN,   0, UNDECIDED
            -,   false, 3, 3, SAME,    999, -
            1,   true,  3, 3, UNKNOWN, 999, -
            """)
    void aCountThatRoseIsTheEvidenceElseTheLimitIs(
            @Nullable Integer status,
            boolean killed,
            long before,
            long after,
            Group group,
            long charged,
            @Nullable Kill kill) {
        EndReading reading = read(
                end(status, killed, new KillCount("memory.events", before, after, Since.START, group)),
                new ContainerLimit(LIMIT, "memory.max"),
                charged < 0 ? status(7, 1) : new ContainerMemory(Map.of("usage", charged)),
                status(700, 1));

        assertThat(reading.kill()).isEqualTo(kill);
        assertThat(reading.last().chargedShare()).isEqualTo(charged < 0 ? -1 : charged / (double) LIMIT);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            -,   -
            0,   -
            1,   FAILED
            128, FAILED
            129, ASKED
            130, ASKED
            131, CRASHED
            132, CRASHED
            133, FAILED
            134, CRASHED
            135, CRASHED
            136, CRASHED
            137, -
            138, FAILED
            139, CRASHED
            143, ASKED
            """)
    void anExitStatusCanBeASignal(@Nullable Integer status, @Nullable Exit exit) {
        assertThat(read(end(status, false, KillCount.NONE)).exit()).isEqualTo(exit);
    }

    @Test
    void whatItRanOutOfExplainsTheStatus() {
        OutOfMemory error = new OutOfMemory(Kind.HEAP, null, -1, -1, "main", OutOfMemory.Source.PRINTED_END);
        EndReading reading =
                read(new End(null, null, 1, false, KillCount.NONE, ThreadLimit.NONE, null, List.of(error)));

        assertThat(reading.ending().cause()).isNotNull();
        assertThat(reading.exit()).isNull();
    }

    @Test
    void nothingIsKnownWithoutSnapshots() {
        EndReading reading = read(End.UNKNOWN);

        assertThat(reading.started()).isEqualTo(START);
        assertThat(reading.last()).isEqualTo(new LastFigures(-1, -1, -1, -1, null, -1, 0, null));
        assertThat(reading.histogram()).isNull();
        assertThat(reading.threads()).isNegative();
        assertThat(reading.directBuffers()).isNegative();
    }

    @Test
    void theLastFiguresAreThoseOfTheLastSnapshot() {
        Processes all = capture(end(0, false, KillCount.NONE));
        add(all, 0, status(500, 9), histogram("a"), mapping(500));
        add(all, 1, status(800, 4), new ContainerLimit(LIMIT, "memory.max"), mapping(800));
        add(all, 1, new ContainerMemory(Map.of("usage", 600L, "inactive_file", 100L)));
        EndReading reading = read(all);

        assertThat(reading.last())
                .isEqualTo(new LastFigures(800, 600, LIMIT, 0.5, Duration.ofSeconds(50), -1, 300, null));
        assertThat(reading.threads()).isEqualTo(4);
        assertThat(reading.histogram()).isEqualTo(histogram("a"));
    }

    /** Of a process that has just been killed, the kernel has a status without memory, and its group has been freed of it. */
    @Test
    void whatWasTakenWhileItEndedIsNotTheLastThatItHad() {
        Processes all = capture(end(137, true, KillCount.NONE));
        add(all, 0, status(500, 9), mapping(500));
        add(all, 1, status(900, 9), mapping(900), new ContainerLimit(LIMIT, "memory.max"));
        add(all, 1, new ContainerMemory(Map.of("usage", 950L)));
        add(all, 2, new ProcStatus(7, Map.of(), 1), new ContainerMemory(Map.of("usage", 20L)));
        EndReading reading = read(all);

        assertThat(reading.last())
                .isEqualTo(new LastFigures(900, 950, LIMIT, 0.95, Duration.ofSeconds(50), -1, 400, null));
        assertThat(reading.kill()).isEqualTo(Kill.PROBABLY_FOR_MEMORY);
    }

    @ParameterizedTest
    @CsvSource({"500, 501, 1", "500, 500, 0", "500, 499, 0"})
    void growthIsMoreAtTheLastSnapshotThanAtTheFirst(long first, long last, long grown) {
        Processes all = capture(End.UNKNOWN);
        add(all, 0, mapping(first));
        add(all, 1, mapping(last));

        assertThat(read(all).last().grownBytes()).isEqualTo(grown);
        assertThat(read(all).last().beforeEnd()).as("no end is known").isNull();
    }

    private static EndReading read(End end, Sample... snapshot) {
        Processes all = capture(end);
        add(all, 0, snapshot);
        return read(all);
    }

    private static EndReading read(Processes all) {
        return new EndAnalysis().read(all, Coverage.NONE).getFirst();
    }

    private static Processes capture(End end) {
        Processes all = Processes.FOLD.empty();
        Processes.FOLD.add(
                all,
                new Origin("app", null, "capture.json", Instrument.CAPTURE),
                new CaptureInfo(
                        "app",
                        "25",
                        7,
                        START,
                        List.of("java"),
                        new CaptureInfo.Threads(null, 0, 0, 0, 0),
                        "complete",
                        null,
                        end));
        return all;
    }

    private static void add(Processes all, int index, Sample... samples) {
        Instant time = START.plusSeconds(10L * index);
        for (Sample sample : samples) {
            Processes.FOLD.add(
                    all,
                    new Origin("app", new Origin.SnapshotId(index, "s" + index, time), "text", Instrument.PROC),
                    sample);
        }
    }

    private static End end(@Nullable Integer status, boolean killed, KillCount count) {
        return new End(START.plusSeconds(60), null, status, killed, count, ThreadLimit.NONE, null, List.of());
    }

    private static ProcStatus status(long resident, long threads) {
        return new ProcStatus(7, Map.of("VmRSS", resident), threads);
    }

    private static ClassHistogram histogram(String name) {
        return new ClassHistogram(List.of(new ClassHistogram.Line(name, "", 1, 16)), 1, 16);
    }

    private static Smaps mapping(long resident) {
        return new Smaps(List.of(new Smaps.Mapping(
                4096, 4096 + (1 << 20), "r--p", "/data/index", resident, 0, 0, 0, resident, "fe:00 9", 0)));
    }
}
