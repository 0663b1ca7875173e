package dev.loomweight.budget;

import dev.loomweight.carriers.SchedulerDelays;
import dev.loomweight.fold.Sum;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.SchedulerDelay;
import dev.loomweight.sample.SubmitFailed;
import dev.loomweight.threadcost.weight.RunFigures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Measures the amounts of limits in one set of inputs. */
final class Measurements {

    private final BudgetFold.Figures figures;
    private final PinCensus census;
    private final List<PinCensus.Site> counted;
    private final Duration threshold;
    private final @Nullable MemoryFigures memoryBefore;

    /**
     * @param counted the sites whose pins count
     * @param threshold shorter pins are not known
     * @param memoryBefore the start of growth, or null for the first moment of the inputs
     */
    Measurements(
            BudgetFold.Figures figures,
            List<PinCensus.Site> counted,
            Duration threshold,
            @Nullable MemoryFigures memoryBefore) {
        this.figures = figures;
        this.census = figures.census();
        this.counted = counted;
        this.threshold = threshold;
        this.memoryBefore = memoryBefore;
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
            case STARVATION_WINDOWS -> starved(limit, PinCensus.CarrierUse.Windows::count);
            case STARVED_TIME -> starved(limit, PinCensus.CarrierUse.Windows::nanos);
            case FAILED_SUBMITS ->
                new Measured(
                        figures.refusals().count(),
                        MissingEvents.of(figures.coverage(), SubmitFailed.EVENT),
                        SubmitFailed.EVENT,
                        List.of());
            case SCHEDULER_DELAY_P99 -> schedulerDelay();
            case RSS -> of(memory().highestResident());
            case RSS_GROWTH -> of(memory().residentGrowth(memoryBefore));
            case STACK_GROWTH -> of(memory().stackGrowth(memoryBefore));
            case CATEGORY_GROWTH -> of(memory().categoryGrowth(limit.of(), memoryBefore));
            case PLACE_GROWTH -> of(figures.growth().growthOf(limit.of()));
            case PLATFORM_THREAD_COST -> cost("platform");
            case VIRTUAL_THREAD_COST -> cost("virtual");
        };
    }

    private String missing() {
        return MissingEvents.ofPins(figures.coverage(), census.monitorsPin());
    }

    private Measured pins(List<PinCensus.Site> sites, Limit limit) {
        long amount = sites.stream()
                .mapToLong(site -> limit.measure().unit() == Measure.Unit.COUNT
                        ? site.sum().count()
                        : site.sum().nanos())
                .reduce(0, Sum::together);
        return new Measured(amount, missing(), source(), sites);
    }

    private Measured longest(Limit limit) {
        long longest =
                counted.stream().mapToLong(site -> site.sum().maxNanos()).max().orElse(0);
        String missing = missing();
        if (missing.isEmpty() && threshold.toNanos() > limit.max()) {
            missing = "pins shorter than " + limit.words(threshold.toNanos()) + " were not recorded";
        }
        return new Measured(
                longest,
                missing,
                source(),
                counted.stream()
                        .filter(site -> site.sum().maxNanos() > limit.max())
                        .toList());
    }

    private String source() {
        return threshold.isZero() ? "JFR, every pin" : "JFR, pins from " + Amounts.time(threshold.toNanos());
    }

    private Measured starved(Limit limit, ToLongFunction<PinCensus.CarrierUse.Windows> figure) {
        String missing = missing();
        if (missing.isEmpty()) {
            missing = census.processes().stream()
                    .filter(process -> process.carriers() == 0)
                    .findFirst()
                    .map(process -> "the recording of " + process.subject()
                            + " has no carrier count, so starvation cannot be detected; pass --carriers N")
                    .orElse("");
        }
        if (missing.isEmpty()) {
            missing = undecided();
        }
        long amount = sum(PinCensus.CarrierUse::least, figure);
        long most = sum(PinCensus.CarrierUse::most, figure);
        if (missing.isEmpty() && most > amount && most > limit.max()) {
            missing = "at least " + limit.words(amount) + " and at most " + limit.words(most)
                    + ": as many carriers were pinned as the scheduler runs at once, and the recording does not show"
                    + " whether the JVM had added carriers; record jdk.ThreadStart and jdk.ThreadEnd from the start";
        }
        List<PinCensus.Site> sites = census.sites().stream()
                .filter(site -> census.processes().stream()
                        .anyMatch(process -> process.by().contains(site.name())))
                .toList();
        return new Measured(amount, missing, source(), sites);
    }

    private long sum(
            Function<PinCensus.CarrierUse, PinCensus.CarrierUse.Windows> windows,
            ToLongFunction<PinCensus.CarrierUse.Windows> figure) {
        return census.processes().stream().map(windows).mapToLong(figure).reduce(0, Sum::together);
    }

    /** Why there may be more windows than were found. */
    private String undecided() {
        for (PinCensus.CarrierUse process : census.processes()) {
            if (process.undecidedNanos() > 0) {
                return "for " + Amounts.time(process.undecidedNanos()) + ", pins and Object.wait of "
                        + process.subject()
                        + " held as many carriers as the scheduler runs at once, and the recording does not have the"
                        + " pool's maximum; record jdk.JVMInformation";
            }
            if (process.omittedNanos() > 0) {
                return process.subject() + " has too many pins: with the shortest, all carriers were pinned for up to "
                        + Amounts.time(process.omittedNanos()) + " more";
            }
        }
        return "";
    }

    /** Of the process that waited longest. A recording without the probe says nothing of its process. */
    private Measured schedulerDelay() {
        Map<String, Long> quantiles = SchedulerDelays.quantiles(figures.delays(), 0.99);
        long amount =
                quantiles.values().stream().mapToLong(Long::longValue).max().orElse(0);
        String missing = figures.coverage().of(SchedulerDelay.EVENT).isEmpty()
                ? ""
                : MissingEvents.of(figures.coverage(), SchedulerDelay.EVENT);
        if (missing.isEmpty()) {
            missing = figures.coverage().sources().stream()
                    .filter(source -> source.origin().instrument() == Instrument.JFR
                            && !quantiles.containsKey(source.origin().subject()))
                    .findFirst()
                    .map(source -> "the recording of " + source.origin().subject() + " has no " + SchedulerDelay.EVENT
                            + ": run with Loomweight's agent and virtual threads")
                    .orElse("");
        }
        if (missing.isEmpty() && quantiles.isEmpty()) {
            missing = "no input is a recording";
        }
        return new Measured(amount, missing, SchedulerDelay.EVENT, List.of());
    }

    private MemoryFigures memory() {
        return figures.memory();
    }

    private static Measured of(MemoryFigures.Figure figure) {
        return new Measured(figure.bytes(), figure.missing(), figure.source(), List.of());
    }

    private Measured cost(String kind) {
        Measured most = null;
        for (RunFigures run : figures.captures().runs()) {
            Long memory = run.addedBytes().get(RunFigures.Figure.MEMORY);
            if (memory != null && kind.equals(run.info().kind())) {
                long each = Math.round((double) memory / run.info().threadsRan());
                if (most == null || each > most.amount()) {
                    most = Measured.of(each, run.info().threadsRan() + " threads of " + run.subject());
                }
            }
        }
        return most == null
                ? Measured.unknown(
                        "no input is a capture with a known number of " + kind + " threads; see \"run sleepers\"")
                : most;
    }
}
