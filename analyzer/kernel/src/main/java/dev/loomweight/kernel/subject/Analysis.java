package dev.loomweight.kernel.subject;

import dev.loomweight.fold.FoldRun;
import dev.loomweight.fold.OfFold;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.util.List;

/**
 * What is understood of what a fold gathers, and how that is said in a section of a report. The two are apart, so that
 * whoever needs a figure takes the one that the section has.
 *
 * @param <A> what the fold gathers
 * @param <R> its reading: figures and verdicts as data, without words
 */
public interface Analysis<A, R> extends OfFold<A> {

    /** The id of its section. */
    String id();

    /**
     * Whether its figures are of all runs of an experiment or a series, by their texts: of an experiment, all others see one run
     * of each kind, which is enough to show what it looked like.
     */
    default boolean isOfAllRuns() {
        return false;
    }

    /**
     * What was gathered says.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs recorded
     */
    R read(A all, Coverage coverage);

    /**
     * Says it.
     *
     * @param coverage what the inputs recorded
     */
    Section say(R reading, Coverage coverage);

    /**
     * The section on what was gathered.
     *
     * @param all everything that was folded; not changed
     * @param coverage what the inputs recorded
     */
    default Section finish(A all, Coverage coverage) {
        return say(read(all, coverage), coverage);
    }

    /**
     * The sections of those who asked that are analyses, in their order.
     *
     * @param run the pass in which their folds were folded
     */
    static List<Section> sections(List<? extends OfFold<?>> asked, FoldRun run) {
        return asked.stream()
                .filter(Analysis.class::isInstance)
                .map(one -> section((Analysis<?, ?>) one, run))
                .toList();
    }

    private static <A> Section section(Analysis<A, ?> analysis, FoldRun run) {
        return analysis.finish(run.of(analysis), run.coverage());
    }
}
