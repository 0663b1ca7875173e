package dev.loomweight.carriers;

import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinnedTime;
import dev.loomweight.pinning.Pins;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.ThreadEvents.Pin;
import dev.loomweight.scheduler.Within;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one process while its carriers were watched, and whether they were recorded at all.
 *
 * @param time the pins
 * @param recorded whether a recording could have had them
 * @param threshold the shortest pin that was recorded; zero where all were
 * @param missingNanos for how long carriers were watched and nothing was recorded, in nanoseconds
 */
record CarrierPins(PinnedTime time, boolean recorded, Duration threshold, long missingNanos) {

    /** There is no recording. */
    static final CarrierPins NOT_RECORDED = new CarrierPins(PinnedTime.NONE, false, Duration.ZERO, 0);

    /**
     * The pins of each process whose carriers were watched. What of them falls into a pause is the pause's: without the pin,
     * the carrier would have stood too.
     */
    static Map<String, CarrierPins> of(
            PinAnalysis analysis,
            Pins pins,
            Coverage coverage,
            Map<String, CarrierStretches> stretches,
            Map<String, Pauses> pauses) {
        Map<String, List<Within>> within = new HashMap<>();
        stretches.forEach((subject, of) -> within.put(
                subject,
                of.all().stream()
                        .map(times -> new Within(EpochNanos.of(times.from()), EpochNanos.of(times.to())))
                        .toList()));
        Map<String, List<Within>> running = new HashMap<>();
        within.forEach((subject, of) ->
                running.put(subject, pauses.getOrDefault(subject, new Pauses()).outside(of)));
        Map<String, PinnedTime> times = PinnedTime.of(analysis, pins, coverage, running);
        Map<String, CarrierPins> all = new HashMap<>();
        stretches.forEach((subject, of) -> {
            PinnedTime time = times.getOrDefault(subject, PinnedTime.NONE);
            all.put(subject, of(subject, time, within.getOrDefault(subject, List.of()), coverage));
        });
        return all;
    }

    private static CarrierPins of(String subject, PinnedTime time, List<Within> watched, Coverage coverage) {
        Duration threshold = Duration.ZERO;
        boolean recorded = !time.sites().isEmpty();
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        for (OfSource source : coverage.sources()) {
            OfEvent pins = source.origin().subject().equals(subject) ? pinsOf(source) : null;
            if (pins == null) {
                continue;
            }
            recorded = true;
            Duration shortest = pins.threshold();
            threshold = shortest != null && shortest.compareTo(threshold) > 0 ? shortest : threshold;
            from = Math.min(from, nanosOf(source.start(), Long.MIN_VALUE));
            to = Math.max(to, nanosOf(source.end(), Long.MAX_VALUE));
        }
        long missing = 0;
        for (Within stretch : watched) {
            long covered = from > to ? 0 : Math.min(to, stretch.toNanos()) - Math.max(from, stretch.fromNanos());
            missing += stretch.toNanos() - stretch.fromNanos() - Math.max(0, covered);
        }
        return new CarrierPins(time, recorded, threshold, recorded ? missing : 0);
    }

    private static @Nullable OfEvent pinsOf(OfSource source) {
        for (OfEvent event : source.events()) {
            boolean on = event.state().isOn();
            if (event.eventType().equals(Pin.EVENT) && on) {
                return event;
            }
        }
        return null;
    }

    private static long nanosOf(@Nullable Instant time, long otherwise) {
        return time == null ? otherwise : EpochNanos.of(time);
    }
}
