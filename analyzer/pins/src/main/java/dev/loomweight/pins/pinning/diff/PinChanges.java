package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.diff.SiteChange.Kind;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What {@link PinComparison} says: in sentences, as a table, and what to act on. */
final class PinChanges {

    private static final int TOP = 25;
    private static final String FIRST_LOST =
            "a recording without the site begins with its JVM, and JDK 21 to 23 record the"
                    + " first pin of a JVM too short: one that this makes shorter than the threshold is missing. The site has no"
                    + " more than one pin in a JVM.";
    private static final String UNKNOWN_LENGTH = "the length of the recording is unknown";

    /** What became of each site, by its pinned time per second: recordings differ in length. */
    private static final Rows<SiteChange> RATES = Rows.of(SiteChange.class)
            .text("site", "Site", change -> change.site().name())
            .text("blocker", "Blocked in", change -> change.site().key().blocker())
            .text("cause", "Cause", PinChanges::cause)
            .text("kind", "Now", SiteChange::word)
            .nanos("perSecondBefore", "Before", SiteChange::rateBefore)
            .where(SiteChange::hasRates, UNKNOWN_LENGTH)
            .nanos("perSecond", "After", SiteChange::rateAfter)
            .where(SiteChange::hasRates, UNKNOWN_LENGTH)
            .nanos("perSecondChange", "Change", change -> change.rateAfter() - change.rateBefore())
            .where(SiteChange::hasRates, UNKNOWN_LENGTH)
            .bar()
            .top(TOP)
            .brief("site", "kind", "perSecondChange", "perSecondBefore", "perSecond", "blocker", "cause");

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

    private PinChanges() {}

    /** The verdict first. */
    static List<String> sentences(PinCensus before, PinCensus after, List<SiteChange> changes) {
        List<String> sentences = new ArrayList<>();
        if (changes.isEmpty()) {
            sentences.add("No pins before, and none after; pinning was recorded in both.");
            return sentences;
        }
        List<String> parts = Stream.of(Kind.APPEARED, Kind.VANISHED, Kind.GREW, Kind.SHRANK)
                .filter(kind -> count(kind, changes) > 0)
                .map(kind -> count(kind, changes) + (count(kind, changes) == 1 ? " is " : " are ") + kind.word())
                .toList();
        sentences.add(direction(before, after) + ": " + words(before) + " before, " + words(after) + " after. Of "
                + Amounts.count(changes.size(), "site, ", "sites, ")
                + (parts.isEmpty() ? "none has changed" : String.join(", ", parts)) + ".");
        long unsure = changes.stream().filter(SiteChange::unsure).count();
        if (unsure > 0) {
            sentences.add((unsure == changes.size() && unsure == 1
                            ? "That is uncertain"
                            : unsure + " of these" + (unsure == 1 ? " is" : " are")
                                    + " uncertain (\"perhaps\" in the table)")
                    + ": " + FIRST_LOST);
        }
        if (before.monitorsPin() != after.monitorsPin()) {
            sentences.add("Monitors pin on the JDK used " + (before.monitorsPin() ? "before" : "after")
                    + ", but not on the JDK used " + (before.monitorsPin() ? "after" : "before") + " (JDK 24+).");
        }
        return sentences;
    }

    private static String direction(PinCensus before, PinCensus after) {
        boolean rates = before.recorded().isPositive() && after.recorded().isPositive();
        double was = rates
                ? SiteChange.rate(before.total(), before.recorded())
                : before.total().nanos();
        double is = rates
                ? SiteChange.rate(after.total(), after.recorded())
                : after.total().nanos();
        if (Math.abs(is - was) <= SiteChange.SAME * was) {
            return "Carriers are pinned about as long as before";
        }
        return is > was ? "Carriers are pinned longer than before" : "Carriers are pinned less than before";
    }

    private static String words(PinCensus census) {
        Sum total = census.total();
        Duration length = census.recorded();
        return pins(total)
                + (total.count() > 0 && length.isPositive()
                        ? " (" + Amounts.time(SiteChange.rate(total, length)) + " per second)"
                        : "");
    }

    private static long count(Kind kind, List<SiteChange> changes) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }

    /** The {@link #RATES}, with what counts as a change. */
    static Table rates(List<SiteChange> changes) {
        List<String> notes = new ArrayList<>();
        notes.add("Sites are matched by holder and blocking call, not by line. As before: within "
                + Amounts.percent(SiteChange.SAME)
                + (changes.getFirst().hasRates() ? " of its time per second." : " of its time."));
        return RATES.table("sites", "Pinned time per second by site, largest change first", changes, notes);
    }

    private static String cause(SiteChange change) {
        PinCensus.Site before = change.before();
        PinCensus.Site after = change.after();
        return before == null || after == null || before.cause().equals(after.cause())
                ? change.site().cause()
                : before.cause() + ", now " + after.cause();
    }

    /** The sites to look at: new ones, and those that grew. */
    static List<Finding> findings(List<SiteChange> changes) {
        List<Finding> findings = new ArrayList<>();
        changes.stream()
                .filter(change -> change.kind() == Kind.APPEARED)
                .forEach(change -> findings.add(finding("pinSiteAppeared", "New: ", change)));
        changes.stream()
                .filter(change -> change.kind() == Kind.GREW)
                .forEach(change -> findings.add(finding("pinSiteGrew", "More: ", change)));
        return findings;
    }

    private static Finding finding(String id, String word, SiteChange change) {
        PinCensus.Site site = Objects.requireNonNull(change.after());
        return new Finding(
                id,
                Severity.WARNING,
                word + site.summary(),
                pins(change.sumBefore()) + " before, " + pins(change.sumAfter()) + " after."
                        + (change.unsure() ? " It may not be new: " + FIRST_LOST : ""),
                site.words().solution(),
                site.words().place());
    }

    private static String pins(Sum sum) {
        return sum.count() == 0 ? "no pins" : Amounts.count(sum.count(), "pin") + " of " + Amounts.time(sum.nanos());
    }
}
