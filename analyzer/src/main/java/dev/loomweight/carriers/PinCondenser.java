package dev.loomweight.carriers;

import dev.loomweight.fold.Condenser;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinFold;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.Pins;
import dev.loomweight.sample.CarrierTimes;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.FoldedPins;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.scheduler.Within;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Pins by stack, and what they did to the carriers, also while these were watched. */
public final class PinCondenser implements Condenser<PinCondenser.Gathered> {

    private final PinAnalysis pins;

    /** @param carriers how many carriers there were, or 0 where the inputs say it */
    public PinCondenser(int carriers) {
        this.pins = new PinAnalysis(new PinOptions(PinOptions.NONE.code(), List.of(), PinOptions.Filter.ALL, carriers));
    }

    /** The pins, and when carriers were watched: the accumulator. */
    public static final class Gathered {
        private Pins pins;
        private final Map<String, List<CarrierTimes>> times = new HashMap<>();
        private final Map<String, Origin> origins = new TreeMap<>();

        private Gathered(Pins pins) {
            this.pins = pins;
        }

        private void origin(Origin origin) {
            origins.merge(origin.subject(), origin, Gathered::first);
        }

        // Pins are of the recordings of a process, and stand with the first of them.
        private static Origin first(Origin one, Origin other) {
            return one.file().compareTo(other.file()) <= 0 ? one : other;
        }
    }

    @Override
    public Interest interest() {
        return PinFold.ALL.interest().and(Interest.in(CarrierTimes.class));
    }

    @Override
    public Gathered empty() {
        return new Gathered(PinFold.ALL.empty());
    }

    @Override
    public void add(Gathered into, Origin origin, Sample sample) {
        if (sample instanceof CarrierTimes times) {
            into.times
                    .computeIfAbsent(origin.subject(), any -> new ArrayList<>())
                    .add(times);
        } else if (PinFold.isOfPins(sample)) {
            into.origin(origin);
        }
        PinFold.ALL.add(into.pins, origin, sample);
    }

    @Override
    public Gathered merge(Gathered left, Gathered right) {
        left.pins = PinFold.ALL.merge(left.pins, right.pins);
        right.times.forEach((subject, times) ->
                left.times.computeIfAbsent(subject, any -> new ArrayList<>()).addAll(times));
        right.origins.values().forEach(left::origin);
        return left;
    }

    @Override
    public void condense(Gathered all, Coverage coverage, Taker to) {
        Map<String, List<Within>> watched = new HashMap<>();
        all.times.forEach((subject, times) -> watched.put(
                subject,
                CarrierStretches.of(times).all().stream()
                        .map(one -> new Within(EpochNanos.of(one.from()), EpochNanos.of(one.to())))
                        .toList()));
        Map<String, FoldedPins> folded = pins.folded(all.pins, coverage, watched);
        all.origins.forEach((subject, origin) -> {
            FoldedPins of = folded.get(subject);
            if (of != null) {
                to.accept(origin, of);
            }
        });
    }
}
