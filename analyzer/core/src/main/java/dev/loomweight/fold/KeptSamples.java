package dev.loomweight.fold;

import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Samples that are few, such as the texts of snapshots: all of them, as they are or without what is nobody's business. */
public final class KeptSamples implements SamplesKept<KeptSamples.Kept> {

    private final Interest interest;
    private final UnaryOperator<Sample> cleaned;

    /**
     * @param interest which kinds
     * @param cleaned what is kept of each
     */
    public KeptSamples(Interest interest, UnaryOperator<Sample> cleaned) {
        this.interest = interest;
        this.cleaned = cleaned;
    }

    /** The samples by where they come from: the accumulator. */
    public static final class Kept {
        private final Map<Origin, List<Sample>> samples = new HashMap<>();

        private Kept() {}
    }

    @Override
    public Interest interest() {
        return interest;
    }

    @Override
    public Kept empty() {
        return new Kept();
    }

    @Override
    public void add(Kept into, Origin origin, Sample sample) {
        if (interest.wants(sample.getClass())) {
            into.samples.computeIfAbsent(origin, any -> new ArrayList<>()).add(cleaned.apply(sample));
        }
    }

    @Override
    public Kept merge(Kept left, Kept right) {
        right.samples.forEach((origin, samples) ->
                left.samples.computeIfAbsent(origin, any -> new ArrayList<>()).addAll(samples));
        return left;
    }

    @Override
    public void samples(Kept all, Taker to) {
        all.samples.forEach((origin, samples) -> samples.forEach(sample -> to.accept(origin, sample)));
    }
}
