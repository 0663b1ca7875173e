package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.Table;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiffTest {

    private static final String PLATFORM = "25.0.3/platform-summary-b.txt";

    @TempDir
    private Path folder;

    @Test
    void theJvmsOwnDetailDiffGivenAlone() throws Exception {
        Report report =
                Diff.compare(nmt("25.0.3/platform-detail.diff-b.txt"), null).report();

        assertThat(row(report, "totals", "committed"))
                .containsExactly(
                        Cell.text("committed"),
                        Cell.bytes(163_811_759 - 28_250_905),
                        Cell.bytes(163_811_759),
                        Cell.bytes(28_250_905),
                        Cell.text("NMT"));
        assertThat(row(report, "totals", "platform threads"))
                .contains(Cell.count(18), Cell.count(219), Cell.count(201));
        assertThat(table(report, "categories").rows().getFirst().cells())
                .containsExactly(
                        Cell.text("Thread"),
                        Cell.bytes(211_539_632),
                        Cell.bytes(534_656),
                        Cell.count(1_219),
                        Cell.count(201),
                        Cell.bytes(23_032_296 - 22_107_824),
                        Cell.bytes(23_032_296),
                        Cell.bytes(22_107_824));
        assertThat(table(report, "sites").rows()).hasSize(323);
        assertThat(table(report, "sites").top()).as("shown to people").isEqualTo(20);
        Finding grew = report.sections().getFirst().findings().getFirst();
        assertThat(grew.id()).isEqualTo("grewMost");
        assertThat(grew.summary()).startsWith("Of NMT's categories, Thread grew most: 21.1 MB committed");
        assertThat(grew.explanation())
                .startsWith("There are 201 more platform threads, 107 KB each.")
                .contains("thread_native_entry");
    }

    @ParameterizedTest
    @ValueSource(strings = {"11.0.13", "17.0.15", "21.0.8", "25.0.3"})
    void theJvmsOwnSummaryDiffOfEveryJdk(String jdk) throws Exception {
        Report report =
                Diff.compare(nmt(jdk + "/platform-summary.diff-b.txt"), null).report();

        assertThat(table(report, "categories").rows()).hasSizeGreaterThan(5);
        assertThat(table(report, "categories").rows().getFirst().cells()).startsWith(Cell.text("Thread"));
    }

    @Test
    void twoTextsOfTwoProcesses() throws Exception {
        Report report =
                Diff.compare(nmt("25.0.3/virtual-summary-b.txt"), nmt(PLATFORM)).report();

        assertThat(ids(report)).contains("processesDiffer", "grewMost").doesNotContain("levelsDiffer");
        assertThat(row(report, "totals", "committed").get(2)).isEqualTo(Cell.bytes(163_748_623));
    }

    @Test
    void levelsThatDifferAndRoundedAmountsAreSaid() throws Exception {
        assertThat(ids(Diff.compare(nmt(PLATFORM), nmt("25.0.3/platform-detail.txt"))
                        .report()))
                .contains("levelsDiffer", "amountsRounded");
    }

    @Test
    void twoReportsInOneTextAreComparedWhenItIsNamedAlone() throws Exception {
        Path both = folder.resolve("both.txt");
        Files.writeString(
                both, Files.readString(nmt("25.0.3/virtual-summary-b.txt")) + "\n" + Files.readString(nmt(PLATFORM)));

        assertThat(row(Diff.compare(both, null).report(), "totals", "committed").get(2))
                .isEqualTo(Cell.bytes(163_748_623));
        assertThat(ids(Diff.compare(both, nmt(PLATFORM)).report())).contains("severalReports");
    }

    @Test
    void histogramsAreComparedByClass() throws Exception {
        Report report = Diff.compare(nmt("25.0.3/virtual-histogram.txt"), nmt("25.0.3/platform-histogram.txt"))
                .report();

        assertThat(table(report, "classes").rows().getFirst().cells())
                .startsWith(Cell.text("jdk.internal.vm.StackChunk"), Cell.count(-200), Cell.bytes(0));
    }

    @Test
    void aCaptureAloneIsItsFirstSnapshotAgainstItsLast() throws Exception {
        Path capture = capture("app.lw", "2026-11-01T10:00:03Z", "2026-11-01T10:00:09Z");

        Report alone = Diff.compare(capture, null).report();
        Report named = Diff.compare(capture.resolve("000-3s-before"), capture.resolve("001-9s-after"))
                .report();

        assertThat(row(alone, "totals", "resident memory"))
                .containsExactly(
                        Cell.text("resident memory"),
                        Cell.bytes(1_024_000),
                        Cell.bytes(4_097_024),
                        Cell.bytes(3_073_024),
                        Cell.text("status"));
        assertThat(named.sections()).isEqualTo(alone.sections());
        assertThat(ids(alone)).doesNotContain("orderReversed", "processesDiffer");
    }

    @Test
    void snapshotsInTheWrongOrderAreSaid() throws Exception {
        Path capture = capture("app.lw", "2026-11-01T10:00:03Z", "2026-11-01T10:00:09Z");

        assertThat(ids(Diff.compare(capture.resolve("001-9s-after"), capture.resolve("000-3s-before"))
                        .report()))
                .contains("orderReversed");
    }

    @Test
    void whatCannotBeComparedIsSaid() throws Exception {
        Path two = folder.resolve("two");
        capture("two/a.lw", "2026-11-01T10:00:03Z", "2026-11-01T10:00:09Z");
        capture("two/b.lw", "2026-11-01T10:01:03Z", "2026-11-01T10:01:09Z");

        assertThatThrownBy(() -> Diff.compare(nmt(PLATFORM), null))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("has only one snapshot and no difference of its own");
        assertThatThrownBy(() -> Diff.compare(nmt("25.0.3/platform-summary.diff.txt"), nmt(PLATFORM)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is itself a difference of two reports. Give it alone.");
        assertThatThrownBy(() -> Diff.compare(nmt("25.0.3/platform-histogram.txt"), nmt(PLATFORM)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("(before) has no NMT report");
        assertThatThrownBy(() -> Diff.compare(two, nmt(PLATFORM)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("holds 2 captures");
        assertThatThrownBy(() -> Diff.compare(folder.resolve("absent"), nmt(PLATFORM)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no such file or folder");
    }

    @Test
    void anInputThatCannotBeReadIsReportedOnce() throws Exception {
        Path before = capture("before.lw", "2026-11-01T10:00:03Z", "2026-11-01T10:00:09Z");
        Path after = capture("after.lw", "2026-11-01T11:00:03Z", "2026-11-01T11:00:09Z");
        Files.writeString(before.resolve("001-9s-after/smaps"), "not smaps");
        Files.writeString(after.resolve("001-9s-after/smaps"), "not smaps");

        Question.Answer answer = Diff.compare(before, after);

        assertThat(answer.problems()).hasSize(2);
        assertThat(answer.problems().getFirst()).contains("before.lw");
        assertThat(answer.problems().getLast()).contains("after.lw");
    }

    @Test
    void progressCountsEverySampleOnce() throws Exception {
        Path before = Recordings.of(21, Scene.PINS);
        Path after = Recordings.of(25, Scene.PINS);
        LongAdder read = new LongAdder();
        LongAdder alone = new LongAdder();

        Options given = Options.NONE.with(Diff.BEFORE, before);
        Diff.compare(given.with(Diff.AFTER, after), read::add);
        Diff.compare(given.with(Diff.AFTER, before), alone::add);

        assertThat(alone.sum()).isPositive().isEven();
        assertThat(read.sum()).isGreaterThan(alone.sum() / 2);
    }

    /** Of 10,000 call sites and more, those that grew are found, and the rest is summed up. */
    @Test
    void aDetailDiffOfTensOfThousandsOfLines() throws IOException {
        int sites = 12_000;
        Path text = folder.resolve("large.txt");
        try (BufferedWriter out = Files.newBufferedWriter(text)) {
            out.write("77:\n\nNative Memory Tracking:\n\nTotal: reserved=90000 +9, committed=90000 +9\n\n");
            out.write("-                  Internal (reserved=90000 +9, committed=90000 +9)\n");
            out.write("                            (malloc=90000 +9 #12000)\n\n");
            out.write("Details:\n\n");
            for (int i = 0; i < sites; i++) {
                out.write("[0x00007f0000%06x]allocate%d(int)+0x1\n".formatted(i, i));
                out.write("[0x00007f0001%06x]caller()+0x2\n".formatted(i));
                out.write(" ".repeat(29) + "(malloc=%d type=Internal +%d #%d +1)\n\n".formatted(2 * i + 1, i, i + 2));
            }
        }

        Report report = Diff.compare(text, null).report();

        Table table = table(report, "sites");
        assertThat(table.rows()).hasSize(11_999);
        assertThat(table.top()).as("shown to people").isEqualTo(20);
        assertThat(table.rows().getFirst().cells())
                .containsExactly(
                        Cell.text("allocate11999 < caller"),
                        Cell.text("Internal"),
                        Cell.count(1),
                        Cell.bytes(23_999),
                        Cell.bytes(11_999));
        assertThat(table.footnotes()).isEmpty();
    }

    private Path capture(String name, String before, String after) throws IOException, URISyntaxException {
        Path capture = Files.createDirectories(folder.resolve(name));
        Files.writeString(capture.resolve("capture.json"), """
                {"schemaVersion": 1, "target": "shop", "jdk": "25.0.3", "pid": 77, "status": "complete", "snapshots": [
                  {"index": 0, "name": "before", "time": "%s", "folder": "000-3s-before"},
                  {"index": 1, "name": "after", "time": "%s", "folder": "001-9s-after"}]}
                """.formatted(before, after));
        Path first = Files.createDirectories(capture.resolve("000-3s-before"));
        Path last = Files.createDirectories(capture.resolve("001-9s-after"));
        Files.writeString(first.resolve("status"), "Pid:\t77\nVmRSS:\t 1000 kB\nThreads:\t5\n");
        Files.writeString(last.resolve("status"), "Pid:\t77\nVmRSS:\t 4001 kB\nThreads:\t9\n");
        Files.copy(nmt("25.0.3/virtual-summary-b.txt"), first.resolve("nmt.txt"));
        Files.copy(nmt(PLATFORM), last.resolve("nmt.txt"));
        return capture;
    }

    private static List<String> ids(Report report) {
        return report.sections().stream()
                .flatMap(section -> section.findings().stream())
                .map(Finding::id)
                .toList();
    }

    private static Table table(Report report, String id) {
        return report.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter((Block block) -> block.id().equals(id))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + id));
    }

    private static List<Cell> row(Report report, String table, String first) {
        return table(report, table).rows().stream()
                .map(Table.Row::cells)
                .filter(cells -> cells.getFirst().equals(Cell.text(first)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + first));
    }

    private static Path nmt(String name) throws URISyntaxException {
        return Path.of(DiffTest.class.getResource("/nmt/" + name).toURI());
    }
}
