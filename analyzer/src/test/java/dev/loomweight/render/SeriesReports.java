package dev.loomweight.render;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Series;
import java.util.List;
import java.util.stream.IntStream;

/** Reports of charts alone. */
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
}
