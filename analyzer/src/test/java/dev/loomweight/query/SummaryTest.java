package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.render.Format;
import dev.loomweight.render.RowFormat;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tech.tablesaw.aggregate.AggregateFunctions;
import tech.tablesaw.api.LongColumn;

/** The steps that summarize a table, over values that can be counted by hand. */
class SummaryTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    /** The last row has neither duration nor site; two sites differ in a letter's case only, and one is called "total". */
    private static final Relation PINS = Relations.of(
            "pins",
            List.of("startTime", "duration", "site", "reason", "bytes", "ratio"),
            List.of(
                    row(0, new Cell.Nanos(10_000_000), Cell.text("Cart.add"), "native", 100, 0.5),
                    row(1, new Cell.Nanos(30_000_000), Cell.text("Cart.add"), "monitor", 2048, 0.25),
                    row(2, new Cell.Nanos(25_000_000), Cell.text("cart.add"), "native", 70_000, 0.25),
                    row(3, new Cell.Nanos(1_000_000), Cell.text("total"), "native", 1, 1),
                    row(4, Cell.absent(""), Cell.absent(""), "monitor", 5, 0)));

    private static List<Cell> row(long afterNanos, Cell duration, Cell site, String reason, long bytes, double ratio) {
        return List.of(
                new Cell.Time(NOON.plusNanos(afterNanos)),
                duration,
                site,
                Cell.text(reason),
                Cell.bytes(bytes),
                new Cell.Ratio(ratio));
    }

    private static Relation rows(String steps) {
        return PipelineParser.parse("pins | " + steps).run((source, fields) -> PINS);
    }

    private static String run(String steps) {
        Relation rows = rows(steps);
        StringWriter csv = new StringWriter();
        try {
            RowFormat.CSV.write(rows, 0, rows.rows(), csv);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return csv.toString().replace("\r\n", "\n").strip();
    }

    private static String text(Relation rows) throws IOException {
        Section section = new Section("rows", "", List.of(rows.table("", 0, rows.rows(), List.of())), List.of());
        StringWriter out = new StringWriter();
        Format.TEXT.renderer(new TextOptions(200, false)).render(new Report("rows", "", List.of(section)), out);
        return out.toString();
    }

    @Test
    void summaryHasTheDistributionOfEachFieldWithoutItsMissingValues() {
        assertThat(run("summary")).isEqualTo("""
                        field,kind,values,missing,distinct,min,q1,median,mean,q3,max,top,topCount
                        startTime,time,5,0,5,2026-11-21T12:00:00Z,2026-11-21T12:00:00.000000001Z,\
                        2026-11-21T12:00:00.000000002Z,,2026-11-21T12:00:00.000000003Z,2026-11-21T12:00:00.000000004Z,,
                        duration,duration,4,1,4,1000000,1000000,10000000,16500000,25000000,30000000,,
                        site,text,4,1,3,,,,,,,Cart.add,2
                        reason,text,5,0,2,,,,,,,native,3
                        bytes,size,5,0,5,1,5,100,14431,2048,70000,,
                        ratio,ratio,5,0,4,0.0,0.25,0.25,0.4,0.5,1.0,,""");
    }

    @Test
    void summaryShowsEachFigureInTheUnitOfItsField() throws IOException {
        assertThat(text(rows("select duration, bytes, ratio | summary")))
                .containsPattern("duration +duration +4 +1 +4 +1 ms +1 ms +10 ms +16\\.5 ms +25 ms")
                .containsPattern("bytes +size .* 100 B +14\\.1 KB +2 KB +68\\.4 KB")
                .containsPattern("ratio +ratio .* 25(\\.0)? % +40(\\.0)? %");
    }

    @Test
    void summaryAgreesWithAgg() {
        assertThat(
                        run("agg min bytes, p25 bytes, median bytes, avg bytes, p75 bytes, max bytes, avg ratio, count duration,"
                                        + " distinct duration")
                                .lines()
                                .skip(1))
                .containsExactly("1,5,100,14431,2048,70000,0.4,4,4");
    }

    /** Quartiles are values that occur, as everywhere in Loomweight; those of tablesaw lie between two of them. */
    @Test
    void quartilesAreByNearestRankWhichThoseOfTablesawAreNot() {
        Relation four = Relations.of(
                "four",
                List.of("n"),
                IntStream.of(1, 2, 3, 4)
                        .mapToObj(n -> List.<Cell>of(Cell.count(n)))
                        .toList());
        Relation summary = PipelineParser.parse("four | summary | select q1, median, q3, mean")
                .run((s, f) -> four);

        assertThat(List.of(summary.cell(0, 0), summary.cell(0, 1), summary.cell(0, 2)))
                .containsExactly(Cell.count(1), Cell.count(2), Cell.count(3));
        assertThat(summary.value(0, 3)).isEqualTo(2.5);
        LongColumn column = LongColumn.create("n", 1, 2, 3, 4, Long.MIN_VALUE);
        assertThat(AggregateFunctions.quartile1.summarize(column)).isEqualTo(1.25);
        assertThat(AggregateFunctions.countNonMissing.summarize(column)).isEqualTo(4);
        assertThat(AggregateFunctions.mean.summarize(column)).isEqualTo(2.5);
    }

    @Test
    void stepsGoOnAfterASummary() {
        assertThat(run("summary | where max > 20ms and kind = duration | select field, max"))
                .isEqualTo("field,max\nduration,30000000");
        assertThat(run("select bytes, duration | summary | sort -mean | select field"))
                .isEqualTo("field\nduration\nbytes");
        assertThat(run("where bytes > 1GB | select duration, site | summary")).isEqualTo("""
                        field,kind,values,missing,distinct,min,q1,median,mean,q3,max,top,topCount
                        duration,duration,0,0,0,,,,,,,,
                        site,text,0,0,0,,,,,,,,""");
    }

    @Test
    void describeSaysWhatATableHolds() {
        assertThat(run("describe")).isEqualTo("""
                        field,kind,unit,values,missing
                        startTime,time,,5,0
                        duration,duration,ns,4,1
                        site,text,,4,1
                        reason,text,,5,0
                        bytes,size,bytes,5,0
                        ratio,ratio,,5,0""");
    }

    @Test
    void crosstabCountsPairsWithTotalsThatAreNotRows() throws IOException {
        Relation pairs = rows("crosstab site by reason");

        assertThat(run("crosstab site by reason")).isEqualTo("""
                        site,monitor,native,total
                        Cart.add,1,1,2
                        cart.add,0,1,1
                        total,0,1,1
                        ,1,0,1""");
        assertThat(pairs.totals()).containsExactly(Cell.text("total"), Cell.count(2), Cell.count(3), Cell.count(5));
        assertThat(text(pairs)).containsPattern("total +2 +3 +5");
        assertThat(rows("crosstab site by reason | sort -total").totals()).isEmpty();
    }

    @Test
    void headingsOfACrosstabAreDistinctWhateverTheValues() {
        assertThat(run("crosstab reason by site")).isEqualTo("""
                        reason,Cart.add,cart.add,total,(missing),site.total
                        monitor,1,0,0,1,2
                        native,1,1,1,0,3""");
        assertThat(run("crosstab reason by duration")).startsWith("reason,1 ms,10 ms,25 ms,30 ms,(missing),total");
    }

    @Test
    void aCrosstabOfTooManyColumnsIsRefused() {
        Relation many = Relations.of(
                "many",
                List.of("a", "b"),
                IntStream.range(0, 101)
                        .mapToObj(n -> List.<Cell>of(Cell.text("x"), Cell.count(n)))
                        .toList());
        assertThatThrownBy(() -> PipelineParser.parse("many | crosstab a by b").run((s, f) -> many))
                .isInstanceOf(QueryException.class)
                .hasMessage("b has 101 values, too many for columns (at most 100); filter first, or swap the fields")
                .extracting(e -> ((QueryException) e).at())
                .isEqualTo(21);
        assertThat(PipelineParser.parse("many | crosstab b by a")
                        .run((s, f) -> many)
                        .rows())
                .isEqualTo(101);
        assertThatThrownBy(() -> PipelineParser.parse("many | crosstab a")).hasMessage("missing \"by\" at the end");
    }
}
