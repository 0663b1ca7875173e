package dev.loomweight.budget;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.MonitorEnter;
import dev.loomweight.sample.MonitorWait;
import dev.loomweight.sample.Pin;
import java.time.Duration;

/** Why a count of events may be too low: events were off, lost or unread. A gate must not pass on absence. */
final class MissingEvents {

    private MissingEvents() {}

    /** Why pins may be missing; empty where they cannot be. */
    static String ofPins(Coverage coverage, boolean monitorsPin) {
        String reason = of(coverage, Pin.EVENT);
        if (reason.isEmpty()) {
            reason = stacks(coverage);
        }
        if (reason.isEmpty() && monitorsPin) {
            reason = of(coverage, MonitorEnter.EVENT);
        }
        if (reason.isEmpty() && monitorsPin) {
            reason = of(coverage, MonitorWait.EVENT);
        }
        return reason;
    }

    /** Why events may be missing; empty where they cannot be. */
    static String of(Coverage coverage, String event) {
        if (coverage.of(event).isEmpty()) {
            return "no input is a recording";
        }
        for (OfSource source : coverage.sources()) {
            if (source.isUnreadRecording()) {
                return "nothing could be read of " + source.origin().file();
            }
            for (OfEvent of : source.events()) {
                if (of.eventType().equals(event)) {
                    String reason = reason(source, of);
                    if (!reason.isEmpty()) {
                        return reason + " in " + coverage.nameOf(source);
                    }
                }
            }
        }
        return "";
    }

    private static String reason(OfSource source, OfEvent event) {
        return switch (event.state()) {
            case OFF -> event.eventType() + " was off";
            case UNKNOWN -> "there is no type " + event.eventType();
            case UNSTATED -> "it is not known whether " + event.eventType() + " was on";
            case RECORDED, SILENT -> {
                if (source.lostBytes() > 0) {
                    yield "the JVM lost " + Amounts.bytes(source.lostBytes()) + " of events";
                }
                yield source.unreadBytes() > 0 ? Amounts.bytes(source.unreadBytes()) + " could not be read" : "";
            }
        };
    }

    private static String stacks(Coverage coverage) {
        for (OfSource source : coverage.sources()) {
            for (OfEvent event : source.events()) {
                boolean recorded = event.state() == State.RECORDED;
                if (event.eventType().equals(Pin.EVENT) && recorded && !event.stacks()) {
                    return "pins were recorded without stacks, so own code cannot be determined, in "
                            + coverage.nameOf(source);
                }
            }
        }
        return "";
    }

    /** The longest threshold of pins in force. */
    static Duration threshold(Coverage coverage) {
        Duration longest = Duration.ZERO;
        for (OfEvent event : coverage.of(Pin.EVENT)) {
            Duration threshold = event.threshold();
            if (threshold != null && threshold.compareTo(longest) > 0) {
                longest = threshold;
            }
        }
        return longest;
    }
}
