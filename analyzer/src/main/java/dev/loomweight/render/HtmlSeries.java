package dev.loomweight.render;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** The series of {@link HtmlData}: times in seconds since 1970, other values in the unit of the series or the line. */
final class HtmlSeries {

    // What a chart can label: the years 0 to 9999.
    private static final long FIRST_SECOND =
            Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
    private static final long LAST_SECOND =
            Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private final JsonOutput json;

    HtmlSeries(JsonOutput json) {
        this.json = json;
    }

    /** Writes a series, without its id. */
    void write(Series series) throws IOException {
        json.name("type").value("series");
        json.name("title").value(SafeText.of(series.title()));
        json.constant("form", series.form());
        json.name("over").value(over(series));
        json.objects("lines", series.lines(), this::write);
        json.name("spans").beginArray();
        for (Series.Span span : series.spans()) {
            if (isDrawable(span.start()) && isDrawable(span.end())) {
                json.beginObject();
                json.name("start").value(seconds(span.start()));
                json.name("end").value(seconds(span.end()));
                json.name("label").value(SafeText.of(span.label()));
                json.endObject();
            }
        }
        json.endArray();
        json.name("levels").beginArray();
        for (Series.Level level : series.levels()) {
            OptionalDouble value = level.value().number();
            if (value.isPresent()) {
                json.beginObject();
                json.name("name").value(SafeText.of(level.name()));
                json.name("unit").value(unit(level.value()));
                json.name("value").value(value.getAsDouble());
                json.endObject();
            }
        }
        json.endArray();
    }

    private void write(Series.Line line) throws IOException {
        List<Series.Point> points = line.points().stream()
                .filter(point ->
                        isDrawable(point.at()) && point.value().number().isPresent())
                .sorted(Comparator.comparingDouble(point -> place(point.at())))
                .toList();
        json.name("name").value(SafeText.of(line.name()));
        json.name("unit")
                .value(points.isEmpty() ? "count" : unit(points.getFirst().value()));
        json.array("at", points, (Series.Point point) -> json.value(place(point.at())));
        json.array(
                "values",
                points,
                (Series.Point point) -> json.value(point.value().number().orElse(0)));
    }

    /** What a series is over: time, or the unit of what was varied. */
    private static String over(Series series) {
        return series.isOverTime()
                ? "time"
                : series.lines().stream()
                        .flatMap(line -> line.points().stream())
                        .map(Series.Point::at)
                        .findFirst()
                        .map(HtmlSeries::unit)
                        .orElse("count");
    }

    private static boolean isDrawable(Cell at) {
        return at instanceof Cell.Time time
                ? isDrawable(time.value())
                : at.number().isPresent();
    }

    private static double place(Cell at) {
        return at instanceof Cell.Time time
                ? seconds(time.value())
                : at.number().orElse(0);
    }

    private static boolean isDrawable(Instant time) {
        return time.getEpochSecond() >= FIRST_SECOND && time.getEpochSecond() <= LAST_SECOND;
    }

    private static double seconds(Instant time) {
        return time.getEpochSecond() + time.getNano() / 1e9;
    }

    private static String unit(Cell cell) {
        return switch (cell) {
            case Cell.Bytes bytes -> "bytes";
            case Cell.Nanos nanos -> "nanos";
            case Cell.Ratio ratio -> "ratio";
            default -> "count";
        };
    }
}
