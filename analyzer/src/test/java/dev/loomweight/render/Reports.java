package dev.loomweight.render;

import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import dev.loomweight.report.StackTree.Node;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports written by hand, each for what can go wrong with it, and some that commands made. Their names are those of the
 * golden files.
 */
final class Reports {

    /** When they begin. */
    static final Instant START = Instant.parse("2026-03-01T12:00:00.123Z");

    private Reports() {}

    /** All of them, by name. */
    static Map<String, Report> all() {
        Map<String, Report> all = new LinkedHashMap<>();
        all.put("side-by-side", UsualReports.sideBySide());
        all.put("cells", cells());
        all.put("no-rows", noRows());
        all.put("one-row", oneRow());
        all.put("wide-characters", wideCharacters());
        all.put("long-names", longNames());
        all.put("hostile", hostile());
        all.put("pins", UsualReports.pins());
        all.put("series", SeriesReports.overTime());
        all.put("variation", SeriesReports.overWhatWasVaried());
        all.put("bars", BarsReport.bars());
        all.put("many-numbers", manyNumbers());
        all.put("places", UsualReports.places());
        all.put("check", CommandReports.check());
        all.put("diff-pins", CommandReports.diffOfPins());
        all.put("diff-memory", CommandReports.diffOfMemory());
        return all;
    }

    /** Every type of cell in a column of its own, and all in one column. */
    static Report cells() {
        List<Cell> values = List.of(
                Cell.bytes(168),
                Cell.bytes(-4_198_400_000L),
                new Cell.Nanos(1_240_000_000L),
                new Cell.Nanos(12_000),
                Cell.count(1_234_567),
                new Cell.Ratio(0.9644),
                new Cell.Ratio(Double.NaN),
                new Cell.Time(START),
                Cell.text("words"),
                Cell.text(""),
                Cell.absent("the event is off"),
                Cell.absent("JDK 21 has no System.map"),
                Cell.absent("the event is off"),
                Cell.absent(""));
        List<Row> mixed = values.stream()
                .map(cell -> Row.of(Cell.text(cell.getClass().getSimpleName()), cell))
                .toList();
        Table typed = new Table(
                "typed",
                "One type a column",
                List.of(
                        Column.of("what", "what"),
                        new Column("size", "size", true),
                        Column.of("took", "took"),
                        new Column("events", "events", true),
                        Column.of("share", "share of all"),
                        Column.of("when", "when it was seen")),
                List.of(
                        row(
                                Role.PLAIN,
                                "first",
                                Cell.bytes(3_000),
                                new Cell.Nanos(37_000_000),
                                Cell.count(9),
                                new Cell.Ratio(0.5),
                                new Cell.Time(START)),
                        row(
                                Role.PLAIN,
                                "second",
                                Cell.bytes(1_024),
                                new Cell.Nanos(850),
                                Cell.count(12_345),
                                new Cell.Ratio(0.0301),
                                new Cell.Time(START.plusSeconds(90))),
                        row(
                                Role.TOTAL,
                                "both",
                                Cell.bytes(4_024),
                                new Cell.Nanos(95_000_000_000L),
                                Cell.count(12_354),
                                new Cell.Ratio(1),
                                Cell.absent("a sum has no time"))),
                List.of("Times by the clock of the target."));
        return report(
                "Every type of cell",
                new Table(
                        "mixed",
                        "All in one column",
                        List.of(Column.of("type", "type"), Column.of("value", "value")),
                        mixed,
                        List.of()),
                typed);
    }

    static Report noRows() {
        return report(
                "Nothing",
                new Table("none", "No rows", List.of(Column.of("a", "a")), List.of(), List.of("A footnote stays.")),
                new StackTree("noStacks", "No stacks", List.of()),
                new Series("noLines", "No lines", List.of()));
    }

    static Report oneRow() {
        Table table = new Table(
                "one",
                "",
                List.of(Column.of("name", "name"), new Column("size", "size", true)),
                List.of(Row.of(Cell.text("only"), Cell.bytes(1))),
                List.of());
        Note note = Note.of("note", "One sentence stands without a bullet.");
        return new Report("memory", "One row", List.of(new Section("first", "", List.of(table, note), List.of())));
    }

    static Report wideCharacters() {
        return report(
                "東京の糸: 幅の広い文字",
                new Table(
                        "wide",
                        "広い文字",
                        List.of(Column.of("name", "名前"), new Column("size", "大きさ", true)),
                        List.of(
                                Row.of(Cell.text("仮想スレッド"), Cell.bytes(2_458)),
                                Row.of(Cell.text("cafe\u0301 – naïve"), Cell.bytes(1_000)),
                                Row.of(Cell.text("한국어 😀 x"), Cell.bytes(500)),
                                Row.of(Cell.text("abc"), Cell.bytes(20))),
                        List.of()),
                Note.of("long", "とても長い一語の文章は空白がないのでどこかで折り返さなければならないが文字の途中では折り返せない。"));
    }

    static Report longNames() {
        String name = "com.acme.warehouse.inventory.reservation.internal.ReservationCoordinatorFactoryBean";
        String generated = name + "$$Lambda$StringConcat/0x000078e1a40e4c00";
        return report(
                "Names that are longer than the line, in " + name,
                new Table(
                        "classes",
                        "Classes",
                        List.of(
                                Column.of("class", "class"),
                                Column.of("loader", "defined by the class loader"),
                                new Column("instances", "number of instances", true),
                                new Column("bytes", "shallow size", true)),
                        List.of(
                                Row.of(Cell.text(name), Cell.text("app"), Cell.count(12), Cell.bytes(480)),
                                Row.of(
                                        Cell.text(generated),
                                        Cell.text("a loader whose name somebody wrote as a whole sentence"),
                                        Cell.count(1),
                                        Cell.bytes(16)),
                                Row.of(Cell.text("byte[]"), Cell.text("boot"), Cell.count(99), Cell.bytes(123_456))),
                        List.of()),
                new StackTree(
                        "stacks",
                        "Stacks",
                        List.of(new Node(
                                name + ".reserve(ReservationCoordinatorFactoryBean.java:1234)",
                                Marker.HOLDER,
                                3,
                                37_000_000,
                                List.of()))));
    }

    static Report hostile() {
        String hostile = "\u001b[31mred\u001b[0m\u0007 \u202Ereversed\u202C a\nb\tc \u009b2J \uD800 \u2028";
        return new Report(
                hostile,
                hostile,
                List.of(new Section(
                        "hostile",
                        hostile,
                        List.of(
                                new Table(
                                        "table",
                                        hostile,
                                        List.of(Column.of("name", hostile), Column.of("value", "value")),
                                        List.of(
                                                Row.of(Cell.text(hostile), Cell.count(1)),
                                                Row.of(Cell.text("\u001b]0;title\u0007"), Cell.absent(hostile))),
                                        List.of(hostile)),
                                new StackTree(
                                        "tree", hostile, List.of(new Node(hostile, Marker.NONE, 1, 1, List.of()))),
                                new Series(
                                        "series",
                                        hostile,
                                        List.of(new Series.Line(
                                                hostile, List.of(new Series.Point(START, Cell.count(1)))))),
                                Note.of("note", hostile, "")),
                        List.of(new Finding("finding", Finding.Severity.PROBLEM, hostile, hostile, hostile)))));
    }

    /** More numbers than 40 columns hold. */
    static Report manyNumbers() {
        return report(
                "Many numbers",
                new Table(
                        "categories",
                        "NMT by category",
                        List.of(
                                Column.of("category", "category"),
                                Column.of("reserved", "reserved"),
                                Column.of("committed", "committed"),
                                Column.of("peak", "peak committed"),
                                Column.of("malloc", "malloc"),
                                Column.of("mallocs", "malloc calls")),
                        List.of(
                                Row.of(
                                        Cell.text("Java Heap"),
                                        Cell.bytes(4L << 30),
                                        Cell.bytes(256L << 20),
                                        Cell.bytes(256L << 20),
                                        Cell.absent("the heap is mapped"),
                                        Cell.absent("the heap is mapped")),
                                Row.of(
                                        Cell.text("Thread"),
                                        Cell.bytes(4_198_400_000L),
                                        Cell.bytes(154_140_672),
                                        Cell.bytes(154_140_672),
                                        Cell.bytes(9_999_999),
                                        Cell.count(24_123)),
                                row(
                                        Role.TOTAL,
                                        "all",
                                        Cell.bytes(8L << 30),
                                        Cell.bytes(400L << 20),
                                        Cell.bytes(412L << 20),
                                        Cell.bytes(9_999_999),
                                        Cell.count(24_123))),
                        List.of()));
    }

    /** One section of some blocks. */
    static Report report(String title, Block... blocks) {
        return new Report("memory", title, List.of(new Section("section", "The section", List.of(blocks), List.of())));
    }

    /** A row by what it is among its neighbours, its first cell a name. */
    static Row row(Role role, String name, Cell... cells) {
        Cell[] all = new Cell[cells.length + 1];
        all[0] = Cell.text(name);
        System.arraycopy(cells, 0, all, 1, cells.length);
        return new Row(role, Arrays.asList(all));
    }
}
