package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.List;
import java.util.stream.IntStream;

/** Reports of charts. */
final class SeriesReports {

    private SeriesReports() {}

    /** Lines of several units, one flat, one empty, one with a gap. */
    static Report overTime() {
        List<Series.Point> rss = IntStream.range(0, 40)
                .mapToObj(i -> new Series.Point(
                        Reports.START.plusMillis(i * 2500L),
                        Cell.bytes(100_000_000 + (i < 20 ? i * 5_000_000L : 50_000_000))))
                .toList();
        List<Series.Point> threads = List.of(
                new Series.Point(Reports.START, Cell.count(10)),
                new Series.Point(Reports.START.plusSeconds(50), Cell.count(4010)),
                new Series.Point(Reports.START.plusSeconds(60), Cell.absent("lost")),
                new Series.Point(Reports.START.plusSeconds(99), Cell.count(9)));
        List<Series.Point> flat = List.of(
                new Series.Point(Reports.START, new Cell.Ratio(0.5)),
                new Series.Point(Reports.START.plusSeconds(99), new Cell.Ratio(0.5)));
        return Reports.report(
                "Values over time",
                new Series(
                        "memory",
                        "Memory over time",
                        List.of(
                                new Series.Line("RSS", rss),
                                new Series.Line("platform threads", threads),
                                new Series.Line("flat", flat),
                                new Series.Line("empty", List.of()))));
    }

    /** An axis of numbers. */
    static Report overWhatWasVaried() {
        return Reports.report(
                "Values over what was varied",
                new Series(
                        "memoryByCondition",
                        "Memory of one thread by frames below its sleep",
                        List.of(
                                new Series.Line(
                                        "platform, JDK 25.0.3",
                                        List.of(
                                                new Series.Point(Cell.count(0), Cell.bytes(28_877)),
                                                new Series.Point(Cell.count(1_000), Cell.bytes(54_477)))),
                                new Series.Line(
                                        "virtual, JDK 25.0.3",
                                        List.of(
                                                new Series.Point(Cell.count(0), Cell.bytes(2_321)),
                                                new Series.Point(Cell.count(1_000), Cell.absent("it failed")))))));
    }

    /** What has no common scale: published figures beside those of another machine, with prose and links. */
    static Report bars() {
        List<Bars.Column> columns = List.of(
                new Bars.Column("published", "published", "published"),
                new Bars.Column("jdk21", "JDK 21.0.8", "measured"),
                new Bars.Column("jdk25", "JDK 25.0.3", "measured"));
        return Reports.report(
                "An experiment",
                Note.of("verdict", "JDK 25.0.3: of 2 claims, 1 holds.", "It was run on *this* machine."),
                new Note("claimed", "What was claimed", List.of("Two words are faster.", "And *nothing* else.")),
                new Table(
                        "claims",
                        "What is said",
                        List.of(Column.of("page", "experiment"), Column.of("verdict", "verdict")),
                        List.of(
                                Row.of(new Cell.Link("ping | pong", "ping.md"), Cell.text("holds")),
                                Reports.row(Role.GROUP, "others", Cell.text("")),
                                Row.of(new Cell.Link("tasks", "sub/tasks.html"), Cell.text("cannot be told"))),
                        List.of()),
                new Bars(
                        "chart",
                        "Requests per second; published and measured each to a scale of its own",
                        columns,
                        List.of(
                                new Bars.Group(
                                        "Vert.x, on its event loop",
                                        List.of(Cell.count(166_867), Cell.count(41_000), Cell.count(41_500))),
                                new Bars.Group(
                                        "Go", List.of(Cell.absent(""), Cell.absent("go not found"), Cell.count(0))),
                                new Bars.Group(
                                        "latency",
                                        List.of(Cell.absent(""), new Cell.Nanos(1_500_000), new Cell.Nanos(3_000_000))),
                                new Bars.Group("nothing", List.of(Cell.absent(""), Cell.absent(""), Cell.absent(""))))),
                new Bars("empty", "Nothing was measured", columns, List.of()));
    }
}
