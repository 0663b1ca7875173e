package dev.loomweight.fold;

import dev.loomweight.capture.DataException;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads inputs for one fold. */
public final class Folding {

    private Folding() {}

    /**
     * Everything that can be read, folded.
     *
     * @param problems takes one line for each input that cannot be read
     */
    public static <A> Folded<A> of(Fold<A> fold, List<? extends Source> sources, List<String> problems) {
        List<Part<A>> parts = Collections.synchronizedList(new ArrayList<>());
        Coverage coverage = Coverage.NONE;
        for (Source source : sources) {
            try {
                coverage = coverage.and(source.read(fold.interest(), () -> {
                    Part<A> part = new Part<>(fold, fold.empty());
                    parts.add(part);
                    return part;
                }));
            } catch (DataException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        A all = fold.empty();
        for (Part<A> part : parts) {
            all = fold.merge(all, part.into());
        }
        return new Folded<>(all, coverage);
    }

    /** What one thread folds. */
    private record Part<A>(Fold<A> fold, A into) implements SampleSink {

        @Override
        public void accept(Origin origin, Sample sample) {
            fold.add(into, origin, sample);
        }
    }
}
