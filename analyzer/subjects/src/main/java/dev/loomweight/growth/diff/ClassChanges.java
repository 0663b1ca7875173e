package dev.loomweight.growth.diff;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The classes of live objects that changed most between two histograms. */
final class ClassChanges {

    private static final int TOP = 12;

    private ClassChanges() {}

    private record Change(String name, long objects, long bytes, long after) {

        static Change of(ClassHistogram.Line line, int sign) {
            return new Change(
                    line.className(), sign * line.instances(), sign * line.bytes(), sign > 0 ? line.bytes() : 0);
        }

        /** Classes of one name from several loaders count as one. */
        Change and(Change other) {
            return new Change(name, objects + other.objects, bytes + other.bytes, after + other.after);
        }
    }

    /** The table; empty where a histogram is missing or nothing changed. */
    static Optional<Table> of(@Nullable ClassHistogram before, @Nullable ClassHistogram after) {
        if (before == null || after == null) {
            return Optional.empty();
        }
        Map<String, Change> changes = new HashMap<>();
        after.lines().forEach(line -> changes.merge(line.className(), Change.of(line, 1), Change::and));
        before.lines().forEach(line -> changes.merge(line.className(), Change.of(line, -1), Change::and));
        List<Change> ranked = changes.values().stream()
                .filter(change -> change.bytes() != 0)
                .sorted(Comparator.comparingLong((Change change) -> Math.abs(change.bytes()))
                        .reversed()
                        .thenComparing(Change::name))
                .toList();
        if (ranked.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Table(
                "classes",
                "Live objects by class (histogram)",
                List.of(
                        Column.of("class", "class"),
                        Column.of("objectsChange", "objects"),
                        Column.of("held", "holds"),
                        new Column("change", "change", true)),
                ranked.stream()
                        .map(change -> Row.of(
                                Cell.text(change.name()),
                                Cell.count(change.objects()),
                                Cell.bytes(change.after()),
                                Cell.bytes(change.bytes())))
                        .toList(),
                List.of(),
                TOP));
    }
}
