package dev.loomweight.report;

import java.time.Instant;
import java.util.List;

/**
 * Values over time.
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
     * @param points in the order of time; their cells are all of one type, and numbers
     */
    public record Line(String name, List<Point> points) {

        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * One measurement.
     *
     * @param time when
     * @param value what
     */
    public record Point(Instant time, Cell value) {}
}
