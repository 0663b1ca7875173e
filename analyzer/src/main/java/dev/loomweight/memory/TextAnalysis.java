package dev.loomweight.memory;

import dev.loomweight.fold.Analysis;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/**
 * The base of analyses that show each text of one kind; all but the section.
 *
 * @param <S> the kind of sample
 */
abstract class TextAnalysis<S extends Sample> implements Analysis<Texts<S>> {

    private final Class<S> kind;

    TextAnalysis(Class<S> kind) {
        this.kind = kind;
    }

    @Override
    public Interest interest() {
        return Interest.in(kind);
    }

    @Override
    public Texts<S> empty() {
        return new Texts<>(kind);
    }

    @Override
    public void add(Texts<S> into, Origin origin, Sample sample) {
        into.add(origin, sample);
    }

    @Override
    public Texts<S> merge(Texts<S> left, Texts<S> right) {
        return left.merge(right);
    }
}
