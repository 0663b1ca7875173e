package dev.loomweight.subject;

import dev.loomweight.fold.FoldRun;
import dev.loomweight.fold.OfFold;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.util.List;

/**
 * Makes a section of a report of what a fold gathers.
 *
 * @param <A> what the fold gathers
 */
public interface Analysis<A> extends OfFold<A> {

    /** The id of its section. */
    String id();

    /**
     * Makes the section.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs recorded
     */
    Section finish(A all, Coverage coverage);

    /**
     * The sections of those who asked that are analyses, in their order.
     *
     * @param run the pass in which their folds were folded
     */
    static List<Section> sections(List<? extends OfFold<?>> asked, FoldRun run) {
        return asked.stream()
                .filter(Analysis.class::isInstance)
                .map(one -> section((Analysis<?>) one, run))
                .toList();
    }

    private static <A> Section section(Analysis<A> analysis, FoldRun run) {
        return analysis.finish(run.of(analysis), run.coverage());
    }
}
