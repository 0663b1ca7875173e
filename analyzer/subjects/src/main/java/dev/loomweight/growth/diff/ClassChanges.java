package dev.loomweight.growth.diff;

import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
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

    private static final Rows<Change> CLASSES = Rows.of(Change.class)
            .text("class", "class", Change::name)
            .count("objectsChange", "objects", Change::objects)
            .bytes("held", "holds", Change::after)
            .bytes("change", "change", Change::bytes)
            .bar()
            .top(TOP);

    private ClassChanges() {}

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
        return CLASSES.some("classes", "Live objects by class (histogram)", ranked);
    }
}
