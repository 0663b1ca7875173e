package dev.loomweight.analysis.budget;

import dev.loomweight.analysis.FailedSubmits;
import dev.loomweight.analysis.Fold;
import dev.loomweight.analysis.pin.PinCensus;
import dev.loomweight.analysis.pin.PinOptions;
import dev.loomweight.analysis.pin.PinSites;
import dev.loomweight.analysis.weight.ThreadWeights;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;

/** Gathers what budgets are about. */
public final class EvidenceFold implements Fold<Evidence> {

    private final PinSites pins;
    private final FailedSubmits submits = new FailedSubmits();
    private final ThreadWeights weights = new ThreadWeights();
    private final PinOptions options;

    /** @param options which pins, and by what class files */
    public EvidenceFold(PinOptions options) {
        this.options = options;
        this.pins = new PinSites(options);
    }

    @Override
    public Interest interest() {
        return pins.interest().and(submits.interest()).and(weights.interest()).and(MemoryCourse.INTEREST);
    }

    @Override
    public Evidence empty() {
        return new Evidence(pins.empty(), submits.empty(), weights.empty(), new MemoryCourse());
    }

    @Override
    public void add(Evidence into, Origin origin, Sample sample) {
        pins.add(into.pins(), origin, sample);
        submits.add(into.refusals(), origin, sample);
        weights.add(into.captures(), origin, sample);
        into.memory().add(origin, sample);
    }

    @Override
    public Evidence merge(Evidence left, Evidence right) {
        return new Evidence(
                pins.merge(left.pins(), right.pins()),
                submits.merge(left.refusals(), right.refusals()),
                weights.merge(left.captures(), right.captures()),
                left.memory().merge(right.memory()));
    }

    /** The pins by site. */
    PinCensus census(Folded<Evidence> folded) {
        return pins.census(folded.all().pins(), folded.coverage());
    }

    /** The shortest pin that the user's filter lets through, in nanoseconds. */
    long leastNanos() {
        return options.filter().least().toNanos();
    }
}
