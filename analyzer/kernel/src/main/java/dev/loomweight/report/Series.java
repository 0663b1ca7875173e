package dev.loomweight.report;

import java.time.Instant;
import java.util.List;

/**
 * Values over time, or over another variable such as the depth of stacks or the number of threads.
 *
 * @param id the key
 * @param title the heading
 * @param form how the lines belong together
 * @param lines one per thing that was measured
 * @param spans stretches of time to be marked, in the order of time
 * @param levels values to compare with
 */
public record Series(String id, String title, Form form, List<Line> lines, List<Span> spans, List<Level> levels)
        implements Block {

    public Series {
        lines = List.copyOf(lines);
        spans = List.copyOf(spans);
        levels = List.copyOf(levels);
    }

    /** Lines that stand for themselves, with nothing marked. */
    public Series(String id, String title, List<Line> lines) {
        this(id, title, Form.LINES, lines, List.of(), List.of());
    }

    /** Whether it is over time. */
    public boolean isOverTime() {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .allMatch(point -> point.at() instanceof Cell.Time);
    }

    /** How the lines of a series belong together. */
    public enum Form {
        /** Each stands for itself, and changes steadily from point to point. */
        LINES,
        /** Each stands for itself, and keeps its value until the next point. */
        STEPS,
        /** They are parts of a total. */
        PARTS,
        /** Each stands for itself, and is to be compared with the others: a page draws a small chart of each, to one scale. */
        MULTIPLE
    }

    /**
     * One line.
     *
     * @param name what was measured
     * @param points in the order of time, or of what was varied; their cells are all of one type, and numbers
     */
    public record Line(String name, List<Point> points) {

        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * One measurement.
     *
     * @param at when, or at which value of what was varied; of one type in a whole series
     * @param value what
     */
    public record Point(Cell at, Cell value) {

        /** A measurement at a moment. */
        public Point(Instant time, Cell value) {
            this(new Cell.Time(time), value);
        }

        /**
         * When.
         *
         * @throws ClassCastException if the series is not over time
         */
        public Instant time() {
            return ((Cell.Time) at).value();
        }
    }

    /**
     * A stretch of time that matters.
     *
     * @param start when it begins
     * @param end when it ends
     * @param label why it matters, in a few words
     */
    public record Span(Instant start, Instant end, String label) {}

    /**
     * A value to compare with.
     *
     * @param name what it is, such as {@code carriers}
     * @param value of the type of the points
     */
    public record Level(String name, Cell value) {}
}
