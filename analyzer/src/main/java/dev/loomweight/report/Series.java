package dev.loomweight.report;

import java.time.Instant;
import java.util.List;

/**
 * Values over time, or over another thing that was varied: the depth of stacks, the number of threads.
 *
 * @param id the key
 * @param title the heading
 * @param lines one per thing that was measured
 */
public record Series(String id, String title, List<Line> lines) implements Block {

    public Series {
        lines = List.copyOf(lines);
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

    /** Whether it is over time. */
    public boolean isOverTime() {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .allMatch(point -> point.at() instanceof Cell.Time);
    }
}
