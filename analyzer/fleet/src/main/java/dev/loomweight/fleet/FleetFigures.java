package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.ServiceReading.Told;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.FigureList;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.report.Unit;
import java.util.Collection;
import java.util.List;

/** The figures of each service of a fleet. What can be limited is listed here. */
public final class FleetFigures {

    /** All of them. */
    public static final FigureList<Figure<ServiceReading>> ALL = new FigureList<>(List.of(
            Figure.of(
                    "pins-per-hour",
                    Kind.RATE,
                    Unit.COUNT,
                    "pins per recorded hour",
                    of -> of.told(Told.PINS, () -> of.perHour(of.sums().pins().count()))),
            Figure.of(
                    "pinned-time-per-hour",
                    Kind.RATE,
                    Unit.TIME,
                    "pinned time per recorded hour",
                    of -> of.told(Told.PINS, () -> FleetView.pinnedPerHour(of.sums()))),
            Figure.of(
                    "longest-pin",
                    Kind.HIGHEST,
                    Unit.TIME,
                    "longest pin",
                    of -> of.atLeast(Told.PINS, () -> of.sums().pins().maxNanos())),
            Figure.of(
                    "starved-time-per-hour",
                    Kind.RATE,
                    Unit.TIME,
                    "time per recorded hour with all carriers pinned",
                    of -> of.told(Told.CARRIERS, () -> of.perHour(of.sums().get(Counter.STARVED_NANOS)))),
            Figure.of(
                    "failed-submits",
                    Kind.TOTAL,
                    Unit.COUNT,
                    "virtual threads that the scheduler rejected",
                    of -> of.atLeast(Told.SUBMITS, () -> of.sums().get(Counter.FAILED_SUBMITS))),
            Figure.of(
                    "rss",
                    Kind.HIGHEST,
                    Unit.SIZE,
                    "highest resident memory",
                    of -> of.atLeast(Told.RESIDENT, () -> of.sums().resident().max())),
            Figure.of(
                    "limit-share",
                    Kind.HIGHEST,
                    Unit.SHARE,
                    "highest share of the memory limit",
                    of -> of.atLeast(Told.LIMIT, () -> of.sums().ofLimit().max())),
            Figure.of(
                    "new-sites",
                    Kind.TOTAL,
                    Unit.COUNT,
                    "sites that came in the latest version",
                    FleetFigures::newSites),
            Figure.of("outliers", Kind.TOTAL, Unit.COUNT, "pods unlike their siblings", FleetFigures::outliers)));

    private FleetFigures() {}

    /** Of one version, there is none before it with which it could be compared: nothing is new in it. */
    private static Measured newSites(ServiceReading of) {
        if (!of.view().hasVersions()) {
            return Measured.unknown(
                    "the report is not by version: give recordings the label, with --path-pattern, --labels"
                            + " or --label, and add it to --by");
        }
        Collection<String> versions = of.view().versions(of.service()).keySet();
        Collection<String> unplaced = of.view().unplaced(of.service());
        boolean without = versions.contains(Labels.ABSENT);
        Measured sites = of.told(
                Told.PINS,
                without
                        ? "some of its recordings have no label version: --path-pattern, --labels or --label give it"
                        : unplaced.isEmpty()
                                ? ""
                                : "the clocks of all recordings of version " + String.join(", ", unplaced)
                                        + " were wrong, so it is not known which version is the latest: leave them out,"
                                        + " or name versions by numbers",
                () -> of.versions().newSites(of.service()));
        return versions.size() > 1 || !sites.missing().isEmpty()
                ? sites
                : new Measured(0, "one version, nothing to compare", "");
    }

    private static Measured outliers(ServiceReading of) {
        String missing = of.outliers().judged(of.service()) > 0
                ? ""
                : "no " + of.view().unitWord() + " has " + (FleetOutliers.MIN_SIBLINGS - 1)
                        + " siblings to compare it with: name the services that have, such as SERVICE:outliers=0";
        return of.told(Told.PINS, missing, () -> of.outliers().count(of.service()));
    }
}
