package dev.loomweight.fleet.budget;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.pins.pinning.diff.ChangeRule;
import dev.loomweight.pins.pinning.diff.PinDifference;
import dev.loomweight.sample.Coverage;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which pins count, for those who judge parts of a recording one by one, such as the tests of a run: the same rules as
 * {@link BudgetCheck}, without its budgets.
 */
public final class PinGate {

    private final List<Suppression> suppressions;
    private final LocalDate today;
    private final Set<SiteKey> asBefore;

    /**
     * A gate.
     *
     * @param suppressions the pins that are left out
     * @param today the day that decides whether suppressions have expired
     */
    public PinGate(List<Suppression> suppressions, LocalDate today) {
        this(suppressions, today, Set.of());
    }

    private PinGate(List<Suppression> suppressions, LocalDate today, Set<SiteKey> asBefore) {
        this.suppressions = List.copyOf(suppressions);
        this.today = today;
        this.asBefore = Set.copyOf(asBefore);
    }

    /**
     * The same gate, where sites that have no more pins than in a baseline do not count, whatever the lengths of the
     * recordings, since a test run does its work once.
     *
     * @param whole all pins of what is judged
     * @param baseline the pins that were there before
     * @param margin tolerance over the baseline: 0.1 is 10 %
     */
    public PinGate with(PinCensus whole, PinCensus baseline, double margin) {
        CountedPins pins = CountedPins.since(
                PinDifference.between(
                        withoutLength(baseline),
                        withoutLength(whole),
                        // A test does its work once: each pin more is one.
                        new ChangeRule(margin, true)),
                new Budget(List.of(), List.of(), false, false, margin, today));
        Set<SiteKey> known = new HashSet<>();
        pins.matches().keySet().forEach(site -> known.add(site.key()));
        pins.counted().forEach(site -> known.remove(site.key()));
        return new PinGate(suppressions, today, known);
    }

    private static PinCensus withoutLength(PinCensus census) {
        return new PinCensus(census.sites(), census.processes(), Duration.ZERO, census.monitorsPin());
    }

    /**
     * Pins, divided by whether they count.
     *
     * @param sites the sites that count, by total time
     * @param suppressed the pins of each suppression; a suppression without pins is not there
     * @param foreign pins without own code, which do not count
     * @param initialization pins of class initialization that do not count
     * @param loading pins of class loading that do not count
     * @param asBefore pins at sites that are no worse than in the baseline, which do not count
     */
    public record Divided(
            List<PinCensus.Site> sites,
            Map<Suppression, Sum> suppressed,
            Sum foreign,
            Sum initialization,
            Sum loading,
            Sum asBefore) {

        public Divided {
            sites = List.copyOf(sites);
        }

        /** All pins that count. */
        public Sum counted() {
            return sites.stream().map(PinCensus.Site::sum).reduce(Sum.NONE, Sum::plus);
        }
    }

    /**
     * Divides pins.
     *
     * @param sites the pins
     * @param ofClasses whether pins of loading and initializing classes count
     */
    public Divided divide(List<PinCensus.Site> sites, boolean ofClasses) {
        PinCensus census = new PinCensus(sites, List.of(), Duration.ZERO, false);
        CountedPins pins =
                CountedPins.all(census, new Budget(List.of(), suppressions, !ofClasses, !ofClasses, 0, today));
        Sum before = Sum.NONE;
        for (PinCensus.Site site : pins.counted()) {
            before = asBefore.contains(site.key()) ? before.plus(site.sum()) : before;
        }
        return new Divided(
                pins.counted().stream()
                        .filter(site -> !asBefore.contains(site.key()))
                        .toList(),
                pins.suppressed(),
                pins.uncounted(CountedPins.Reason.FOREIGN),
                pins.uncounted(CountedPins.Reason.INITIALIZATION),
                pins.uncounted(CountedPins.Reason.LOADING),
                before);
    }

    /** The suppressions that have expired, as they are named in sentences. */
    public List<String> expired() {
        return suppressions.stream()
                .filter(suppression -> suppression.isExpired(today))
                .map(suppression -> suppression.subject() + " expired on " + suppression.until())
                .toList();
    }

    /**
     * Why pins may be missing in recordings; empty where they cannot be.
     *
     * @param coverage what the recordings could show
     * @param monitorsPin whether a recording is of a JDK before 24, where monitors do
     */
    public static String missing(Coverage coverage, boolean monitorsPin) {
        return PinReading.missing(coverage, monitorsPin);
    }

    /**
     * The longest threshold of pins in force: shorter ones are not known.
     *
     * @param monitorsPin whether a recording is of a JDK before 24, where monitors do
     */
    public static Duration threshold(Coverage coverage, boolean monitorsPin) {
        return PinReading.threshold(coverage, monitorsPin);
    }
}
