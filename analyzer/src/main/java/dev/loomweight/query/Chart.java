package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import dev.loomweight.sample.EpochNanos;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chart of a relation: the first field of time, else its first number, is the axis; each other number is a line, one for
 * each word where there is a text field.
 */
public final class Chart {

    private static final int MAX_LINES = 8;

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
                .filter(field -> field.kind().isSummable() && field.kind() != Kind.ID && field != axis)
                .toList();
        if (drawn.isEmpty()) {
            throw new DataException(
                    "there is nothing to draw besides " + axis.name() + "; group first: per 1s | agg count");
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
                rows.name() + (lines.size() > MAX_LINES ? ", the first " + MAX_LINES + " of " + lines.size() : ""),
                lines.entrySet().stream()
                        .limit(MAX_LINES)
                        .map(line -> new Series.Line(line.getKey(), line.getValue()))
                        .toList());
    }

    private static Cell at(Field axis, int row) {
        return axis.kind() == Kind.TIME ? new Cell.Time(EpochNanos.toInstant(axis.whole(row))) : number(axis, row);
    }

    private static Cell number(Field field, int row) {
        return field.kind() == Kind.NUMBER ? Cell.count(Math.round(field.number(row))) : field.cell(row);
    }
}
