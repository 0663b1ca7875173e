package dev.loomweight.pins.pinning;

import dev.loomweight.kernel.coverage.MissingEvents;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What pins did, as figures are taken from it.
 *
 * @param census all pins by site
 * @param counted the sites whose pins count, by total time
 * @param recorded whether an input could show pins
 * @param shortest shorter pins are not known
 * @param missing why pins may be missing; empty where they cannot be
 */
public record PinReading(
        PinCensus census, List<PinCensus.Site> counted, Recorded recorded, Duration shortest, String missing) {

    /** Whether pins were recorded. */
    public enum Recorded {
        /** No input is a recording. */
        NO_RECORDING,
        /** There is a recording, of which nothing could be read. */
        UNREAD,
        /** Their event was off, or is no type of the recordings. */
        OFF,
        /** A recording has them, or would have if there were any. */
        ON
    }

    public PinReading {
        counted = List.copyOf(counted);
    }

    /**
     * All pins, of which those of own code count.
     *
     * @param least the shortest pin that passes the user's filter
     */
    static PinReading of(PinCensus census, Coverage coverage, Duration least) {
        return new PinReading(
                census,
                census.sites().stream().filter(PinCensus.Site::own).toList(),
                recorded(coverage),
                shortest(coverage, census.monitorsPin(), least),
                missing(coverage, census.monitorsPin()));
    }

    /** Shorter pins are not known: the threshold, or what the user asks for if that is longer. */
    static Duration shortest(Coverage coverage, boolean monitorsPin, Duration least) {
        Duration threshold = threshold(coverage, monitorsPin);
        return threshold.compareTo(least) > 0 ? threshold : least;
    }

    /** The same, where only the pins of some sites count, given by total time. */
    public PinReading counting(List<PinCensus.Site> sites) {
        return new PinReading(census, sites, recorded, shortest, missing);
    }

    /** Whether its pins have stacks: at least half of them, since another event may have some; or there are none. */
    public boolean hasStacks() {
        long without = census.sites().stream()
                .flatMap(site -> site.stacks().stream())
                .filter(stack -> stack.methods().methods().isEmpty())
                .mapToLong(stack -> stack.sum().count())
                .sum();
        return 2 * without <= census.total().count();
    }

    /** Whether the first pin of a JVM may be missing, since it was recorded too short for the threshold. */
    public boolean mayLackFirst() {
        return census.firstCut() && shortest.isPositive();
    }

    private static Recorded recorded(Coverage coverage) {
        List<Coverage.OfEvent> events = coverage.of(Pin.EVENT);
        if (events.isEmpty()) {
            return coverage.sources().stream().anyMatch(Coverage.OfSource::isUnreadRecording)
                    ? Recorded.UNREAD
                    : Recorded.NO_RECORDING;
        }
        return events.stream().anyMatch(event -> event.state().isOn()) ? Recorded.ON : Recorded.OFF;
    }

    /**
     * Why pins may be missing; empty where they cannot be.
     *
     * @param monitorsPin whether a recording is of a JDK before 24, where monitors do
     */
    public static String missing(Coverage coverage, boolean monitorsPin) {
        String reason = MissingEvents.of(coverage, Pin.EVENT);
        if (reason.isEmpty()) {
            reason = stacks(coverage);
        }
        if (reason.isEmpty() && monitorsPin) {
            reason = MissingEvents.of(coverage, MonitorEnter.EVENT);
        }
        if (reason.isEmpty() && monitorsPin) {
            reason = MissingEvents.of(coverage, MonitorWait.EVENT);
        }
        return reason;
    }

    private static String stacks(Coverage coverage) {
        for (Coverage.OfSource source : coverage.sources()) {
            for (Coverage.OfEvent event : source.events()) {
                boolean recorded = event.state() == Coverage.State.RECORDED;
                if (event.eventType().equals(Pin.EVENT)
                        && recorded
                        && !event.ofStacks().stacks()) {
                    return "pins were recorded without stacks, so own code cannot be determined, in "
                            + coverage.nameOf(source);
                }
            }
        }
        return "";
    }

    /**
     * The longest threshold of pins in force: shorter ones are not known.
     *
     * @param monitorsPin whether waits for monitors are pins, which have thresholds of their own
     */
    public static Duration threshold(Coverage coverage, boolean monitorsPin) {
        List<Coverage.OfEvent> events = new ArrayList<>(coverage.of(Pin.EVENT));
        if (monitorsPin) {
            events.addAll(coverage.of(MonitorEnter.EVENT));
            events.addAll(coverage.of(MonitorWait.EVENT));
        }
        Duration longest = Duration.ZERO;
        for (Coverage.OfEvent event : events) {
            Duration threshold = event.threshold();
            if (threshold != null && threshold.compareTo(longest) > 0) {
                longest = threshold;
            }
        }
        return longest;
    }
}
