package dev.loomweight.budget;

import dev.loomweight.carriers.FailedSubmits;
import dev.loomweight.fold.Fold;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SubmitFailed;
import dev.loomweight.threadcost.weight.ThreadWeights;
import java.util.Collection;

/** Gathers what budgets are about. */
public final class EvidenceFold implements Fold<Evidence> {

    private final PinAnalysis pins;
    private final FailedSubmits submits = new FailedSubmits();
    private final ThreadWeights weights = new ThreadWeights();
    private final PinOptions options;
    private final Interest interest;

    /**
     * Gathers what some measures need.
     *
     * @param options which pins, and by what class files
     */
    public EvidenceFold(PinOptions options, Collection<Measure> measures) {
        this.options = options;
        this.pins = new PinAnalysis(options);
        Interest all = Interest.in();
        for (Measure measure : measures) {
            all = all.and(interest(measure));
        }
        this.interest = all;
    }

    @Override
    public Interest interest() {
        return interest;
    }

    private Interest interest(Measure measure) {
        return switch (measure) {
            case PINS,
                    PINNED_TIME,
                    LONGEST_PIN,
                    PINS_BY_CAUSE,
                    PINNED_TIME_BY_CAUSE,
                    STARVATION_WINDOWS,
                    STARVED_TIME -> pins.interest();
            case FAILED_SUBMITS -> Interest.in(SubmitFailed.class);
            case RSS, RSS_GROWTH -> MemoryFigures.OF_RESIDENT;
            case STACK_GROWTH, CATEGORY_GROWTH -> MemoryFigures.OF_NMT;
            case PLATFORM_THREAD_COST, VIRTUAL_THREAD_COST -> weights.interest();
        };
    }

    @Override
    public Evidence empty() {
        return new Evidence(pins.empty(), submits.empty(), weights.empty(), new MemoryFigures());
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
