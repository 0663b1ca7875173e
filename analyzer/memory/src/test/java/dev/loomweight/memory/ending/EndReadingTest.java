package dev.loomweight.memory.ending;

import static dev.loomweight.memory.ending.EndedProcess.end;
import static dev.loomweight.memory.ending.EndedProcess.histogram;
import static dev.loomweight.memory.ending.EndedProcess.mapping;
import static dev.loomweight.memory.ending.EndedProcess.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.ending.EndReading.Exit;
import dev.loomweight.memory.ending.EndReading.Killer;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.KillCount.Group;
import dev.loomweight.sample.GroupTexts.KillCount.Since;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who killed a process, what its exit status means, and what its last figures are. */
class EndReadingTest {

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
            @Nullable Killer kill) {
        EndReading reading = read(
                end(status, killed, new KillCount("memory.events", before, after, Since.START, group)),
                new ContainerLimit(LIMIT, "memory.max"),
                charged < 0 ? status(7, 1) : new ContainerMemory(Map.of("usage", charged)),
                status(700, 1));

        assertThat(reading.outcome().kill()).isEqualTo(kill);
        assertThat(reading.last().moment().footprint().chargedShare())
                .isEqualTo(charged < 0 ? OptionalDouble.empty() : OptionalDouble.of(charged / (double) LIMIT));
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
        assertThat(read(end(status, false, KillCount.NONE)).outcome().exit()).isEqualTo(exit);
    }

    @Test
    void whatItRanOutOfExplainsTheStatus() {
        OutOfMemory error = new OutOfMemory(Kind.HEAP, null, -1, -1, "main", OutOfMemory.Source.PRINTED_END);
        EndReading reading =
                read(new End(null, null, 1, false, KillCount.NONE, ThreadLimit.NONE, null, List.of(error)));

        assertThat(reading.ending().cause()).isNotNull();
        assertThat(reading.outcome().exit()).isNull();
    }

    private static String text(LastFigures last) {
        Footprint footprint = last.moment().footprint();
        return number(last.moment().total()) + " resident, " + number(footprint.charged()) + " of "
                + number(footprint.limit()) + " charged, " + last.beforeEnd() + " before, heap "
                + number(last.heapMaxBytes()) + ", grown " + last.grownBytes() + " " + last.grewMost();
    }

    private static String number(Quantity quantity) {
        return quantity.isKnown() ? String.valueOf(quantity.known()) : "-";
    }

    @Test
    void nothingIsKnownWithoutSnapshots() {
        EndReading reading = read(End.UNKNOWN);

        assertThat(reading.started()).isEqualTo(EndedProcess.START);
        assertThat(text(reading.last())).isEqualTo("- resident, - of - charged, null before, heap -, grown 0 null");
        assertThat(reading.histogram()).isNull();
        assertThat(reading.threads().isKnown()).isFalse();
        assertThat(reading.directBuffers().isKnown()).isFalse();
    }

    @Test
    void theLastFiguresAreThoseOfTheLastSnapshot() {
        EndedProcess all = new EndedProcess(end(0, false, KillCount.NONE));
        all.snapshot(0, status(500, 9), histogram("a"), mapping(500));
        all.snapshot(1, status(800, 4), new ContainerLimit(LIMIT, "memory.max"), mapping(800));
        all.snapshot(1, new ContainerMemory(Map.of("usage", 600L, "inactive_file", 100L)));
        EndReading reading = all.read();

        assertThat(text(reading.last()))
                .isEqualTo("800 resident, 600 of 1000 charged, PT50S before, heap -, grown 300 null");
        assertThat(reading.last().moment().footprint().chargedShare()).hasValue(0.5);
        assertThat(reading.threads()).isEqualTo(Quantity.of(4));
        assertThat(reading.histogram()).isEqualTo(histogram("a"));
    }

    /** Of a process that has just been killed, the kernel has a status without memory, and its group has been freed of it. */
    @Test
    void whatWasTakenWhileItEndedIsNotTheLastThatItHad() {
        EndedProcess all = new EndedProcess(end(137, true, KillCount.NONE));
        all.snapshot(0, status(500, 9), mapping(500));
        all.snapshot(1, status(900, 9), mapping(900), new ContainerLimit(LIMIT, "memory.max"));
        all.snapshot(1, new ContainerMemory(Map.of("usage", 950L)));
        all.snapshot(2, new ProcStatus(7, Map.of(), 1), new ContainerMemory(Map.of("usage", 20L)));
        EndReading reading = all.read();

        assertThat(text(reading.last()))
                .isEqualTo("900 resident, 950 of 1000 charged, PT50S before, heap -, grown 400 null");
        assertThat(reading.outcome().kill()).isEqualTo(Killer.PROBABLY_FOR_MEMORY);
    }

    @ParameterizedTest
    @CsvSource({"500, 501, 1", "500, 500, 0", "500, 499, 0"})
    void growthIsMoreAtTheLastSnapshotThanAtTheFirst(long first, long last, long grown) {
        EndedProcess all = new EndedProcess(End.UNKNOWN);
        all.snapshot(0, mapping(first));
        all.snapshot(1, mapping(last));

        assertThat(all.read().last().grownBytes()).isEqualTo(grown);
        assertThat(all.read().last().beforeEnd()).as("no end is known").isNull();
    }

    /** The JVM's log has what its heap may become; without it, the heap itself. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # in the log, of the heap, most
            64, 32, 64
            1,  32, 1
            0,  32, 32
            -1, 32, 32
            -1, -,  -
            """)
    void whatTheHeapMayBecome(long logged, @Nullable Long reserved, @Nullable Long most) {
        JvmLog log = new JvmLog(List.of(), logged, null);
        Sample heap = reserved == null ? status(500, 9) : new HeapInfo("garbage-first heap", reserved, 9, 9, 0, 0);
        EndReading reading =
                read(new End(null, null, 1, false, KillCount.NONE, ThreadLimit.NONE, log, List.of()), heap);

        assertThat(number(reading.last().heapMaxBytes())).isEqualTo(most == null ? "-" : most.toString());
    }

    /** What grew by more than a process moves by itself is named, unless nothing divides it. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # path, megabytes at the first snapshot and at the last, grown, place
            /data/index, 500, 900, 400, MAPPED_FILES
            /data/index, 900, 500, 0,   -
            '',          500, 900, 400, -
            """)
    void placeThatGrewMost(String path, long first, long last, long grown, @Nullable String place) {
        EndedProcess all = new EndedProcess(end(137, true, KillCount.NONE));
        all.snapshot(0, status(first << 20, 9), mapping(path, first << 20));
        all.snapshot(1, status(last << 20, 9), mapping(path, last << 20));
        LastFigures figures = all.read().last();

        assertThat(figures.grownBytes()).isEqualTo(grown << 20);
        assertThat(
                        figures.grewMost() == null
                                ? null
                                : figures.grewMost().place().name())
                .isEqualTo(place);
    }

    /** The last histogram is that of the last snapshot that has one. */
    @Test
    void histogramOfTheLastSnapshot() {
        EndedProcess all = new EndedProcess(end(1, false, KillCount.NONE));
        all.snapshot(0, status(500, 9), histogram("a"));
        all.snapshot(1, status(500, 9), histogram("b"));
        all.snapshot(2, status(500, 9));

        assertThat(all.read().histogram()).isEqualTo(histogram("b"));
        assertThat(new EndedProcess().snapshot(0, status(500, 9)).read().started())
                .isNull();
    }

    private static EndReading read(End end, Sample... snapshot) {
        return new EndedProcess(end).snapshot(0, snapshot).read();
    }
}
