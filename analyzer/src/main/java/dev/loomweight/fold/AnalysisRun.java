package dev.loomweight.fold;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

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

    /**
     * Reads every input once, for all analyses together.
     *
     * @throws CancellationException if the calling thread is interrupted meanwhile
     */
    public static AnalysisRun of(List<Analysis<?>> analyses, List<? extends Source> sources) {
        return of(analyses, sources, count -> {});
    }

    /**
     * The same, with progress.
     *
     * @param read is told, by several threads, how many more samples were read
     */
    public static AnalysisRun of(List<Analysis<?>> analyses, List<? extends Source> sources, LongConsumer read) {
        Interest interest = Interest.in();
        for (Analysis<?> analysis : analyses) {
            interest = interest.and(analysis.interest());
        }
        List<Folds> parts = Collections.synchronizedList(new ArrayList<>());
        Thread asker = Thread.currentThread();
        Supplier<SampleSink> sinks = () -> {
            Folds part = Folds.of(analyses);
            parts.add(part);
            return new Counted(part, asker, read);
        };
        Coverage coverage = Coverage.NONE;
        List<String> problems = new ArrayList<>();
        for (Source source : sources) {
            try {
                coverage = coverage.and(source.read(interest, sinks));
            } catch (DataException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        Folds all = parts.isEmpty() ? Folds.of(analyses) : parts.getFirst();
        parts.stream().skip(1).forEach(all::merge);
        return new AnalysisRun(all.finish(coverage), coverage, problems);
    }

    /** Counts samples on their way, and stops when the thread that asked is interrupted. */
    private static final class Counted implements SampleSink {
        /** So many samples are told of together. */
        private static final int STRIDE = 256;

        private final SampleSink to;
        private final Thread asker;
        private final LongConsumer read;
        private int count;

        Counted(SampleSink to, Thread asker, LongConsumer read) {
            this.to = to;
            this.asker = asker;
            this.read = read;
        }

        @Override
        public void accept(Origin origin, Sample sample) {
            if (asker.isInterrupted()) {
                throw new CancellationException("stopped");
            }
            if (++count % STRIDE == 0) {
                read.accept(STRIDE);
            }
            to.accept(origin, sample);
        }
    }

    /** The same, with a section in the place of the one of its key. */
    public AnalysisRun with(Section other) {
        return new AnalysisRun(
                sections.stream()
                        .map(section -> section.id().equals(other.id()) ? other : section)
                        .toList(),
                coverage,
                problems);
    }

    /** All analyses and what one thread has folded: the laws of {@link Analysis} let the parts be merged at the end. */
    private record Folds(List<Fold<?>> folds) implements SampleSink {

        private static Folds of(List<Analysis<?>> analyses) {
            return new Folds(analyses.stream().<Fold<?>>map(Fold::of).toList());
        }

        @Override
        public void accept(Origin origin, Sample sample) {
            for (Fold<?> fold : folds) {
                fold.add(origin, sample);
            }
        }

        private void merge(Folds other) {
            for (int i = 0; i < folds.size(); i++) {
                folds.get(i).merge(other.folds.get(i));
            }
        }

        private List<Section> finish(Coverage coverage) {
            return folds.stream().map(fold -> fold.finish(coverage)).toList();
        }
    }

    /** An analysis and its accumulator, so that their type stays between the two. */
    private static final class Fold<A> {
        private final Analysis<A> analysis;
        private A accumulator;

        private Fold(Analysis<A> analysis) {
            this.analysis = analysis;
            this.accumulator = analysis.empty();
        }

        private static <A> Fold<A> of(Analysis<A> analysis) {
            return new Fold<>(analysis);
        }

        private void add(Origin origin, Sample sample) {
            analysis.add(accumulator, origin, sample);
        }

        // Both are folds of one analysis: they stand at the same place of two lists made from the same.
        @SuppressWarnings("unchecked")
        private void merge(Fold<?> other) {
            accumulator = analysis.merge(accumulator, ((Fold<A>) other).accumulator);
        }

        private Section finish(Coverage coverage) {
            return analysis.finish(accumulator, coverage);
        }
    }
}
