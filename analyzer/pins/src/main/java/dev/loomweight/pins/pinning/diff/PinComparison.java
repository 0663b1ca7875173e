package dev.loomweight.pins.pinning.diff;

import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.PinReading.Recorded;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.PinEvents.Pin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Which pinning sites appeared, vanished, grew and shrank, across builds and JDKs. */
public final class PinComparison implements Comparison<PinReading> {

    @Override
    public Section changes(PinReading before, PinReading after) {
        return changes(new Side(before, Runs.ONE, before.shortest()), new Side(after, Runs.ONE, after.shortest()));
    }

    /**
     * One side of a comparison.
     *
     * @param reading all pins that both sides can have
     * @param runs its runs
     * @param recordedFrom from which length on pins were recorded
     */
    public record Side(PinReading reading, Runs runs, Duration recordedFrom) {}

    /** The change between two sides. */
    public Section changes(Side earlier, Side later) {
        PinReading before = earlier.reading;
        PinReading after = later.reading;
        Duration was = earlier.recordedFrom;
        Duration is = later.recordedFrom;
        List<Finding> findings = new ArrayList<>();
        if (before.recorded() != Recorded.ON || after.recorded() != Recorded.ON) {
            missing("before", before.recorded(), after.recorded(), findings);
            missing("after", after.recorded(), before.recorded(), findings);
            return section(List.of(), findings);
        }
        if (before.hasStacks() != after.hasStacks()) {
            return incomparable(
                    "stacksMissing",
                    "pins were recorded without stacks " + (before.hasStacks() ? "after" : "before"),
                    "Sites are found by stacks. Record both with stacks.",
                    findings);
        }
        if (commonThreshold(before, after).isPresent()) {
            return incomparable(
                    "thresholdsDiffer",
                    thresholds(was, is),
                    "Shorter pins are on one side only: compare those longer than both thresholds, with --longer.",
                    findings);
        }
        if (!was.equals(is)) {
            findings.add(new Finding(
                    "thresholdsDiffer",
                    Finding.Severity.INFO,
                    thresholds(was, is) + ": only pins from "
                            + Amounts.time(before.shortest().toNanos()) + " on are compared.",
                    "",
                    ""));
        }
        damaged(before, after, findings);
        PinDifference difference = PinDifference.between(before, earlier.runs, after, later.runs, ChangeRule.USUAL);
        if (difference.isUnrelated()) {
            return incomparable(
                    "applicationsDiffer",
                    "the two have no site and no package of the application in common",
                    "They seem to be of two applications.",
                    findings);
        }
        List<SiteChange> changes = difference.changes();
        PinChanges words = new PinChanges(before.census(), earlier.runs, after.census(), later.runs, difference);
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
        } else if (recorded == Recorded.UNREAD) {
            findings.add(warning(
                    "recordingMissing",
                    "The recording " + word + " could not be read, so pins cannot be compared.",
                    ""));
        } else if (recorded == Recorded.NO_RECORDING && other == Recorded.ON) {
            findings.add(new Finding(
                    "recordingMissing",
                    Finding.Severity.INFO,
                    "There is no recording " + word + ", so pins cannot be compared.",
                    "",
                    ""));
        }
    }

    /** The length from which on both have all pins; empty where that is how they were read, or one has none. */
    public static Optional<Duration> commonThreshold(PinReading before, PinReading after) {
        return before.recorded() != Recorded.ON
                        || after.recorded() != Recorded.ON
                        || before.shortest().equals(after.shortest())
                ? Optional.empty()
                : Optional.of(before.shortest().compareTo(after.shortest()) > 0 ? before.shortest() : after.shortest());
    }

    /** The same of several runs a side, where those of one side can differ, too. */
    public static Optional<Duration> commonThreshold(
            PinReading before, Coverage ofBefore, PinReading after, Coverage ofAfter) {
        long different = Stream.concat(ofBefore.of(Pin.EVENT).stream(), ofAfter.of(Pin.EVENT).stream())
                .map(Coverage.OfEvent::threshold)
                .filter(Objects::nonNull)
                .distinct()
                .count();
        return different > 1 && before.recorded() == Recorded.ON && after.recorded() == Recorded.ON
                ? Optional.of(Collections.max(List.of(before.shortest(), after.shortest())))
                : commonThreshold(before, after);
    }

    private static String thresholds(Duration was, Duration is) {
        return "Pins were recorded from " + Amounts.time(was.toNanos()) + " before, and from "
                + Amounts.time(is.toNanos()) + " after";
    }

    /** What a side lost is in its covered time, so that pins seem to be fewer there. */
    private static void damaged(PinReading before, PinReading after, List<Finding> findings) {
        if (before.missing().isEmpty() == after.missing().isEmpty()) {
            return;
        }
        for (boolean isBefore : List.of(true, false)) {
            PinReading side = isBefore ? before : after;
            if (!side.missing().isEmpty()) {
                findings.add(new Finding(
                        "pinsMissing",
                        Finding.Severity.INFO,
                        "Pins may be missing " + (isBefore ? "before" : "after") + ": " + side.missing()
                                + ". What all sites lost is taken for a difference of load.",
                        "",
                        ""));
            }
        }
    }

    private static Section incomparable(String id, String why, String explanation, List<Finding> findings) {
        String words = Character.toLowerCase(why.charAt(0)) + why.substring(1);
        findings.add(warning(id, "Pins cannot be compared: " + words + ".", explanation));
        return section(List.of(Note.of(Note.HEADLINE, "Pins cannot be compared: " + words + ".")), findings);
    }

    private static Finding warning(String id, String summary, String explanation) {
        return new Finding(id, Finding.Severity.WARNING, summary, explanation, "");
    }

    private static Section section(List<Block> blocks, List<Finding> findings) {
        return new Section("pinsChange", "Changes in pins", blocks, findings);
    }
}
