package dev.loomweight.fleet;

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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Pinned time and memory over time, a small chart for each service: those that cost the most. */
final class FleetCourse {

    /** The most services with charts. */
    static final int MOST = 24;

    // More lines cannot be distinguished in a small chart.
    private static final int MOST_LINES = 6;

    private final FleetView view;

    FleetCourse(FleetView view) {
        this.view = view;
    }

    Section section() {
        List<Map.Entry<String, GroupSums>> services = view.costliest();
        List<Map.Entry<String, GroupSums>> shown =
                services.stream().limit(MOST).toList();
        List<Block> blocks = new ArrayList<>();
        for (Map.Entry<String, GroupSums> service : shown) {
            Series series = pinned(service.getKey(), service.getValue(), blocks.size());
            if (!series.lines().isEmpty()) {
                blocks.add(series);
            }
        }
        int pinned = blocks.size();
        for (Map.Entry<String, GroupSums> service : shown) {
            Series series = resident(service.getKey(), service.getValue(), blocks.size() - pinned);
            if (!series.lines().isEmpty()) {
                blocks.add(series);
            }
        }
        if (!blocks.isEmpty()) {
            blocks.addFirst(Note.of(
                    "headline",
                    "By the hour in which a recording began, all to one scale"
                            + (services.size() > MOST
                                    ? "; the " + MOST + " that cost the most of " + services.size() + "."
                                    : ".")));
        }
        return new Section("course", "Over time", blocks, List.of());
    }

    private Series pinned(String service, GroupSums sums, int number) {
        List<Line> lines = new ArrayList<>();
        SortedMap<String, GroupSums> versions = view.hasVersions() ? view.versions(service) : new TreeMap<>();
        if (versions.size() < 2 || versions.size() > MOST_LINES) {
            add(lines, service, sums);
        } else {
            versions.forEach((version, of) -> add(lines, version, of));
        }
        return new Series(
                "pinnedPerHour" + (number + 1), service + ": pinned time per hour", Form.MULTIPLE, lines, List.of(), List.of());
    }

    private static void add(List<Line> lines, String name, GroupSums sums) {
        List<Point> points = sums.hours().entrySet().stream()
                .filter(hour -> hour.getValue().recordedNanos() > 0)
                .map(hour -> new Point(
                        time(hour.getKey()),
                        new Cell.Nanos(FleetView.perHour(
                                hour.getValue().pinnedNanos(), hour.getValue().recordedNanos()))))
                .toList();
        if (!points.isEmpty()) {
            lines.add(new Line(name, points));
        }
    }

    private static Series resident(String service, GroupSums sums, int number) {
        List<Point> points = sums.hours().entrySet().stream()
                .filter(hour -> hour.getValue().residentBytes() > 0)
                .map(hour -> new Point(time(hour.getKey()), Cell.bytes(hour.getValue().residentBytes())))
                .toList();
        List<Series.Level> levels = sums.limits().isEmpty()
                ? List.of()
                : List.of(new Series.Level("lowest limit", Cell.bytes(sums.limits().firstKey())));
        return new Series(
                "resident" + (number + 1),
                service + ": highest resident memory",
                Form.MULTIPLE,
                points.isEmpty() ? List.of() : List.of(new Line(service, points)),
                List.of(),
                levels);
    }

    private static Instant time(long hour) {
        return Instant.ofEpochSecond(TimeUnit.HOURS.toSeconds(hour));
    }
}
