package dev.loomweight.junit.judge;

import dev.loomweight.fold.Sum;
import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.report.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whether a test keeps what is claimed of it. What could not be measured is not kept. */
final class Judgement {

    private final Spans spans;
    private final VerdictText text;
    private final String missing;
    private final Duration threshold;

    /**
     * @param missing why pins may be missing in the recording; empty where they cannot be
     * @param threshold shorter pins are not in it
     */
    Judgement(Spans spans, String missing, Duration threshold) {
        this.spans = spans;
        this.text = new VerdictText(spans);
        this.missing = missing;
        this.threshold = threshold;
    }

    /**
     * The verdict on one claim.
     *
     * @param test the number of the test
     */
    Verdict of(int test, Claim claim, TestPins.OfTest pins) {
        TestSpan span = spans.get(test);
        Sum counted = pins.divided().counted();
        // What may be of another test satisfies nothing.
        boolean none = claim.kind() == Claim.Kind.EXPECT_PINS
                && span.methodName() != null
                && pins.sure().count() == 0;
        List<String> lines = new ArrayList<>();
        boolean isAllowed = !claim.allowed().isEmpty();
        if (isExceeded(claim, pins)) {
            lines.add(claim.source() + " allows " + VerdictText.allowed(claim, pins) + ", and there "
                    + (counted.count() == 1 ? "is " : "are ") + VerdictText.amount(counted) + ":");
            lines.addAll(text.details(test, pins, claim));
            return verdict(span, true, lines);
        }
        String unknown = notMeasured(claim);
        // Of a class, its tests say so.
        if (!unknown.isEmpty()
                && span.methodName() != null
                && (none || isAllowed || claim.kind() == Claim.Kind.NO_PINS)) {
            lines.add(claim.source() + " could not be measured (counts as a failure): " + unknown + remedy(unknown));
            return verdict(span, true, lines);
        }
        if (isAllowed) {
            if (counted.count() > 0) {
                lines.add(VerdictText.amount(counted) + ", allowed: " + String.join("; ", claim.allowed()) + ".");
                lines.addAll(text.sites(pins));
            }
            return verdict(span, false, lines);
        }
        Sum ofAnother = counted.plus(pins.undecided().sum());
        if (none && ofAnother.count() > 0) {
            lines.add(claim.source() + " expects a pin of this test, and what was recorded may be of another: "
                    + VerdictText.amount(ofAnother) + ".");
            lines.addAll(text.details(test, pins, claim));
            return verdict(span, true, lines);
        }
        if (none) {
            lines.add(claim.source() + " expects a pin, and none was recorded that counts."
                    + " If the code no longer pins, remove the annotation.");
            lines.addAll(text.notCounted(pins, claim));
            return verdict(span, true, lines);
        }
        if (counted.count() > 0) {
            lines.add(VerdictText.amount(counted) + ", within what " + claim.source() + " allows.");
        }
        lines.addAll(text.notCounted(pins, claim));
        return verdict(span, false, lines);
    }

    /** Whether these are more, or longer ones, than a claim allows. */
    static boolean isExceeded(Claim claim, TestPins.OfTest pins) {
        return claim.allowed().isEmpty()
                && (pins.divided().counted().count() > claim.atMost()
                        || pins.divided().sites().stream().anyMatch(site -> isLonger(site, claim)));
    }

    private static boolean isLonger(Site site, Claim claim) {
        Duration longest = isWait(site) ? claim.longestWait() : claim.longest();
        return longest != null && site.sum().maxNanos() > longest.toNanos();
    }

    /** Whether its pins are waits for a monitor, which another thread holds. */
    static boolean isWait(Site site) {
        return site.causeIds().get(0).equals(CauseKind.MONITOR_ENTER.id());
    }

    private String notMeasured(Claim claim) {
        Duration longest = claim.longest();
        boolean anyNumber = claim.atMost() == Long.MAX_VALUE && longest != null;
        boolean unseen = anyNumber ? threshold.compareTo(longest) > 0 : threshold.isPositive();
        return missing.isEmpty() && unseen
                ? "pins shorter than " + Amounts.time(threshold.toNanos()) + " were not recorded"
                : missing;
    }

    /** What to do about a reason for which nothing could be measured, as the end of a sentence. */
    static String remedy(String missing) {
        if (missing.startsWith("the JVM lost")) {
            return ". Give JFR more memory: -XX:FlightRecorderOptions:memorysize=64m";
        }
        if (missing.endsWith("could not be read") || missing.contains("could not be read in")) {
            return ". Run the tests again; the recording is damaged or was cut off";
        }
        return ". The gate records it with every pin and its stack: look for what changes the settings of JFR in this JVM,"
                + " such as jcmd JFR.start, or jdk.jfr used by a test";
    }

    /** One verdict on a test of which several things are claimed. */
    static Verdict together(TestSpan span, List<Verdict> all) {
        return new Verdict(
                span.id(),
                all.stream().anyMatch(Verdict::failed),
                String.join(
                        "\n",
                        all.stream()
                                .map(Verdict::message)
                                .filter(message -> !message.isEmpty())
                                .toList()));
    }

    private static Verdict verdict(TestSpan span, boolean failed, List<String> lines) {
        return new Verdict(span.id(), failed, String.join("\n", lines));
    }
}
