package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.List;

/** A report of {@link Reports} with bars. */
final class BarsReport {

    private BarsReport() {}

    /** What has no common scale: published figures beside those of another machine, with prose and links. */
    static Report bars() {
        List<Bars.Column> columns = List.of(
                new Bars.Column("published", "published", "published"),
                new Bars.Column("jdk21", "JDK 21.0.8", "measured"),
                new Bars.Column("jdk25", "JDK 25.0.3", "measured"));
        List<Block> blocks = List.of(
                Note.of("verdict", "JDK 25.0.3: of 2 claims, 1 holds.", "It was run on *this* machine."),
                new Note("claimed", "What was claimed", List.of("Two words are faster.", "And *nothing* else.")),
                new Table(
                        "claims",
                        "What is said",
                        List.of(Column.of("page", "experiment"), Column.of("verdict", "verdict")),
                        List.of(
                                Row.of(new Cell.Link("ping | pong", "ping.md"), Cell.text("holds")),
                                new Row(Role.GROUP, List.of(Cell.text("others"), Cell.text(""))),
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
        return new Report("memory", "An experiment", List.of(new Section("section", "The section", blocks, List.of())));
    }
}
