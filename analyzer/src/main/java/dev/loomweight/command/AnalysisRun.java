package dev.loomweight.command;

import dev.loomweight.analysis.Analysis;
import dev.loomweight.capture.DataException;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.source.Source;
import java.util.ArrayList;
import java.util.List;

/**
 * What some analyses made of some inputs.
 *
 * @param sections one per analysis, in their order
 * @param coverage what the inputs could tell, in their order
 * @param problems one line for each input that could not be read, in their order; it does not hide the others
 */
public record AnalysisRun(List<Section> sections, Coverage coverage, List<String> problems) {

    public AnalysisRun {
        sections = List.copyOf(sections);
        problems = List.copyOf(problems);
    }

    /** Reads every input once, for all analyses together. */
    public static AnalysisRun of(List<Analysis<?>> analyses, List<? extends Source> sources) {
        Interest interest = Interest.in();
        for (Analysis<?> analysis : analyses) {
            interest = interest.and(analysis.interest());
        }
        List<Fold<?>> folds = analyses.stream().<Fold<?>>map(Fold::of).toList();
        Coverage coverage = Coverage.NONE;
        List<String> problems = new ArrayList<>();
        for (Source source : sources) {
            try {
                coverage = coverage.and(source.read(interest, (origin, sample) -> {
                    for (Fold<?> fold : folds) {
                        fold.add(origin, sample);
                    }
                }));
            } catch (DataException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        Coverage all = coverage;
        return new AnalysisRun(folds.stream().map(fold -> fold.finish(all)).toList(), all, problems);
    }

    /** An analysis and its accumulator, so that their type stays between the two. */
    private record Fold<A>(Analysis<A> analysis, A accumulator) {

        private static <A> Fold<A> of(Analysis<A> analysis) {
            return new Fold<>(analysis, analysis.empty());
        }

        private void add(Origin origin, Sample sample) {
            analysis.add(accumulator, origin, sample);
        }

        private Section finish(Coverage coverage) {
            return analysis.finish(accumulator, coverage);
        }
    }
}
