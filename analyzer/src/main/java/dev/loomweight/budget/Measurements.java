package dev.loomweight.budget;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.SubmitFailed;
import dev.loomweight.threadcost.weight.RunFigures;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Measures what limits are about, of one set of inputs. */
final class Measurements {

    private final Folded<BudgetFold.Figures> folded;
    private final PinCensus census;
    private final List<PinCensus.Site> counted;
    private final Duration threshold;
    private final @Nullable Folded<BudgetFold.Figures> baseline;

    /**
     * @param counted the sites whose pins count
     * @param threshold pins that are shorter are not known
     * @param baseline the first moment of what grew, or null for that of the inputs
     */
    Measurements(
            Folded<BudgetFold.Figures> folded,
            PinCensus census,
            List<PinCensus.Site> counted,
            Duration threshold,
            @Nullable Folded<BudgetFold.Figures> baseline) {
        this.folded = folded;
        this.census = census;
        this.counted = counted;
        this.threshold = threshold;
        this.baseline = baseline;
    }

    Measured of(Limit limit) {
        return switch (limit.measure()) {
            case PINS -> pins(counted, limit);
            case PINNED_TIME -> pins(counted, limit);
            case LONGEST_PIN -> longest(limit);
            case PINS_BY_CAUSE, PINNED_TIME_BY_CAUSE ->
                pins(
                        counted.stream()
                                .filter(site -> site.causeIds().contains(limit.of()))
                                .toList(),
                        limit);
            case STARVATION_WINDOWS -> starved(PinCensus.Process::windows);
            case STARVED_TIME -> starved(PinCensus.Process::starvedNanos);
            case FAILED_SUBMITS ->
                new Measured(
                        folded.all().refusals().count(),
                        MissingEvents.of(folded.coverage(), SubmitFailed.EVENT),
                        SubmitFailed.EVENT,
                        List.of());
            case RSS -> of(memory().highestResident());
            case RSS_GROWTH -> of(memory().residentGrowth(memoryBefore()));
            case STACK_GROWTH -> of(memory().stackGrowth(memoryBefore()));
            case CATEGORY_GROWTH -> of(memory().categoryGrowth(limit.of(), memoryBefore()));
            case PLATFORM_THREAD_COST -> cost("platform");
            case VIRTUAL_THREAD_COST -> cost("virtual");
        };
    }

    private String doubt() {
        return MissingEvents.ofPins(folded.coverage(), census.monitorsPin());
    }

    private Measured pins(List<PinCensus.Site> sites, Limit limit) {
        long amount = sites.stream()
                .mapToLong(site -> limit.measure().unit() == Measure.Unit.COUNT
                        ? site.sum().count()
                        : site.sum().nanos())
                .sum();
        return new Measured(amount, doubt(), by(), sites);
    }

    private Measured longest(Limit limit) {
        long longest =
                counted.stream().mapToLong(site -> site.sum().maxNanos()).max().orElse(0);
        String doubt = doubt();
        if (doubt.isEmpty() && threshold.toNanos() > limit.most()) {
            doubt = "pins shorter than " + limit.words(threshold.toNanos()) + " were not recorded";
        }
        return new Measured(
                longest,
                doubt,
                by(),
                counted.stream()
                        .filter(site -> site.sum().maxNanos() > limit.most())
                        .toList());
    }

    private String by() {
        return threshold.isZero()
                ? "JFR, every pin"
                : "JFR, pins of " + Amounts.time(threshold.toNanos()) + " and more";
    }

    private Measured starved(ToLongFunction<PinCensus.Process> figure) {
        String doubt = doubt();
        if (doubt.isEmpty()) {
            doubt = census.processes().stream()
                    .filter(process -> process.carriers() == 0)
                    .findFirst()
                    .map(process ->
                            "how many carriers " + process.subject() + " has is not recorded: say it with --carriers")
                    .orElse("");
        }
        long amount = census.processes().stream().mapToLong(figure).sum();
        List<PinCensus.Site> sites = census.sites().stream()
                .filter(site -> census.processes().stream()
                        .anyMatch(process -> process.by().contains(site.name())))
                .toList();
        return new Measured(amount, doubt, by(), sites);
    }

    private MemoryFigures memory() {
        return folded.all().memory();
    }

    private @Nullable MemoryFigures memoryBefore() {
        return baseline == null ? null : baseline.all().memory();
    }

    private static Measured of(MemoryFigures.Figure figure) {
        return new Measured(figure.bytes(), figure.missing(), figure.source(), List.of());
    }

    private Measured cost(String kind) {
        Measured most = null;
        for (RunFigures run : folded.all().captures().runs()) {
            Long memory = run.addedBytes().get(RunFigures.Figure.MEMORY);
            if (memory != null && kind.equals(run.info().kind())) {
                long each = Math.round((double) memory / run.info().threadsRan());
                if (most == null || each > most.amount()) {
                    most = Measured.of(each, run.info().threadsRan() + " threads of " + run.subject());
                }
            }
        }
        return most == null
                ? Measured.unknown("no capture among the inputs started a known number of " + kind
                        + " threads; \"run sleepers\" makes one")
                : most;
    }
}
