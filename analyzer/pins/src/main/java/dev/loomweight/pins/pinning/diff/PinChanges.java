package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.diff.SiteChange.Change;
import dev.loomweight.pins.pinning.diff.SiteChange.Doubt;
import dev.loomweight.pins.pinning.diff.SiteChange.Kind;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@link PinComparison} says: in sentences, as a table, and what to act on. */
final class PinChanges {

    private static final int TOP = 25;

    /** Data that show no smaller ratio show nothing. */
    private static final double MAX_SHOWN = 2;

    /** Of fewer runs on both sides together, the error of a difference is hardly known. */
    private static final int ENOUGH_RUNS = 6;

    private static final String FIRST_LOST =
            "a recording without the site begins with its JVM, and JDK 21 to 23 record the"
                    + " first pin of a JVM too short: one that this makes shorter than the threshold is missing. The site has no"
                    + " more than one pin in a JVM.";
    private static final String FEW = "there are so few pins that the other run may have none by chance.";
    private static final String NOT_RECORDED = "events that the recording with the site has are missing in the other.";
    private static final String ONE_RUN = "only one of several runs has it, so that it may be rare in all of them.";
    private static final String UNKNOWN_LENGTH = "the length of the recording is unknown";
    private static final String NOT_IN_BOTH = "the site is in one recording only, or has too few pins";

    /** The totals of the same sites. */
    static final Rows<SiteChange> TOTALS = Rows.of(SiteChange.class)
            .text("site", "Site", change -> change.site().name())
            .text("blocker", "Blocked in", change -> change.site().key().blocker())
            .count("pinsBefore", "Pins before", change -> change.sumBefore().count())
            .count("pins", "after", change -> change.sumAfter().count())
            .nanos("totalBefore", "Pinned before", change -> change.sumBefore().nanos())
            .nanos("total", "after", change -> change.sumAfter().nanos())
            .nanos("maxBefore", "Longest before", change -> change.sumBefore().maxNanos())
            .nanos("max", "after", change -> change.sumAfter().maxNanos())
            .top(TOP);

    private final PinCensus before;
    private final PinCensus after;
    private final PinDifference difference;
    private final List<SiteChange> changes;
    private final Runs earlier;
    private final Runs later;

    PinChanges(PinCensus before, Runs earlier, PinCensus after, Runs later, PinDifference difference) {
        this.earlier = earlier;
        this.later = later;
        this.before = before;
        this.after = after;
        this.difference = difference;
        this.changes = difference.changes();
    }

    /** The verdict first. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (changes.isEmpty()) {
            sentences.add("No pins before, and none after; pinning was recorded in both.");
            return sentences;
        }
        if (earlier.allWork() > 0 && later.allWork() > 0) {
            sentences.add("The number of pins is compared for equal work: " + units(earlier) + " before, "
                    + units(later) + " after.");
        }
        if (difference.load().isMoved()) {
            sentences.add("The load differs: at most sites, pins came " + times(difference.load())
                    + " as often after as" + " before. What remains is compared for equal load.");
        }
        if (difference.pace().isMoved()) {
            sentences.add("At most sites, each pin took " + times(difference.pace()) + " as long after as before: the"
                    + " machine or the load. What remains is compared without it.");
        }
        sentences.add(verdict());
        sentences.add(words(before) + " before, " + words(after) + " after.");
        if (earlier.count() + later.count() > 2) {
            sentences.add(Amounts.count(earlier.count(), "run", "runs") + " before, " + later.count()
                    + " after. A difference is certain only if the runs of one side do not differ as much by chance"
                    + (earlier.count() + later.count() < ENOUGH_RUNS
                            ? "; with three on each side, smaller ones are certain."
                            : "."));
        }
        for (Doubt doubt : List.of(Doubt.FEW, Doubt.ONE_RUN, Doubt.NOT_RECORDED, Doubt.FIRST_LOST)) {
            long unsure =
                    changes.stream().filter(change -> change.doubt() == doubt).count();
            if (unsure > 0) {
                sentences.add(
                        Amounts.count(unsure, "site is", "sites are") + " only perhaps new or gone: " + why(doubt));
            }
        }
        if (before.monitorsPin() != after.monitorsPin()) {
            sentences.add("Monitors pin on the JDK used " + (before.monitorsPin() ? "before" : "after")
                    + ", but not on the JDK used " + (before.monitorsPin() ? "after" : "before") + " (JDK 24+).");
        }
        return sentences;
    }

    private static String units(Runs runs) {
        return Amounts.count(Math.round(runs.allWork()), "unit", "units");
    }

    private static String why(Doubt doubt) {
        return switch (doubt) {
            case FIRST_LOST -> FIRST_LOST;
            case NOT_RECORDED -> NOT_RECORDED;
            case ONE_RUN -> ONE_RUN;
            case FEW, NONE -> FEW;
        };
    }

    private static String times(LoadChange load) {
        return Amounts.times(load.ratio()) + " times";
    }

    private String verdict() {
        List<String> parts = Arrays.stream(Kind.values())
                .filter(kind -> kind != Kind.SAME && count(kind) > 0)
                .map(kind ->
                        count(kind) + (kind == Kind.MOVED ? " " : count(kind) == 1 ? " is " : " are ") + kind.word())
                .toList();
        String of = Amounts.count(changes.size(), "site", "sites");
        return parts.isEmpty()
                ? "No difference is certain at " + of + visible() + "."
                : "Of " + of + ", " + String.join(", ", parts) + ".";
    }

    private long count(Kind kind) {
        return changes.stream()
                .filter(change -> change.isCertain() && change.kinds().contains(kind))
                .count();
    }

    /** The smallest difference that could be seen; of few pins, that they show none. */
    private String visible() {
        String parts = Stream.of(
                        visible(SiteChange::number, " more or fewer pins"),
                        visible(SiteChange::time, " longer or shorter ones"))
                .filter(words -> !words.isEmpty())
                .reduce((some, more) -> some + " and " + more)
                .orElse("");
        return parts.isEmpty()
                ? ": no site has enough pins to show even twice as many, or pins twice as long. Record for longer, or"
                        + " under more load"
                : "; the smallest that this much data could show at one of them: " + parts;
    }

    private String visible(Function<SiteChange, @Nullable Change> of, String what) {
        double least = changes.stream()
                .map(of)
                .filter(Objects::nonNull)
                .mapToDouble(Change::certain)
                .min()
                .orElse(Double.MAX_VALUE);
        return least > MAX_SHOWN ? "" : Amounts.percent(least - 1) + what;
    }

    private static String words(PinCensus census) {
        Sum total = census.total();
        return pins(total)
                + (total.count() > 0 && census.recorded().isPositive()
                        ? " (" + Amounts.time(PinDifference.perSecond(total, census)) + " per second)"
                        : "");
    }

    private boolean hasRates() {
        return before.recorded().isPositive() && after.recorded().isPositive();
    }

    private long rateBefore(SiteChange change) {
        return PinDifference.perSecond(change.sumBefore(), before);
    }

    private long rateAfter(SiteChange change) {
        return PinDifference.perSecond(change.sumAfter(), after);
    }

    /** What became of each site, with what counts as a change. */
    Table table() {
        return Rows.of(SiteChange.class)
                .text("site", "Site", change -> change.site().name())
                .text("blocker", "Blocked in", change -> change.site().key().blocker())
                .text("cause", "Cause", PinChanges::cause)
                .text("kind", "Now", SiteChange::word)
                .column("pinsChange", "Pins by", change -> byHowMuch(change.number()))
                .column("pinsCertain", "certain from", change -> from(change.number()))
                .column("eachChange", "Each by", change -> byHowMuch(change.time()))
                .column("eachCertain", "certain from", change -> from(change.time()))
                .nanos("perSecondBefore", "Before", this::rateBefore)
                .where(change -> hasRates(), UNKNOWN_LENGTH)
                .nanos("perSecond", "After", this::rateAfter)
                .where(change -> hasRates(), UNKNOWN_LENGTH)
                .nanos("perSecondChange", "Change", change -> rateAfter(change) - rateBefore(change))
                .where(change -> hasRates(), UNKNOWN_LENGTH)
                .bar()
                .top(TOP)
                .brief("site", "kind", "pinsChange", "eachChange", "perSecondBefore", "perSecond", "blocker")
                .table(
                        "sites",
                        "What became of each site, and its pinned time per second",
                        changes,
                        List.of(
                                "Sites are matched by holder and blocking call, not by line. The number of pins is compared"
                                        + " for equal load, and the time for each pin. As before: what chance or load can"
                                        + " explain."));
    }

    private static Cell byHowMuch(@Nullable Change change) {
        return change == null ? Cell.absent(NOT_IN_BOTH) : new Cell.Ratio(change.ratio() - 1);
    }

    private static Cell from(@Nullable Change change) {
        return change == null ? Cell.absent(NOT_IN_BOTH) : new Cell.Ratio(change.certain() - 1);
    }

    private static String cause(SiteChange change) {
        PinCensus.Site before = change.before();
        PinCensus.Site after = change.after();
        return before == null || after == null || before.cause().equals(after.cause())
                ? change.site().cause()
                : before.cause() + ", now " + after.cause();
    }

    /** The sites to look at: new ones, and those that grew. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        changes.stream()
                .filter(change -> change.kind() == Kind.APPEARED)
                .forEach(change -> findings.add(finding("pinSiteAppeared", appeared(change), change)));
        changes.stream()
                .filter(change -> change.kind() != Kind.APPEARED)
                .filter(change -> change.isLonger() || change.isMore())
                .forEach(change -> findings.add(finding("pinSiteGrew", grew(change), change)));
        return findings;
    }

    private static String appeared(SiteChange change) {
        return change.isCertain() ? "New: " : "Perhaps new: ";
    }

    private static String grew(SiteChange change) {
        return change.isLonger() ? (change.isMore() ? "Longer and more often: " : "Longer: ") : "More often: ";
    }

    private static Finding finding(String id, String word, SiteChange change) {
        PinCensus.Site site = Objects.requireNonNull(change.after());
        return new Finding(
                id,
                change.isCertain() ? Severity.WARNING : Severity.INFO,
                word + site.summary(),
                pins(change.sumBefore()) + " before, " + pins(change.sumAfter()) + " after."
                        + (change.isCertain() ? "" : " It may not be new: " + why(change.doubt())),
                change.isCertain() ? site.words().solution() : "",
                site.words().place());
    }

    private static String pins(Sum sum) {
        return sum.count() == 0 ? "no pins" : Amounts.count(sum.count(), "pin") + " of " + Amounts.time(sum.nanos());
    }
}
