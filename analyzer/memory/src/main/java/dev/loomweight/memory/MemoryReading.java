package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Scope;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.report.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory of processes, and its figures.
 *
 * @param now their memory
 * @param before the start of growth, or null for the first moment of the inputs
 */
public record MemoryReading(MemoryFigures now, @Nullable MemoryFigures before) {

    /** Resident memory, and what grew in it. */
    public static final Subject<MemoryFigures, MemoryReading> SUBJECT = Subject.<MemoryFigures, MemoryReading>of(
                    Fold.of(MemoryFigures.OF_RESIDENT.and(MemoryFigures.OF_NMT), MemoryFigures::new),
                    (all, coverage) -> new MemoryReading(all, null))
            .figures(List.of(
                    Figure.<MemoryReading>of(
                            "rss",
                            Kind.HIGHEST,
                            Unit.SIZE,
                            "peak of resident memory",
                            memory -> memory.now.highestResident()),
                    Figure.<MemoryReading>of(
                            "rss-growth",
                            Kind.DIFFERENCE,
                            Unit.SIZE,
                            "growth of resident memory",
                            memory -> memory.now.residentGrowth(memory.before)),
                    Figure.<MemoryReading>of(
                            "stack-growth",
                            Kind.DIFFERENCE,
                            Unit.SIZE,
                            "growth of committed thread stacks (NMT)",
                            memory -> memory.now.stackGrowth(memory.before)),
                    Figure.<MemoryReading>of(
                            "category-growth",
                            Kind.DIFFERENCE,
                            Unit.SIZE,
                            "growth of the committed memory of an NMT category",
                            // Which there are depends on the JDK that wrote the report.
                            new Scope("CATEGORY", "NMT category", List.of()),
                            (memory, category) -> memory.now.categoryGrowth(category, memory.before))));

    /** The same, with growth from the last values of earlier inputs. */
    public MemoryReading since(MemoryFigures earlier) {
        return new MemoryReading(now, earlier);
    }
}
