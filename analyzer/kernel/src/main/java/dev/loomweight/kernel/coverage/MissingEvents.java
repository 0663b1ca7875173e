package dev.loomweight.kernel.coverage;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;

/** Why a count of events may be too low: events were off, lost or unread. A gate must not pass on absence. */
public final class MissingEvents {

    private MissingEvents() {}

    /** Why events may be missing; empty where they cannot be. */
    public static String of(Coverage coverage, String event) {
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
}
