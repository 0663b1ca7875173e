package dev.loomweight.budget;

import dev.loomweight.carriers.FailedSubmits;
import dev.loomweight.carriers.SchedulerDelays;
import dev.loomweight.fold.Fold;
import dev.loomweight.growth.Growth;
import dev.loomweight.growth.Observations;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.Pins;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SubmitFailed;
import dev.loomweight.threadcost.weight.Captures;
import dev.loomweight.threadcost.weight.ThreadWeights;
import java.util.Collection;

/** Gathers the figures that budgets limit. */
public final class BudgetFold implements Fold<BudgetFold.Figures> {

    /**
     * The accumulator: all figures that a budget can limit.
     *
     * @param pins all pins
     * @param refusals the virtual threads that were refused
     * @param delays waits for a carrier
     * @param captures captures with their threads
     * @param memory the memory of each process
     * @param growth what grows in each process; empty unless a budget limits it
     */
    public record Figures(
            Pins pins,
            FailedSubmits.Refusals refusals,
            SchedulerDelays.Delays delays,
            Captures captures,
            MemoryFigures memory,
            Observations growth) {}

    private final PinAnalysis pins;
    private final FailedSubmits submits = new FailedSubmits();
    private final SchedulerDelays delays = new SchedulerDelays();
    private final ThreadWeights weights = new ThreadWeights();
    private final Growth growth = new Growth();
    private final PinOptions options;
    private final Interest interest;
    private final boolean grows;

    /**
     * Gathers the figures of some measures.
     *
     * @param options the filter of pins, and class files
     */
    public BudgetFold(PinOptions options, Collection<Measure> measures) {
        this.options = options;
        this.pins = new PinAnalysis(options);
        Interest all = Interest.in();
        for (Measure measure : measures) {
            all = all.and(interest(measure));
        }
        this.interest = all;
        this.grows = measures.contains(Measure.PLACE_GROWTH);
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
            case SCHEDULER_DELAY_P99 -> delays.interest();
            case RSS, RSS_GROWTH -> MemoryFigures.OF_RESIDENT;
            case STACK_GROWTH, CATEGORY_GROWTH -> MemoryFigures.OF_NMT;
            case PLACE_GROWTH -> growth.interest();
            case PLATFORM_THREAD_COST, VIRTUAL_THREAD_COST -> weights.interest();
        };
    }

    @Override
    public Figures empty() {
        return new Figures(
                pins.empty(), submits.empty(), delays.empty(), weights.empty(), new MemoryFigures(), growth.empty());
    }

    @Override
    public void add(Figures into, Origin origin, Sample sample) {
        pins.add(into.pins(), origin, sample);
        submits.add(into.refusals(), origin, sample);
        delays.add(into.delays(), origin, sample);
        weights.add(into.captures(), origin, sample);
        into.memory().add(origin, sample);
        if (grows) {
            growth.add(into.growth(), origin, sample);
        }
    }

    @Override
    public Figures merge(Figures left, Figures right) {
        return new Figures(
                pins.merge(left.pins(), right.pins()),
                submits.merge(left.refusals(), right.refusals()),
                delays.merge(left.delays(), right.delays()),
                weights.merge(left.captures(), right.captures()),
                left.memory().merge(right.memory()),
                growth.merge(left.growth(), right.growth()));
    }

    /** The pins by site. */
    PinCensus census(Folded<Figures> folded) {
        return pins.census(folded.all().pins(), folded.coverage());
    }

    /** The shortest pin that passes the user's filter, in nanoseconds. */
    long leastNanos() {
        return options.filter().min().toNanos();
    }
}
