package dev.loomweight.pins.pinning.diff;

import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.PinReading.Recorded;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.PinEvents.Pin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Which pinning sites appeared, vanished, grew and shrank, across builds and JDKs. */
public final class PinComparison implements Comparison<PinReading> {

    @Override
    public Section changes(PinReading before, PinReading after) {
        List<Finding> findings = new ArrayList<>();
        if (before.recorded() != Recorded.ON || after.recorded() != Recorded.ON) {
            missing("before", before.recorded(), after.recorded(), findings);
            missing("after", after.recorded(), before.recorded(), findings);
            return section(List.of(), findings);
        }
        thresholds(before.shortest(), after.shortest(), findings);
        PinDifference difference = PinDifference.between(before, after);
        List<SiteChange> changes = difference.changes();
        PinChanges words = new PinChanges(before.census(), after.census(), difference);
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Note(Note.HEADLINE, words.sentences()));
        if (!changes.isEmpty()) {
            blocks.add(words.table());
            blocks.add(PinChanges.TOTALS.table("totals", "Totals", changes));
        }
        SiteMatch.classFiles(
                        changes.stream().map(change -> change.match().fit()).toList())
                .ifPresent(findings::add);
        findings.addAll(words.findings());
        return section(blocks, findings);
    }

    /** Pins of one recording have no before. */
    @Override
    public Section within(PinReading all) {
        return section(List.of(), List.of());
    }

    private static void missing(String word, Recorded recorded, Recorded other, List<Finding> findings) {
        if (recorded == Recorded.OFF) {
            findings.add(warning(
                    "pinsNotRecorded",
                    "Pinning was not recorded " + word + ", so pins cannot be compared.",
                    Pin.EVENT + " was off, or is no type of the recording."));
        } else if (recorded == Recorded.NO_RECORDING && other == Recorded.ON) {
            findings.add(new Finding(
                    "recordingMissing",
                    Finding.Severity.INFO,
                    "There is no recording " + word + ", so pins cannot be compared.",
                    "",
                    ""));
        }
    }

    private static void thresholds(Duration was, Duration is, List<Finding> findings) {
        if (!was.equals(is)) {
            findings.add(warning(
                    "thresholdsDiffer",
                    "The threshold of pins was " + Amounts.time(was.toNanos()) + " before and is "
                            + Amounts.time(is.toNanos()) + " after.",
                    "Shorter pins are on one side only: compare those longer than both thresholds, with --longer."));
        }
    }

    private static Finding warning(String id, String summary, String explanation) {
        return new Finding(id, Finding.Severity.WARNING, summary, explanation, "");
    }

    private static Section section(List<Block> blocks, List<Finding> findings) {
        return new Section("pinsChange", "Changes in pins", blocks, findings);
    }
}
