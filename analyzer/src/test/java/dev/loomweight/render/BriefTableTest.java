package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows and columns of a table on the first screen. */
class BriefTableTest {

    private static Row site(String name, String blocker, String cause, long pins, long millis) {
        return Row.of(
                Cell.text(name),
                Cell.text(blocker),
                Cell.text(cause),
                Cell.count(pins),
                new Cell.Nanos(millis * 1_000_000),
                new Cell.Nanos(1),
                Cell.text("no"));
    }

    private static final Table SITES = new Table(
            "sites",
            "Pinning sites, costliest first",
            List.of(
                    Column.of("site", "Site"),
                    Column.of("blocker", "Blocked in"),
                    Column.of("cause", "Cause"),
                    Column.of("pins", "Pins"),
                    new Column("total", "Total", true),
                    Column.of("max", "Max"),
                    Column.of("after", "Pins on 24+")),
            List.of(
                    site(
                            "org.postgresql.core.v3.QueryExecutorImpl.execute",
                            "sun.nio.ch.NioSocketImpl.park",
                            "a synchronized method",
                            36,
                            1820),
                    site("com.acme.shop.Cart.add", "java.lang.Thread.sleep", "a synchronized block", 13, 517),
                    site("com.acme.Rates.<clinit>", "LockSupport.parkNanos", "a class initializer", 1, 60),
                    new Row(Role.TOTAL, total())),
            List.of("A footnote."),
            25,
            List.of("site", "total", "pins", "cause", "blocker", "after", "unheardOf"));

    private static List<Cell> total() {
        List<Cell> cells = new ArrayList<>(site("Total", "", "", 50, 2397).cells());
        cells.set(6, Cell.text(""));
        return cells;
    }

    private static List<String> lines(Table table, int rows, int width) throws IOException {
        StringBuilder text = new StringBuilder();
        Table brief = BriefTable.rows(table, rows);
        TableText.writeLines(
                brief,
                BriefTable.order(brief),
                new ParagraphWriter(new LineWriter(text, false), new TextOptions(width, false)));
        return text.toString().lines().toList();
    }

    @Test
    void rankedRowsAreTheFirstOnesWithoutTheTotal() {
        assertThat(BriefTable.rows(SITES, 2))
                .returns("Pinning sites, costliest first (2 of 3)", Table::title)
                .returns(SITES.rows().subList(0, 2), Table::rows);
        assertThat(BriefTable.rows(SITES, 5))
                .returns("Pinning sites, costliest first", Table::title)
                .returns(SITES.rows().subList(0, 3), Table::rows);
    }

    @Test
    void otherRowsAreTheLargestWithTheTotalAndWithoutTheirParts() {
        Table memory = new Table(
                "memory",
                "app",
                List.of(Column.of("part", ""), Column.of("committed", "committed"), Column.of("resident", "resident")),
                List.of(
                        Row.of(Cell.text("small"), Cell.bytes(9), Cell.bytes(1)),
                        Row.of(Cell.text("large"), Cell.bytes(5), Cell.bytes(5)),
                        new Row(Role.PART, List.of(Cell.text("of it"), Cell.bytes(99), Cell.bytes(99))),
                        Row.of(Cell.text("middle"), Cell.bytes(1), Cell.bytes(3)),
                        new Row(Role.TOTAL, List.of(Cell.text("all"), Cell.bytes(15), Cell.bytes(9)))),
                List.of());

        Table brief = BriefTable.rows(memory, 2);
        assertThat(brief.title()).isEqualTo("app (the 2 largest)");
        assertThat(brief.rows().stream().map(row -> row.cells().getFirst()))
                .containsExactly(Cell.text("large"), Cell.text("middle"), Cell.text("all"));
        assertThat(BriefTable.rows(memory, 3).rows().getFirst().cells().getFirst())
                .as("what is complete keeps its order")
                .isEqualTo(Cell.text("small"));
    }

    @Test
    void columnsWithoutFiguresAreLeftOut() {
        Table table = new Table(
                "t",
                "",
                List.of(Column.of("a", "A"), Column.of("b", "B"), Column.of("c", "C")),
                List.of(Row.of(Cell.text("x"), Cell.absent("not measured"), Cell.text(" "))),
                List.of());

        assertThat(BriefTable.order(table)).containsExactly(0);
        assertThat(BriefTable.order(SITES)).containsExactly(0, 4, 3, 2, 1, 6);
    }

    @ParameterizedTest
    @CsvSource({"80", "100", "120", "200"})
    void eachRowIsALineWithAllThatMatters(int width) throws IOException {
        assertThat(lines(SITES, 5, width))
                .as(String.join("\n", lines(SITES, 5, width)))
                .hasSizeBetween(5, 6)
                .allMatch(line -> TerminalColumns.of(line) <= width)
                .anyMatch(line -> line.contains("Blocked") && line.contains("Cause") && line.contains("24+"))
                .anyMatch(line ->
                        line.contains("QueryExecutorImpl.execute") && line.contains("1.82 s") && line.endsWith("no"));
    }

    @Test
    void whatMattersLeastIsLeftOutWhereThereIsNoRoom() throws IOException {
        List<String> lines = lines(SITES, 5, TextOptions.MIN_WIDTH);

        assertThat(lines).allMatch(line -> TerminalColumns.of(line) <= TextOptions.MIN_WIDTH);
        assertThat(lines.getFirst()).contains("Site", "Total").doesNotContain("Blocked");
        assertThat(lines).anyMatch(line -> line.contains("1.82 s"));
    }
}
