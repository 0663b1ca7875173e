package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports that were saved as JSON, compared with each other and with captures. */
class ReportDiffTest {

    private static final Path NMT_BEFORE = nmt("25.0.3/virtual-summary-b.txt");
    private static final Path NMT_AFTER = nmt("25.0.3/platform-summary-b.txt");

    @TempDir
    private Path folder;

    @Test
    void figuresOfTwoReportsAreComparedRowByRow() throws IOException {
        Path before =
                saved("a.json", Question.MEMORY.ask(InputOptions.of(NMT_BEFORE)).report());
        Path after =
                saved("b.json", Question.MEMORY.ask(InputOptions.of(NMT_AFTER)).report());

        Report diff = Diff.compare(before, after).report();

        assertThat(diff.command()).isEqualTo("diff");
        assertThat(rows(diff))
                // 197 threads more, with a stack of 1 MB each.
                .contains(Row.of(
                        Cell.text("thread stacks"),
                        Cell.text("reserved"),
                        Cell.bytes(23_068_672),
                        Cell.bytes(229_638_144),
                        Cell.bytes(197L << 20)))
                .allSatisfy(row -> assertThat(row.cells().getLast()).isNotEqualTo(Cell.bytes(0)));
        assertThat(headline(diff)).contains(" figures that both have differ.");
    }

    @Test
    void aReportIsComparedWithWhatItsCommandSaysOfACapture() throws IOException {
        Path before =
                saved("a.json", Question.MEMORY.ask(InputOptions.of(NMT_BEFORE)).report());
        Path after =
                saved("b.json", Question.MEMORY.ask(InputOptions.of(NMT_AFTER)).report());

        Report diff = Diff.compare(before, after).report();

        assertThat(Diff.compare(before, NMT_AFTER).report().sections()).isEqualTo(diff.sections());
        assertThat(Diff.compare(NMT_BEFORE, after).report().sections()).isEqualTo(diff.sections());
    }

    @Test
    void theSameReportTwiceHasNoChanges() throws IOException {
        Report pins = Question.PINS.ask(InputOptions.of(Recordings.variety(21))).report();

        Report diff = Diff.compare(saved("a.json", pins), saved("b.json", pins)).report();

        assertThat(diff.sections()).hasSize(1);
        assertThat(headline(diff)).startsWith("All ").contains(" figures that both have are the same.");
    }

    @Test
    void rowsAreKnownByTheirWordsAndPlaces() throws IOException {
        Report before = report(
                row(Role.GROUP, "heap", Cell.text("")),
                row(Role.PLAIN, "used", Cell.bytes(10)),
                row(Role.PART, "young", Cell.bytes(4)),
                row(Role.GROUP, "stacks", Cell.text("")),
                row(Role.PLAIN, "used", Cell.bytes(7)),
                row(Role.PLAIN, "share", new Cell.Ratio(0.5)),
                row(Role.PLAIN, "told", new Cell.Time(Instant.EPOCH)),
                row(Role.PLAIN, "gone", new Cell.Nanos(3)));
        Report after = report(
                row(Role.GROUP, "stacks", Cell.text("")),
                row(Role.PLAIN, "used", Cell.bytes(9)),
                row(Role.PLAIN, "share", new Cell.Ratio(0.75)),
                row(Role.PLAIN, "told", Cell.absent("nobody told")),
                row(Role.GROUP, "heap", Cell.text("")),
                row(Role.PLAIN, "used", Cell.bytes(10)),
                row(Role.PART, "young", Cell.bytes(5)),
                row(Role.TOTAL, "all", Cell.count(2)));

        Report diff =
                Diff.compare(saved("a.json", before), saved("b.json", after)).report();

        assertThat(headline(diff)).startsWith("3 of 4 figures that both have differ; 1 row is new; 1 row is gone.");
        assertThat(rows(diff))
                .containsExactly(
                        change("stacks: used", Cell.bytes(7), Cell.bytes(9), Cell.bytes(2)),
                        change("stacks: share", new Cell.Ratio(0.5), new Cell.Ratio(0.75), new Cell.Ratio(0.25)),
                        change("heap: used, young", Cell.bytes(4), Cell.bytes(5), Cell.bytes(1)),
                        change("heap: all", Cell.absent("new"), Cell.count(2), Cell.absent("new")),
                        change("stacks: gone", new Cell.Nanos(3), Cell.absent("gone"), Cell.absent("gone")));
    }

    private static Row row(Role role, String name, Cell cell) {
        return new Row(role, List.of(Cell.text(name), cell));
    }

    private static Row change(String name, Cell before, Cell after, Cell change) {
        return Row.of(Cell.text(name), Cell.text("amount"), before, after, change);
    }

    private static Report report(Row... rows) {
        List<Column> columns = List.of(Column.of("what", "what"), Column.of("amount", "amount"));
        Table table = new Table("parts", "Parts", columns, List.of(rows), List.of());
        return new Report("memory", "app", List.of(new Section("memory", "Memory", List.of(table), List.of())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | is no report of loomweight",
                "[1] | is no report of loomweight",
                "{\"schemaVersion\": 2, \"command\": \"pins\" | is no whole report of loomweight; write it again",
                "{\"schemaVersion\": 2, \"command\": \"pins\"} | is no whole report of loomweight",
                "{\"schemaVersion\": 1} | was made by a version before the release; write it again with -o bad.json",
                "{\"schemaVersion\": 99} | is a report of schema version 99, and this loomweight reads 2",
            })
    void whatIsNoReportIsSaid(String text, String expected) throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.json"), text);

        assertThatThrownBy(() -> Diff.compare(bad, NMT_AFTER))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void oneReportAloneAndAReportOfAnotherKindAreSaid() throws IOException {
        Path diff = saved("d.json", Diff.compare(NMT_BEFORE, NMT_AFTER).report());

        assertThatThrownBy(() -> Diff.compare(diff, null))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith("is a saved report; name a second report or a capture to compare it with");
        assertThatThrownBy(() -> Diff.compare(diff, NMT_AFTER))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is a report of \"diff\", which cannot be compared with ");
    }

    private Path saved(String name, Report report) throws IOException {
        StringBuilder text = new StringBuilder();
        Format.ofFile(name).orElseThrow().renderer(new TextOptions(100, false)).render(report, text);
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<Row> rows(Report diff) {
        return diff.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Table.class::isInstance)
                .flatMap(block -> ((Table) block).rows().stream())
                .toList();
    }

    private static String headline(Report diff) {
        Block first = diff.sections().getFirst().blocks().getFirst();
        return ((Note) first).sentences().getFirst();
    }

    private static Path nmt(String name) {
        try {
            return Path.of(ReportDiffTest.class.getResource("/nmt/" + name).toURI());
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
