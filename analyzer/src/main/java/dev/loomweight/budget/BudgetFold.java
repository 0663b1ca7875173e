package dev.loomweight.budget;

import dev.loomweight.carriers.FailedSubmits;
import dev.loomweight.carriers.SchedulerDelays;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.OfFold;
import dev.loomweight.fold.Results;
import dev.loomweight.fold.Several;
import dev.loomweight.growth.Observations;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.threadcost.weight.Captures;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gathers the figures that budgets limit. */
public final class BudgetFold implements OfFold<Results> {

    private static final Fold<MemoryFigures> MEMORY =
            Fold.of(MemoryFigures.OF_RESIDENT.and(MemoryFigures.OF_NMT), MemoryFigures::new);

    private final PinAnalysis pins;
    private final PinOptions options;
    private final Set<Fold<?>> folds = new LinkedHashSet<>();

    /**
     * Gathers the figures of some measures.
     *
     * @param options the filter of pins, and class files
     */
    public BudgetFold(PinOptions options, Collection<Measure> measures) {
        this.options = options;
        this.pins = new PinAnalysis(options);
        measures.forEach(measure -> folds.add(fold(measure)));
    }

    @Override
    public Fold<Results> fold() {
        return new Several(List.copyOf(folds));
    }

    private Fold<?> fold(Measure measure) {
        return switch (measure) {
            case PINS,
                    PINNED_TIME,
                    LONGEST_PIN,
                    PINS_BY_CAUSE,
                    PINNED_TIME_BY_CAUSE,
                    STARVATION_WINDOWS,
                    STARVED_TIME -> pins.fold();
            case FAILED_SUBMITS -> FailedSubmits.FOLD;
            case SCHEDULER_DELAY_P99 -> SchedulerDelays.FOLD;
            case RSS, RSS_GROWTH, STACK_GROWTH, CATEGORY_GROWTH -> MEMORY;
            case PLACE_GROWTH -> Observations.FOLD;
            case PLATFORM_THREAD_COST, VIRTUAL_THREAD_COST -> Processes.FOLD;
        };
    }

    /**
     * What was gathered, as figures.
     *
     * @param census the pins by site
     * @param refusals the virtual threads that were refused
     * @param delays waits for a carrier
     * @param captures captures with their threads
     * @param memory the memory of each process
     * @param growth what grows in each process
     * @param coverage what the inputs could show
     */
    record Figures(
            PinCensus census,
            FailedSubmits.Refusals refusals,
            SchedulerDelays.Delays delays,
            Captures captures,
            MemoryFigures memory,
            Observations growth,
            Coverage coverage) {}

    /** The figures; those that no measure wanted are of nothing. */
    Figures figures(Folded<Results> folded) {
        return new Figures(
                pins.census(of(folded, pins.fold()), folded.coverage()),
                of(folded, FailedSubmits.FOLD),
                of(folded, SchedulerDelays.FOLD),
                Captures.of(of(folded, Processes.FOLD)),
                of(folded, MEMORY),
                Observations.of(of(folded, Observations.FOLD)),
                folded.coverage());
    }

    private <A> A of(Folded<Results> folded, Fold<A> fold) {
        return folds.contains(fold) ? folded.all().of(fold) : fold.empty();
    }

    /** The shortest pin that passes the user's filter, in nanoseconds. */
    long leastNanos() {
        return options.filter().min().toNanos();
    }
}
