package dev.loomweight.pinning.diff;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.Pins;
import dev.loomweight.pinning.SiteMatch;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Pin;
import dev.loomweight.subject.Comparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Which pinning sites appeared, vanished, grew and shrank, across builds and JDKs. */
public final class PinComparison implements Comparison<Pins> {

    private final PinAnalysis pins;
    private final PinAnalysis pinsBefore;

    /** @param options which pins, and the class files that explain them on both sides */
    public PinComparison(PinOptions options) {
        this(options, options);
    }

    /**
     * @param before the class files that explain the earlier pins
     * @param after which pins, and the class files that explain the later ones
     */
    public PinComparison(PinOptions before, PinOptions after) {
        this.pinsBefore = new PinAnalysis(before);
        this.pins = new PinAnalysis(after);
    }

    @Override
    public String id() {
        return "pinsChange";
    }

    @Override
    public Fold<Pins> fold() {
        return pins.fold();
    }

    @Override
    public Section between(Folded<Pins> before, Folded<Pins> after) {
        List<Finding> findings = new ArrayList<>();
        if (!isRecorded(before.coverage()) || !isRecorded(after.coverage())) {
            missing("before", before.coverage(), after.coverage(), findings);
            missing("after", after.coverage(), before.coverage(), findings);
            return section(List.of(), findings);
        }
        thresholds(before.coverage(), after.coverage(), findings);
        PinCensus was = pinsBefore.census(before.all(), before.coverage());
        PinCensus is = pins.census(after.all(), after.coverage());
        List<SiteChange> changes = SiteChange.between(was, is);
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Note("headline", PinChanges.sentences(was, is, changes)));
        if (!changes.isEmpty()) {
            blocks.add(PinChanges.rates(changes));
            blocks.add(PinChanges.totals(changes));
        }
        SiteMatch.classFiles(changes.stream().map(SiteChange::fit).toList()).ifPresent(findings::add);
        findings.addAll(PinChanges.findings(changes));
        return section(blocks, findings);
    }

    /** Pins of one recording have no before. */
    @Override
    public Section within(Folded<Pins> all) {
        return section(List.of(), List.of());
    }

    private static boolean isRecorded(Coverage coverage) {
        return coverage.of(Pin.EVENT).stream()
                .anyMatch(event -> event.state() == State.RECORDED || event.state() == State.SILENT);
    }

    private static void missing(String word, Coverage coverage, Coverage other, List<Finding> findings) {
        if (isRecorded(coverage)) {
            return;
        }
        if (!coverage.of(Pin.EVENT).isEmpty()) {
            findings.add(warning(
                    "pinsNotRecorded",
                    "Pinning was not recorded " + word + ", so pins cannot be compared.",
                    Pin.EVENT + " was off, or is no type of the recording."));
        } else if (isRecorded(other)) {
            findings.add(new Finding(
                    "recordingMissing",
                    Finding.Severity.INFO,
                    "There is no recording " + word + ", so pins cannot be compared.",
                    "",
                    ""));
        }
    }

    private static void thresholds(Coverage before, Coverage after, List<Finding> findings) {
        Duration was = threshold(before);
        Duration is = threshold(after);
        if (!Objects.equals(was, is)) {
            findings.add(warning(
                    "thresholdsDiffer",
                    "The threshold of pins was " + Amounts.time(was.toNanos()) + " before and is "
                            + Amounts.time(is.toNanos()) + " after.",
                    "Shorter pins are on one side only: compare those longer than both thresholds, with --longer."));
        }
    }

    /** The longest threshold in force. */
    private static Duration threshold(Coverage coverage) {
        Duration longest = Duration.ZERO;
        for (Coverage.OfEvent event : coverage.of(Pin.EVENT)) {
            Duration threshold = event.threshold();
            if (threshold != null && threshold.compareTo(longest) > 0) {
                longest = threshold;
            }
        }
        return longest;
    }

    private static Finding warning(String id, String summary, String explanation) {
        return new Finding(id, Finding.Severity.WARNING, summary, explanation, "");
    }

    private Section section(List<Block> blocks, List<Finding> findings) {
        return new Section(id(), "Changes in pins", blocks, findings);
    }
}
