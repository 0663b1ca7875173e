package dev.loomweight.pins.carriers;

import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinnedTime;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.PinEvents.Pin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
        Map<String, List<Span>> within = new HashMap<>();
        stretches.forEach((subject, of) -> within.put(subject, of.spans()));
        Map<String, List<Span>> running = new HashMap<>();
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

    private static CarrierPins of(String subject, PinnedTime time, List<Span> watched, Coverage coverage) {
        Duration threshold = Duration.ZERO;
        boolean recorded = !time.sites().isEmpty();
        List<Span> on = new ArrayList<>();
        for (OfSource source : coverage.ofProcess(subject).sources()) {
            OfEvent pins = Coverage.of(source).of(Pin.EVENT).stream()
                    .filter(event -> event.state().isOn())
                    .findFirst()
                    .orElse(null);
            if (pins == null) {
                continue;
            }
            recorded = true;
            Duration shortest = pins.threshold();
            threshold = shortest != null && shortest.compareTo(threshold) > 0 ? shortest : threshold;
            on.addAll(
                    pins.isPartial()
                            ? pins.onlyIn()
                            : List.of(new Span(
                                    nanosOf(source.start(), Long.MIN_VALUE), nanosOf(source.end(), Long.MAX_VALUE))));
        }
        List<Span> apart = Span.apart(on);
        long missing = 0;
        for (Span stretch : watched) {
            missing += stretch.toNanos() - stretch.fromNanos();
            for (Span span : apart) {
                missing -= span.part(stretch.fromNanos(), stretch.toNanos());
            }
        }
        return new CarrierPins(time, recorded, threshold, recorded ? missing : 0);
    }

    private static long nanosOf(@Nullable Instant time, long otherwise) {
        return time == null ? otherwise : EpochNanos.of(time);
    }
}
