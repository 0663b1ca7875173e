package dev.loomweight.growth;

import dev.loomweight.fold.Results;
import dev.loomweight.memory.Place;
import dev.loomweight.report.Unit;
import dev.loomweight.subject.Figure;
import dev.loomweight.subject.Figure.Kind;
import dev.loomweight.subject.Scope;
import dev.loomweight.subject.Subject;
import java.util.List;

/** The figures of what grows. */
public final class GrowthFigures {

    /** What grew, over the snapshots of the inputs themselves. */
    public static final Subject<Results, Observations> SUBJECT = new Subject<>(
            Observations.FOLD,
            (all, coverage) -> Observations.of(all),
            List.of(Figure.of(
                    "growth",
                    Kind.DIFFERENCE,
                    Unit.SIZE,
                    "growth of a place of memory, such as mappedFiles",
                    new Scope("PLACE", "place of memory", Place.ids()),
                    Observations::growthOf)));

    private GrowthFigures() {}
}
