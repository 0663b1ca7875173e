package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.TextFiles;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.growth.MemoryOverTime;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The analyses of single texts and of the recording's own samples, on real texts and literal samples. */
class MemoryAnalysesTest {

    private static final Origin SHOP = new Origin("shop", null, "shop.txt", Instrument.NMT);

    @Test
    void categoriesTheLargestFirstWithStacksAndTheTotal() throws Exception {
        Table table = table(section(new NmtAnalysis(), nmt("25.0.3/platform-summary-b.txt")), "categories1");

        assertThat(table.rows().get(0).cells().subList(0, 3))
                .containsExactly(Cell.text("Java Heap"), Cell.bytes(536_870_912), Cell.bytes(69_206_016));
        assertThat(row(table, "stacks")).containsSubsequence(Cell.bytes(229_638_144), Cell.bytes(22_196_224));
        assertThat(row(table, "total").subList(0, 5))
                .containsExactly(
                        Cell.text("total"),
                        Cell.bytes(2_236_627_727L),
                        Cell.bytes(163_748_623),
                        Cell.bytes(14_695_183),
                        Cell.bytes(149_053_440));
        assertThat(table.footnotes())
                .containsExactly("219 threads: the committed stacks include 16 KB of guard pages for each Java thread,"
                        + " which are never resident.");
    }

    @Test
    void aDiffIsOrderedByWhatGrew() throws Exception {
        Table table = table(section(new NmtAnalysis(), nmt("21.0.8/platform-summary.diff.txt")), "categories1");

        assertThat(table.columns()).extracting(Table.Column::id).contains("reservedChange", "committedChange");
        assertThat(table.rows().get(0).cells())
                .containsExactly(
                        Cell.text("Thread"),
                        Cell.bytes(223_956L << 10),
                        Cell.bytes(205_471L << 10),
                        Cell.bytes(22_324L << 10),
                        Cell.bytes(21_495L << 10));
        assertThat(table.footnotes()).anyMatch(note -> note.startsWith("The JVM rounded the amounts to 1 KB"));
    }

    @Test
    void aDetailReportTellsItsGuardPagesAndItsHeaviestSites() throws Exception {
        Section section = section(new NmtAnalysis(), nmt("25.0.3/platform-detail.txt"));

        assertThat(table(section, "categories1").footnotes().get(0))
                .contains("of guard pages, which are never resident")
                .doesNotContain("for each Java thread");
        Table sites = table(section, "sites1");
        assertThat(sites.rows()).hasSize(279);
        assertThat(sites.top()).isEqualTo(10);
        assertThat(sites.rows())
                .extracting(row -> ((Cell.Bytes) row.cells().get(3)).value())
                .isSortedAccordingTo((a, b) -> Long.compare(b, a));
    }

    @Test
    void anAnswerInsteadOfAReportSaysWhatToDo() {
        Section off = section(new NmtAnswers(), new NmtMessage(7, NmtMessage.Kind.OFF, "not enabled"));
        Section baseline = section(new NmtAnswers(), new NmtMessage(7, NmtMessage.Kind.BASELINE_TAKEN, "taken"));

        assertThat(off.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.topic()).isEqualTo(Finding.Topic.REFUSAL);
            assertThat(finding.solution()).contains("-XX:NativeMemoryTracking=summary");
        });
        assertThat(baseline.findings()).isEmpty();
        assertThat(baseline.blocks()).hasSize(1);
    }

    @Test
    void theRecordingsStacksAreSaidToStandStill() {
        Section section = section(
                new MemoryOverTime(),
                new NativeMemory(at(0), "Thread Stack", 1 << 20, 16_385),
                new NativeMemory(at(1), "Thread Stack", 1 << 20, 16_385),
                new ResidentSetSize(at(0), 100, 100),
                new ResidentSetSize(at(1), 301, 301),
                new ResidentSetSize(at(2), 207, 301));

        assertThat(section.findings()).extracting(Finding::id).containsExactly("stackFiguresStale");
        assertThat(row(table(section, "recorded1"), "resident memory"))
                .containsExactly(
                        Cell.text("resident memory"),
                        Cell.bytes(100),
                        Cell.bytes(207),
                        Cell.bytes(107),
                        Cell.bytes(301));
    }

    @Test
    void wholesAreLinesAndTheCategoriesOfNmtAreTheirParts() throws Exception {
        Section section = section(
                new MemoryOverTime(),
                new ResidentSetSize(at(0), 300, 300),
                new NativeMemoryTotal(at(0), 500, 200),
                new NativeMemory(at(0), "Code", 50, 40),
                new NativeMemory(at(0), "Java Heap", 200, 100));

        Series wholes = series(section, "overTime1");
        assertThat(wholes.form()).isEqualTo(Series.Form.LINES);
        assertThat(wholes.lines()).extracting(Series.Line::name).containsExactly("resident memory", "NMT total");
        Series parts = series(section, "categoriesOverTime1");
        assertThat(parts.form()).isEqualTo(Series.Form.PARTS);
        assertThat(parts.lines()).extracting(Series.Line::name).containsExactly("Java Heap", "Code");
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }

    private static Sample nmt(String name) throws Exception {
        Path file = Path.of(MemoryAnalysesTest.class.getResource("/nmt/" + name).toURI());
        return TextFiles.read(file, name, NmtText::read).samples().getFirst();
    }

    private static <A> Section section(Analysis<A, ?> analysis, Sample... samples) {
        A all = analysis.fold().empty();
        for (Sample sample : samples) {
            analysis.fold().add(all, SHOP, sample);
        }
        return analysis.finish(all, Coverage.NONE);
    }

    private static Series series(Section section, String id) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(id))
                .map(Series.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no series " + id));
    }

    private static Table table(Section section, String id) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(id))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + id));
    }

    private static List<Cell> row(Table table, String first) {
        return table.rows().stream()
                .map(Table.Row::cells)
                .filter(cells -> cells.get(0).equals(Cell.text(first)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + first));
    }
}
