package dev.loomweight.query;

import dev.loomweight.fuzz.Law;
import dev.loomweight.report.Cell;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Any text as a pipeline: what completion asks of it, and its rows over a small table. */
public final class PipelineFuzz {

    private static final Relation TABLE = Relations.of(
            "pins",
            List.of("site", "time", "bytes", "count", "share", "startTime"),
            List.of(
                    row("com.acme.A", 5_000_000L, 4096, 2, 0.5, Instant.EPOCH),
                    row("com.acme.B", 7L, -1, 1, -0.0, Instant.EPOCH.plusSeconds(90)),
                    row(null, 0L, Long.MAX_VALUE, Long.MIN_VALUE, Double.NaN, Instant.MAX)));

    private PipelineFuzz() {}

    private static List<Cell> row(
            @Nullable String site, long nanos, long bytes, long count, double ratio, Instant time) {
        return List.of(
                site == null ? Cell.absent("") : Cell.text(site),
                new Cell.Nanos(nanos),
                new Cell.Bytes(bytes),
                new Cell.Count(count),
                new Cell.Ratio(ratio),
                new Cell.Time(time));
    }

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Law.holds(input.length, () -> {
            check(text, PipelineParser.sourceEnd(text));
            check(text, PipelineParser.innermost(text));
            check(text, Math.max(0, PipelineParser.lastBar(text)));
            Pipeline pipeline;
            try {
                pipeline = PipelineParser.parse(text);
            } catch (QueryException e) {
                check(text, e.at());
                check(text, e.at() + e.length() - 1);
                throw e;
            }
            Relation rows = pipeline.run((source, fields) -> TABLE);
            rows.table("rows", 0, Math.min(rows.rows(), 100), List.of());
        });
    }

    private static void check(String text, int at) {
        if (at < 0 || at > text.length()) {
            throw new AssertionError("a place outside of the text: " + at);
        }
    }

    /** Pipelines as docs/repl.md has them. */
    public static List<byte[]> seeds() {
        return List.of(
                        "events pins | where time > 5ms and (site ~ 'acme' or count in (1, 2)) | top 3 time",
                        "pins | by site | agg count, sum(time) as all, p99.9(time), max(bytes), avg(share) | sort -all, site desc",
                        "pins | per 1s startTime by site | agg p50(time) distinct(site)",
                        "pins | join (pins | where not site is null | select site as s, time) on site = s | distinct s",
                        "pins | where startTime >= 10:00:05 and share != 50% and bytes <= 10m | save \"x y.csv\"",
                        "pins | select time - first(time) as t, -bytes*2/(count + 1), startTime | histogram t 5",
                        "pins | where (time - 1ms) > 2 * avg(time) or time < bytes | join (pins | top 2) during",
                        "pins | plot -o out.html",
                        "pins | where site in ('a''b', \"c\") | select site, count as n | sort +n")
                .stream()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
