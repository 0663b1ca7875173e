package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What grew between two inputs, or within one: which moments are compared, and whether they are of one process. */
class GrowthComparisonTest {

    private final GrowthComparison comparison = new GrowthComparison();

    private static ProcStatus status(long pid, long resident) {
        return new ProcStatus(pid, Map.of("VmRSS", resident * MB), 9);
    }

    private static CaptureInfo info(long pid) {
        return new CaptureInfo(
                "shop",
                "25.0.3",
                pid,
                Instant.EPOCH,
                List.of("java"),
                CaptureInfo.Threads.NONE,
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);
    }

    private static NmtReport difference() {
        NmtUsage usage = NmtUsage.of(Amount.of(MB), Amount.of(MB));
        return new NmtReport(
                1, 1, true, usage, null, null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /** A process by its resident memory, in MB, at each snapshot. */
    private static GrowingProcess process(String resident) {
        GrowingProcess process = new GrowingProcess();
        Arrays.stream(resident.split(" ", -1)).forEach(one -> process.snapshot(status(1, Long.parseLong(one))));
        return process;
    }

    private Section changes(GrowingProcess before, GrowingProcess after) {
        return comparison.changes(before.observations(), after.observations());
    }

    private Section within(Results all) {
        return comparison.within(Observations.of(all));
    }

    private static List<Cell> total(Section section) {
        return ((Table) section.blocks().getLast()).rows().getLast().cells();
    }

    private static String headline(Section section) {
        return section.verdict().orElseThrow().sentences().getFirst();
    }

    /** A change is no growth that is within the noise: 8 MB, or what one of the two moved by itself, its own slope apart. */
    @ParameterizedTest(name = "{0} and {1}: {4}")
    @CsvSource({
        "100,            110,            100, 110, grew",
        "100,            108,            100, 108, ''",
        // Two snapshots of one input are a beginning and an end, and no variation.
        "70 100,         90 110,         100, 110, grew",
        "100 100 130,    145,            130, 145, ''",
        "100 100 130,    161,            130, 161, grew",
        // A leak is no noise of its own.
        "130,            100 125 155,    130, 155, grew",
        "100 110 120 130, 160,           130, 160, grew",
        "130,            100 131 155,    130, 155, grew",
        "100 150 100,    100 110 130,    100, 130, ''",
        "100 110 100,    100 180 130,    100, 130, ''",
    })
    void theLastMomentsAreCompared(String before, String after, long first, long last, String trend) {
        List<Cell> total = total(changes(process(before), process(after)));

        assertThat(total.subList(0, 4))
                .containsExactly(
                        Cell.text("resident memory"),
                        Cell.bytes(first * MB),
                        Cell.bytes(last * MB),
                        Cell.bytes((last - first) * MB));
        assertThat(total.getLast()).isEqualTo(Cell.text(trend));
    }

    @Test
    void theHeadingsOfTwoInputs() {
        Section section = changes(process("100"), process("200"));

        assertThat(section.id()).isEqualTo("growth");
        assertThat(section.title()).isEqualTo("What grew");
        Table table = (Table) section.blocks().getLast();
        assertThat(table.columns().stream().map(Table.Column::title)).startsWith("", "before", "after", "growth");
        assertThat(table.title()).isEqualTo("app: growth, 2 snapshots");
    }

    /** Two processes do not grow: one is larger. Where a process id is not known, it is taken as one process. */
    @ParameterizedTest(name = "process {0} and {1}: {2}")
    @CsvSource({"7, 7, true", "7, 8, false", "-1, 8, true", "7, -1, true", "0, 8, false", "8, 0, false"})
    void oneProcessOrTwo(long before, long after, boolean one) {
        Section section = changes(
                new GrowingProcess().snapshot(status(before, 100)), new GrowingProcess().snapshot(status(after, 200)));

        assertThat(headline(section)).contains(one ? " grew by 100 MB" : " is 100 MB larger");
    }

    /** A text of NMT alone names its process, too. */
    @ParameterizedTest(name = "process {0} and {1}: {2}")
    @CsvSource({"7, 7, true", "7, 8, false", "-1, 8, true", "7, -1, true"})
    void nmtNamesTheProcess(long before, long after, boolean one) {
        Section section = changes(
                new GrowingProcess().snapshot(nmt(before, 100)), new GrowingProcess().snapshot(nmt(after, 200)));

        assertThat(headline(section)).contains(one ? " grew by 100 MB" : " is 100 MB larger");
    }

    private static NmtReport nmt(long pid, long committed) {
        NmtUsage usage = NmtUsage.of(Amount.of(committed * MB), Amount.of(committed * MB));
        return new NmtReport(
                pid,
                1,
                false,
                usage,
                null,
                null,
                List.of(GrowingProcess.category("Code", 0, committed)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    @Test
    void theManifestNamesTheProcess() {
        Section section = changes(
                new GrowingProcess().loose(info(7)).snapshot(status(7, 100)),
                new GrowingProcess().loose(info(8)).snapshot(status(8, 200)));
        Section without = changes(
                new GrowingProcess().loose(info(7)).snapshot(),
                new GrowingProcess().loose(info(7)).snapshot(status(7, 200)));

        assertThat(headline(section)).contains(" is 100 MB larger");
        assertThat(without.blocks()).isEmpty();
    }

    @Test
    void aManifestAndAStatusOfOneProcess() {
        Section section = changes(
                new GrowingProcess().loose(info(7)).snapshot(new SmapsRollup(Map.of("Rss", 100 * MB))),
                new GrowingProcess().snapshot(status(8, 200)));

        assertThat(headline(section)).contains(" is 100 MB larger");
    }

    @Test
    void whatIsNoMomentOfOneProcessIsNotCompared() {
        GrowingProcess app = process("200");
        GrowingProcess difference = new GrowingProcess().snapshot(status(1, 100), difference());
        GrowingProcess recording = new GrowingProcess().loose(new ResidentSetSize(Instant.EPOCH, 100 * MB, 0));

        for (GrowingProcess other : List.of(new GrowingProcess(), difference, recording, two())) {
            assertThat(changes(other, app).blocks()).isEmpty();
            assertThat(changes(app, other).blocks()).isEmpty();
        }
    }

    private static GrowingProcess two() {
        GrowingProcess two = process("100 200");
        Observations.FOLD.merge(
                two.results(),
                new GrowingProcess("other")
                        .snapshot(status(2, 100))
                        .snapshot(status(2, 200))
                        .results());
        return two;
    }

    /** What one process touched, another has not: only of one process the heap keeps the pages that were in use. */
    @ParameterizedTest(name = "process {0} and {1}")
    @CsvSource({"7, 7, 300, 300", "7, 8, 300, 100"})
    void theHeapOfAnotherProcessIsItsOwn(long before, long after, long first, long last) {
        Section section = changes(
                new GrowingProcess().snapshot(status(before, 500), heap(300)),
                new GrowingProcess().snapshot(status(after, 300), heap(100)));

        Table table = (Table) section.blocks().getLast();
        assertThat(table.rows().stream()
                        .map(row -> row.cells().subList(0, 3))
                        .filter(row -> row.getFirst().equals(Cell.text("Java heap with garbage"))))
                .containsExactlyElementsOf(
                        first == last
                                ? List.of()
                                : List.of(List.of(
                                        Cell.text("Java heap with garbage"),
                                        Cell.bytes(first * MB),
                                        Cell.bytes(last * MB))));
    }

    /** What the later input recorded between the two moments was touched, too. */
    @Test
    void usesThatTheLaterInputRecorded() {
        Section section = changes(
                new GrowingProcess().snapshotAt(Instant.ofEpochSecond(0), status(7, 500), heap(100)),
                new GrowingProcess()
                        .loose(new HeapSummary(Instant.ofEpochSecond(30), 0, 600 * MB, 300 * MB, 1, false))
                        .snapshotAt(Instant.ofEpochSecond(60), status(7, 700), heap(100)));

        assertThat(SectionText.of(section)).contains("Java heap with garbage | 100 MB | 300 MB | 200 MB");
    }

    private static HeapInfo heap(long used) {
        return new HeapInfo("garbage-first heap", 600 * MB, 400 * MB, used * MB, 0, 0);
    }

    @Test
    void withinOneInputItsSnapshotsAreCompared() {
        Section section = within(process("100 130 200").results());

        assertThat(total(section).subList(1, 4))
                .containsExactly(Cell.bytes(100 * MB), Cell.bytes(200 * MB), Cell.bytes(100 * MB));
        assertThat(headline(section)).contains("grew by 100 MB in 2 min");
        assertThat(((Table) section.blocks().getLast()).title()).isEqualTo("app: growth in 2 min, 3 snapshots");
    }

    /** A snapshot and a recording are not two snapshots. */
    @Test
    void withinOneInputARecordingIsNotCompared() {
        GrowingProcess process = process("100");
        for (int second = 0; second < 100; second++) {
            process.loose(new ResidentSetSize(Instant.ofEpochSecond(second), second * MB, 0));
        }

        assertThat(within(process.results()).blocks()).isEmpty();
    }

    @Test
    void withinOneInputTwoSnapshotsOfOneProcessAreNeeded() {
        GrowingProcess recording = new GrowingProcess();
        for (int second = 0; second < 100; second++) {
            recording.loose(new ResidentSetSize(Instant.ofEpochSecond(second), second * MB, 0));
        }

        assertThat(within(process("100").results()).blocks()).isEmpty();
        assertThat(within(two().results()).blocks()).isEmpty();
        assertThat(within(recording.results()).blocks()).isEmpty();
        assertThat(within(new GrowingProcess().results()).blocks()).isEmpty();
    }
}
