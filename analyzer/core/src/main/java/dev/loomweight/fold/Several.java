package dev.loomweight.fold;

import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.FoldRun.Accumulator;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Several folds for one question. In a pass each is folded by itself, and once for all questions that need it.
 *
 * @param folds which
 */
public record Several(List<Fold<?>> folds) implements Fold<Results> {

    public Several {
        folds = List.copyOf(folds);
    }

    /** These together. */
    public static Several of(Fold<?>... folds) {
        return new Several(List.of(folds));
    }

    @Override
    public Interest interest() {
        return folds.stream().map(Fold::interest).reduce(Interest.in(), Interest::and);
    }

    @Override
    public Results empty() {
        return new Gathered(folds);
    }

    @Override
    public void add(Results into, Origin origin, Sample sample) {
        ((Gathered) into).parts.values().forEach(part -> {
            if (part.fold.interest().wants(sample.getClass())) {
                part.add(origin, sample);
            }
        });
    }

    @Override
    public Results merge(Results left, Results right) {
        ((Gathered) right).parts.forEach(((Gathered) left)::merge);
        return left;
    }

    @Override
    public void parts(Consumer<Fold<?>> to) {
        folds.forEach(fold -> fold.parts(to));
    }

    @Override
    public Results from(Results results) {
        return results;
    }

    /** What its folds gathered. */
    private static final class Gathered implements Results {
        private final Map<Fold<?>, Accumulator<?>> parts = new HashMap<>();

        private Gathered(List<Fold<?>> folds) {
            folds.forEach(fold -> fold.parts(part -> parts.computeIfAbsent(part, Accumulator::new)));
        }

        private void merge(Fold<?> fold, Accumulator<?> other) {
            parts.merge(fold, other, Accumulator::with);
        }

        @Override
        public <A> A ofPart(Fold<A> part) {
            return Accumulator.valueOf(parts.get(part), part);
        }
    }
}
