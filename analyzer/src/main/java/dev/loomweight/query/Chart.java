package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import dev.loomweight.render.Figure;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A chart of a relation: the first field of time, else its first number, is the axis; each other number is a line, one for
 * each word where there is a text field.
 */
public final class Chart {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 320;
    private static final int MARGIN = 60;
    private static final List<String> COLOURS =
            List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f");
    private static final int MOST_LINES = 8;

    private Chart() {}

    /**
     * Its lines.
     *
     * @throws DataException if there are no two fields to draw
     */
    public static Series of(Relation rows) {
        Field axis = rows.fields().stream()
                .filter(field -> field.kind() == Kind.TIME)
                .findFirst()
                .or(() -> rows.fields().stream()
                        .filter(field -> field.kind() != Kind.TEXT)
                        .findFirst())
                .orElseThrow(() -> new DataException("there is nothing to draw: no field is a time or a number"));
        List<Field> drawn = rows.fields().stream()
                .filter(field -> field.kind().isSummable() && field != axis)
                .toList();
        if (drawn.isEmpty()) {
            throw new DataException(
                    "there is nothing to draw beside " + axis.name() + "; group first: per 1s | agg count");
        }
        Field split = rows.fields().stream()
                .filter(field -> field.kind() == Kind.TEXT)
                .findFirst()
                .orElse(null);
        Map<String, List<Series.Point>> lines = new LinkedHashMap<>();
        for (Field field : drawn) {
            for (int row = 0; row < rows.rows(); row++) {
                if (!axis.isAbsent(row) && !field.isAbsent(row)) {
                    String name = split == null
                            ? field.name()
                            : split.word(row) + (drawn.size() > 1 ? " " + field.name() : "");
                    lines.computeIfAbsent(name, key -> new ArrayList<>())
                            .add(new Series.Point(at(axis, row), number(field, row)));
                }
            }
        }
        return new Series(
                "plot",
                rows.name() + (lines.size() > MOST_LINES ? ", the first " + MOST_LINES + " of " + lines.size() : ""),
                lines.entrySet().stream()
                        .limit(MOST_LINES)
                        .map(line -> new Series.Line(line.getKey(), line.getValue()))
                        .toList());
    }

    private static Cell at(Field axis, int row) {
        return axis.kind() == Kind.TIME ? new Cell.Time(Instant.ofEpochSecond(0, axis.whole(row))) : number(axis, row);
    }

    private static Cell number(Field field, int row) {
        return field.kind() == Kind.NUMBER ? Cell.count(Math.round(field.number(row))) : field.cell(row);
    }

    /**
     * Draws it into a page of its own, which loads nothing from elsewhere.
     *
     * @throws DataException if the file cannot be written
     */
    public static void write(Relation rows, Path file) {
        Series series = of(rows);
        double[] range = {Double.MAX_VALUE, -Double.MAX_VALUE, 0, 1};
        series.lines()
                .forEach(line -> line.points().forEach(point -> {
                    range[0] = Math.min(range[0], number(point.at()));
                    range[1] = Math.max(range[1], number(point.at()));
                    range[3] = Math.max(range[3], number(point.value()));
                }));
        StringBuilder svg = new StringBuilder();
        int number = 0;
        for (Series.Line line : series.lines()) {
            String colour = COLOURS.get(number % COLOURS.size());
            svg.append("<polyline fill=\"none\" stroke=\"").append(colour).append("\" points=\"");
            for (Series.Point point : line.points()) {
                double x = MARGIN + (number(point.at()) - range[0]) / Math.max(1, range[1] - range[0]) * WIDTH;
                double y = HEIGHT - number(point.value()) / range[3] * HEIGHT;
                svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y + 10));
            }
            svg.append("\"/>\n<text x=\"")
                    .append(MARGIN)
                    .append("\" y=\"")
                    .append(HEIGHT + 50 + 18 * number)
                    .append("\" fill=\"")
                    .append(colour)
                    .append("\">")
                    .append(Export.escaped(line.name()))
                    .append("</text>\n");
            number++;
        }
        List<Series.Point> points =
                series.lines().isEmpty() ? List.of() : series.lines().getFirst().points();
        String from = points.isEmpty() ? "" : Figure.of(points.getFirst().at()).toString();
        String to = points.isEmpty() ? "" : Figure.of(points.getLast().at()).toString();
        String top = series.lines().stream()
                .flatMap(line -> line.points().stream())
                .filter(point -> number(point.value()) == range[3])
                .findFirst()
                .map(point -> Figure.of(point.value()).toString())
                .orElse("");
        int height = HEIGHT + 60 + 18 * number;
        String page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
                + Export.escaped(series.title()) + "</title></head><body><h1>" + Export.escaped(series.title())
                + "</h1>\n<svg width=\"" + (WIDTH + MARGIN * 2) + "\" height=\"" + height
                + "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect x=\"" + MARGIN + "\" y=\"10\" width=\""
                + WIDTH
                + "\" height=\"" + HEIGHT + "\" fill=\"none\" stroke=\"#ccc\"/>\n<text x=\"0\" y=\"20\">"
                + Export.escaped(top) + "</text><text x=\"" + MARGIN + "\" y=\"" + (HEIGHT + 28) + "\">"
                + Export.escaped(from) + "</text><text x=\"" + (MARGIN + WIDTH) + "\" y=\"" + (HEIGHT + 28)
                + "\" text-anchor=\"end\">" + Export.escaped(to) + "</text>\n" + svg + "</svg></body></html>\n";
        try {
            Files.writeString(file, page);
        } catch (IOException e) {
            throw new DataException("cannot write " + file + ": " + e.getMessage() + "; name another place", e);
        }
    }

    /** Where a cell stands on an axis: its number in its own unit, a time in nanoseconds since 1970; words at 0. */
    public static double number(Cell cell) {
        return switch (cell) {
            case Cell.Bytes bytes -> bytes.value();
            case Cell.Nanos nanos -> nanos.value();
            case Cell.Count count -> count.value();
            case Cell.Ratio ratio -> ratio.value();
            case Cell.Time time -> EventColumns.nanos(time.value());
            case Cell.Text text -> 0;
            case Cell.Link link -> 0;
            case Cell.Absent absent -> 0;
        };
    }
}
