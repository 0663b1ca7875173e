package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.Series.Form;
import dev.loomweight.report.Series.Line;
import dev.loomweight.report.Series.Point;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Pinned time and memory over time, a small chart for each service: those that cost the most. */
final class FleetCourse {

    /** The most services with charts. */
    static final int MAX_CHARTS = 24;

    private static final double PER_THOUSAND = 1000;

    private final FleetView view;

    FleetCourse(FleetView view) {
        this.view = view;
    }

    Section section() {
        List<Map.Entry<String, GroupSums>> services = view.costliest();
        List<Map.Entry<String, GroupSums>> shown =
                services.stream().limit(MAX_CHARTS).toList();
        List<Block> blocks = new ArrayList<>();
        add(blocks, "pinnedPerHour", "Pinned time per hour", lines(shown, FleetCourse::pinned), List.of());
        add(
                blocks,
                "ofLimit",
                "Memory as a share of its limit",
                lines(shown, FleetCourse::ofLimit),
                List.of(new Series.Level("limit", new Cell.Ratio(1))));
        add(blocks, "resident", "Highest resident memory", lines(shown, FleetCourse::resident), List.of());
        if (!blocks.isEmpty()) {
            blocks.addFirst(Note.of(
                    Note.HEADLINE,
                    "By the hour in which a recording began, all to one scale"
                            + (services.size() > MAX_CHARTS
                                    ? "; the " + MAX_CHARTS + " that cost the most of " + services.size() + "."
                                    : ".")));
        }
        return new Section("course", "Over time", blocks, List.of());
    }

    private static void add(List<Block> blocks, String id, String title, List<Line> lines, List<Series.Level> levels) {
        if (!lines.isEmpty()) {
            blocks.add(new Series(id, title, Form.MULTIPLE, lines, List.of(), levels));
        }
    }

    private static List<Line> lines(
            List<Map.Entry<String, GroupSums>> services, Function<Hour, @Nullable Cell> figure) {
        List<Line> lines = new ArrayList<>();
        for (Map.Entry<String, GroupSums> service : services) {
            List<Point> points = new ArrayList<>();
            FleetView.hours(service.getValue()).forEach((hour, of) -> {
                Cell value = figure.apply(of);
                if (value != null) {
                    points.add(new Point(Instant.ofEpochSecond(TimeUnit.HOURS.toSeconds(hour)), value));
                }
            });
            if (!points.isEmpty()) {
                lines.add(new Line(service.getKey(), points));
            }
        }
        return lines;
    }

    private static @Nullable Cell pinned(Hour hour) {
        return hour.recordedNanos() == 0
                ? null
                : new Cell.Nanos(FleetView.perHour(hour.pinnedNanos(), hour.recordedNanos()));
    }

    private static @Nullable Cell ofLimit(Hour hour) {
        return hour.ofLimitThousandths() == 0 ? null : new Cell.Ratio(hour.ofLimitThousandths() / PER_THOUSAND);
    }

    private static @Nullable Cell resident(Hour hour) {
        return hour.residentBytes() == 0 ? null : Cell.bytes(hour.residentBytes());
    }
}
