package dev.loomweight.render;

import dev.loomweight.report.Cell;
import java.util.OptionalDouble;

/** The size of a cell, for pictures. */
final class Magnitude {

    private Magnitude() {}

    /** The number in a cell in its own unit; empty for words, points in time, and what is absent or not finite. */
    static OptionalDouble of(Cell cell) {
        return switch (cell) {
            case Cell.Bytes bytes -> OptionalDouble.of((double) bytes.value());
            case Cell.Nanos nanos -> OptionalDouble.of((double) nanos.value());
            case Cell.Count count -> OptionalDouble.of((double) count.value());
            case Cell.Ratio ratio ->
                Double.isFinite(ratio.value()) ? OptionalDouble.of(ratio.value()) : OptionalDouble.empty();
            case Cell.Id id -> OptionalDouble.of((double) id.value());
            case Cell.Time time -> OptionalDouble.empty();
            case Cell.Text text -> OptionalDouble.empty();
            case Cell.Link link -> OptionalDouble.empty();
            case Cell.Absent absent -> OptionalDouble.empty();
        };
    }
}
