package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.render.RowFormat;
import dev.loomweight.report.Cell;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every step of a pipeline, over a table that can be counted by hand. */
class PipelineTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    /** Five rows; the last one has no length, and its site differs from the first in a letter's case only. */
    private static final Relation PINS = Relations.of(
            "pins",
            List.of("startTime", "duration", "site", "pinnedReason", "bytes"),
            List.of(
                    row(0, 10, "Cart.add", "native", 100),
                    row(400, 30, "Cart.add", "monitor", 2048),
                    row(1200, 25, "Shop.buy", "native", 70_000),
                    row(1900, 1, "Shop.buy", "native", 1),
                    List.of(
                            new Cell.Time(NOON.plusMillis(3000)),
                            Cell.absent(""),
                            Cell.text("cart.add"),
                            Cell.text("monitor"),
                            Cell.bytes(5))));

    private static List<Cell> row(long afterMillis, long millis, String site, String reason, long bytes) {
        return List.of(
                new Cell.Time(NOON.plusMillis(afterMillis)),
                new Cell.Nanos(millis * 1_000_000),
                Cell.text(site),
                Cell.text(reason),
                Cell.bytes(bytes));
    }

    private static String run(String steps) {
        Relation rows = PipelineParser.parse("pins | " + steps).run((source, fields) -> PINS);
        StringWriter csv = new StringWriter();
        try {
            RowFormat.CSV.write(rows, 0, rows.rows(), csv);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return csv.toString().replace("\r\n", "\n").strip();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "duration > 20ms # 2",
                "duration >= 0.025s and duration <= 30000us # 2",
                "bytes > 64KB # 1",
                "bytes >= 2KB or duration = 1ms # 3",
                "not site ~ \"^Cart\" # 3",
                "site in (\"Shop.buy\", cart.add) # 3",
                "site !~ add # 2",
                "duration is null # 1",
                "duration is not null # 4",
                "duration != 10ms # 4",
                "startTime > 12:00:01 # 3",
                "startTime < 2026-11-21T12:00:01Z and (reason = native or reason = monitor) # 2",
                "reason = 'native' # 3",
            })
    void whereKeepsTheRowsThatPass(String condition, int expected) {
        assertThat(run("where " + condition + " | agg count")).isEqualTo("count\n" + expected);
    }

    @Test
    void groupsKeepTheOrderOfRowsAndHaveTheAskedFigures() {
        assertThat(run("by site, reason | agg count, sum duration, p50 duration, max bytes as most, distinct reason"))
                .isEqualTo("""
                        site,pinnedReason,count,sumDurationNanos,p50DurationNanos,mostBytes,distinctReason
                        Cart.add,native,1,10000000,10000000,100,1
                        Cart.add,monitor,1,30000000,30000000,2048,1
                        Shop.buy,native,2,26000000,1000000,70000,1
                        cart.add,monitor,1,0,,5,1""");
    }

    @Test
    void aGroupWithoutFiguresIsCountedAndAShortNameFindsTheFigure() {
        assertThat(run("by site | sort -count, site | top 2")).isEqualTo("site,count\nCart.add,2\nShop.buy,2");
        assertThat(run("by reason | agg sum duration | sort -sum | top 1"))
                .isEqualTo("pinnedReason,sumDurationNanos\nnative,36000000");
    }

    @Test
    void figuresOfAllRowsAreOneRowEvenIfThereAreNone() {
        assertThat(run("where duration > 1h | agg count, sum duration, max duration, first site"))
                .isEqualTo("count,sumDurationNanos,maxDurationNanos,firstSite\n0,0,,");
    }

    @Test
    void whatIsAbsentComesLastInEitherOrder() {
        assertThat(run("sort duration | select duration"))
                .isEqualTo("durationNanos\n1000000\n10000000\n25000000\n30000000");
        assertThat(run("sort -duration | select duration"))
                .isEqualTo("durationNanos\n30000000\n25000000\n10000000\n1000000");
        assertThat(run("top 1 duration | select site, bytes as size")).isEqualTo("site,sizeBytes\nCart.add,2048");
    }

    @Test
    void distinctRowsAndBucketsOfTime() {
        assertThat(run("distinct reason")).isEqualTo("pinnedReason\nnative\nmonitor");
        assertThat(run("sort -bytes | per 1s | agg count")).isEqualTo("""
                        time,count
                        2026-11-21T12:00:00Z,2
                        2026-11-21T12:00:01Z,2
                        2026-11-21T12:00:03Z,1""");
        assertThat(run("per 10s by reason")).contains("12:00:00Z,native,3", "12:00:00Z,monitor,2");
    }

    @Test
    void aJoinPutsTheRowsOfAnotherPipelineBeside() {
        assertThat(run("where bytes > 1KB | select site, bytes | join (pins | by site | agg count) on site"))
                .isEqualTo("site,bytesBytes,count\nCart.add,2048,2\nShop.buy,70000,2");
    }

    /** Where tablesaw's own grouping breaks: beyond 33,000 distinct words. */
    @Test
    void moreDistinctWordsThanAShortCanNumberAreGroupedRightly() {
        int words = 100_000;
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < 2 * words; i++) {
            rows.add(List.of(Cell.text("site" + i % words), Cell.count(i)));
        }
        Relation many = Relations.of("many", List.of("site", "n"), rows);

        Relation grouped = PipelineParser.parse("many | by site | agg count, max n | where count = 2")
                .run((source, fields) -> many);

        assertThat(grouped.rows()).isEqualTo(words);
        assertThat(grouped.fields().getFirst().value(words - 1)).isEqualTo("site" + (words - 1));
        assertThat(grouped.fields().get(2).value(7)).isEqualTo((long) words + 7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "pins | wher duration > 2 # 7 # unknown step wher; did you mean where?",
                "pins | limit 5 # 7 # unknown step limit; did you mean top N?",
                "pins | count # 7 # unknown step count; did you mean agg count?",
                "pins | group by holder # 7 # unknown step group; did you mean by FIELD?",
                "pins | order by duration # 7 # unknown step order; did you mean sort FIELD?",
                "pins | by site limit 5 # 15 # unexpected limit; did you mean | top N?",
                "pins | by site sort -count # 15 # unexpected sort; did you mean | sort?",
                "pins | where duration > 20 ms # 27 # unexpected ms; did you mean 20ms?",
                "pins | where duratoin > 2ms # 13 # pins has no field duratoin; did you mean duration?",
                "pins | where duration > # 23 # missing value at the end",
                "pins | where duration > 20KB # 24 # duration is a duration, and 20KB is a size; expected for example 20ms",
                "pins | where site ~ \"(\" # 20 # invalid regular expression: missing closing ): `(`; escape special characters with \\",
                "pins | by site | agg summ duration # 21 # unknown function summ; did you mean sum?",
                "pins | agg sum site # 11 # sum needs numbers, and site is a text; count, distinct, min, max, first and last take any field",
                "pins | top many # 11 # top needs a number of rows, for example top 10",
                "pins | per 5 # 11 # per needs a duration, for example per 1s",
                "pins | # 6 # missing step after the bar",
                "pins | save a.csv | top 3 # 20 # no step can follow plot or save",
            })
    void faultsSayWhereTheyAreAndWhatToWrite(String line, int at, String message) {
        assertThatThrownBy(() -> PipelineParser.parse(line).run((source, fields) -> PINS))
                .isInstanceOfSatisfying(
                        QueryException.class, e -> assertThat(e.at()).isEqualTo(at))
                .hasMessageStartingWith(message);
    }

    @Test
    void aSumThatNoNumberCanSayIsRefused() {
        Relation rows = Relations.of(
                "pins",
                List.of("duration"),
                List.of(List.of(new Cell.Nanos(Long.MAX_VALUE)), List.of(new Cell.Nanos(1))));

        assertThatThrownBy(() -> PipelineParser.parse("pins | agg sum duration").run((source, fields) -> rows))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("the sum of duration does not fit in 64 bits");
    }
}
