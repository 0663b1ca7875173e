package dev.loomweight.analysis;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a reader of {@link PinSites} must know of the recordings: what is not in them. */
final class PinFindings {

    private PinFindings() {}

    static List<Finding> of(Coverage coverage) {
        List<Finding> findings = new ArrayList<>();
        PinSites.WORDS.forEach(coverage, (recording, event) -> {
            if (event.state() == State.OFF) {
                findings.add(off(recording));
            } else if (event.state() == State.RECORDED || event.state() == State.SILENT) {
                add(findings, recording, event);
            }
        });
        return findings;
    }

    private static void add(List<Finding> findings, String recording, OfEvent event) {
        if (event.truncated() > 0) {
            findings.add(new Finding(
                    "pinStacksCut",
                    Severity.WARNING,
                    recording + EventWords.cut(event) + ".",
                    "Their outer frames are not recorded, so the frame that pins can be missing.",
                    "Record with a larger depth: -XX:FlightRecorderOptions:stackdepth=256."));
        }
        if (event.count() > 0 && (!event.stacks() || event.withoutStack() > 0)) {
            long missing = event.stacks() ? event.withoutStack() : event.count();
            findings.add(new Finding(
                    "pinStacksMissing",
                    Severity.WARNING,
                    recording + missing + " of " + event.count() + " pins have no stack.",
                    event.stacks()
                            ? "Stacks were on, and the JVM could not record these."
                            : "The recording was made without stacks for this event.",
                    event.stacks() ? "" : "Record with jdk.VirtualThreadPinned#stackTrace=true."));
        }
        Duration threshold = event.threshold();
        if (threshold != null && threshold.isPositive()) {
            findings.add(new Finding(
                    "pinThreshold",
                    Severity.INFO,
                    recording + "Pins shorter than " + EventWords.length(threshold) + " are not in this recording.",
                    "The threshold of jdk.VirtualThreadPinned; 20 ms is the JDK's default.",
                    "To see them all, record with jdk.VirtualThreadPinned#threshold=0ms."));
        }
    }

    private static Finding off(String recording) {
        return new Finding(
                "pinsNotRecorded",
                Severity.WARNING,
                recording + "Pinning was not recorded.",
                "jdk.VirtualThreadPinned was switched off in this recording.",
                "Record with jdk.VirtualThreadPinned#enabled=true.");
    }
}
