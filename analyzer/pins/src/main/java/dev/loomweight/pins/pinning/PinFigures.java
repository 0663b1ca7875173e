package dev.loomweight.pins.pinning;

import dev.loomweight.amount.Durations;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Measured.Share;
import dev.loomweight.kernel.subject.Scope;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.pins.pinning.PinCensus.CarrierUse;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Unit;
import dev.loomweight.sample.Coverage;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The figures of pins: what own code pins, and how long pins of any code held all carriers. */
public final class PinFigures {

    /** One cause of pins, by its id. */
    public static final Scope CAUSE = new Scope("CAUSE", "cause", CauseKind.ids());

    private static final List<Figure<PinReading>> ALL = List.of(
            ofSites("pins", Kind.TOTAL, Unit.COUNT, "pins of own code", PinFigures::pins),
            ofSites("pinned-time", Kind.TOTAL, Unit.TIME, "time pinned by own code", PinFigures::pinnedTime),
            ofSites("longest-pin", Kind.HIGHEST, Unit.TIME, "longest pin of own code", PinFigures::longest),
            byCause("pins-by-cause", Unit.COUNT, "pins of own code with one cause", PinFigures::pins),
            byCause(
                    "pinned-time-by-cause",
                    Unit.TIME,
                    "time pinned by own code with one cause",
                    PinFigures::pinnedTime),
            starvation(
                    "starvation-windows",
                    Unit.COUNT,
                    "windows in which all carriers were pinned",
                    CarrierUse.Windows::count),
            starvation("starved-time", Unit.TIME, "time in which all carriers were pinned", CarrierUse.Windows::nanos));

    private PinFigures() {}

    /**
     * Pins and their figures.
     *
     * @param options the filter of pins, and class files
     */
    public static Subject<Pins, PinReading> of(PinOptions options) {
        PinAnalysis analysis = new PinAnalysis(options);
        return Subject.of(
                        analysis.fold(),
                        (Pins pins, Coverage coverage) -> PinReading.of(
                                analysis.census(pins, coverage),
                                coverage,
                                options.filter().min()))
                .figures(ALL);
    }

    /**
     * How two thresholds differ, as the end of a sentence on the earlier recording.
     *
     * @param before shorter pins are not in the earlier recording
     * @param now shorter ones are not in the later one
     */
    public static String thresholds(Duration before, Duration now) {
        return "pins were recorded from " + Amounts.time(before.toNanos()) + ", and here from "
                + Amounts.time(now.toNanos()) + "; compare those that both have with --longer "
                + Durations.written(before.compareTo(now) > 0 ? before : now);
    }

    private static Figure<PinReading> ofSites(
            String id, Kind kind, Unit unit, String label, Function<PinReading, Measured> taken) {
        return Figure.of(id, kind, unit, label, taken).comparedBySite().onlyInRecordings();
    }

    private static Figure<PinReading> byCause(
            String id, Unit unit, String label, Function<PinReading, Measured> taken) {
        BiFunction<PinReading, String, Measured> of = (reading, cause) -> taken.apply(with(cause, reading));
        return Figure.of(id, Kind.TOTAL, unit, label, CAUSE, of)
                .comparedBySite()
                .onlyInRecordings();
    }

    private static Figure<PinReading> starvation(
            String id, Unit unit, String label, ToLongFunction<CarrierUse.Windows> of) {
        Function<PinReading, Measured> taken = reading -> starved(reading, of, unit);
        return Figure.of(id, Kind.TOTAL, unit, label, taken).onlyInRecordings();
    }

    private static PinReading with(String cause, PinReading reading) {
        return reading.counting(reading.counted().stream()
                .filter(site -> site.causeIds().contains(cause))
                .toList());
    }

    private static Measured pins(PinReading reading) {
        return sum(reading, Sum::count);
    }

    private static Measured pinnedTime(PinReading reading) {
        return sum(reading, Sum::nanos);
    }

    private static Measured sum(PinReading reading, ToLongFunction<Sum> of) {
        List<Share> shares = shares(reading, of);
        long amount = shares.stream().mapToLong(Share::amount).reduce(0, Sum::together);
        return measured(reading, amount, reading.missing(), shares);
    }

    private static Measured longest(PinReading reading) {
        List<Share> shares = shares(reading, Sum::maxNanos);
        long shortest = reading.shortest().toNanos();
        long longest = shares.stream().mapToLong(Share::amount).max().orElse(0);
        return measured(reading, longest, reading.missing(), shares)
                .unsure(shortest, "pins shorter than " + Amounts.time(shortest) + " were not recorded");
    }

    private static List<Share> shares(PinReading reading, ToLongFunction<Sum> of) {
        return reading.counted().stream()
                .map(site -> new Share(site, of.applyAsLong(site.sum())))
                .toList();
    }

    private static Measured measured(PinReading reading, long amount, String missing, List<Share> shares) {
        String source = reading.shortest().isZero()
                ? "JFR, every pin"
                : "JFR, pins from " + Amounts.time(reading.shortest().toNanos());
        String first = reading.census().firstCut() ? "; JDK 21 to 23 record the first pin of a JVM too short" : "";
        return new Measured(amount, missing, 0, "", source + first, shares);
    }

    private static Measured starved(PinReading reading, ToLongFunction<CarrierUse.Windows> figure, Unit unit) {
        String missing = reading.missing().isEmpty() ? undecided(reading.census()) : reading.missing();
        long least = sum(reading, CarrierUse::least, figure);
        long most = sum(reading, CarrierUse::most, figure);
        List<Share> shares = reading.census().sites().stream()
                .filter(site -> reading.census().processes().stream()
                        .anyMatch(process -> process.by().contains(site.name())))
                .map(site -> new Share(site, 0))
                .toList();
        Measured measured = measured(reading, least, missing, shares);
        return most <= least
                ? measured
                : measured.unsure(
                        most,
                        "at least " + unit.words(least) + " and at most " + unit.words(most)
                                + ": as many carriers were pinned as the scheduler runs at once, and the recording does"
                                + " not show whether the JVM had added carriers; record jdk.ThreadStart and"
                                + " jdk.ThreadEnd from the start");
    }

    private static long sum(
            PinReading reading,
            Function<CarrierUse, CarrierUse.Windows> windows,
            ToLongFunction<CarrierUse.Windows> figure) {
        return reading.census().processes().stream()
                .map(windows)
                .mapToLong(figure)
                .reduce(0, Sum::together);
    }

    /** Why there may be more windows than were found; empty where there cannot. */
    private static String undecided(PinCensus census) {
        for (CarrierUse process : census.processes()) {
            if (!process.carriers().isKnown()) {
                return "the recording of " + process.subject()
                        + " has no carrier count, so starvation cannot be detected; pass --carriers N";
            }
        }
        for (CarrierUse process : census.processes()) {
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
}
