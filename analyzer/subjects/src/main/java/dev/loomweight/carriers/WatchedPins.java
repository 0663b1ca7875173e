package dev.loomweight.carriers;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Results;
import dev.loomweight.fold.Several;
import dev.loomweight.fold.State;
import dev.loomweight.fold.StateForm.Stored;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinFold;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.state.PinParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What fold files hold of pins: by stack, and what they did to the carriers, also while these were watched. */
public final class WatchedPins implements Stored<Results> {

    private final PinAnalysis pins;

    /** @param carriers how many carriers there were, or 0 where the inputs say it */
    public WatchedPins(int carriers) {
        this.pins = new PinAnalysis(new PinOptions(PinOptions.NONE.code(), List.of(), PinOptions.Filter.ALL, carriers));
    }

    /** When the carriers of each process were watched. */
    private static final class Watched implements State<Watched> {
        private static final Fold<Watched> FOLD = Fold.of(Interest.in(CarrierTimes.class), Watched::new);

        private final Map<String, List<CarrierTimes>> times = new HashMap<>();

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof CarrierTimes one) {
                times.computeIfAbsent(origin.subject(), any -> new ArrayList<>())
                        .add(one);
            }
        }

        @Override
        public void merge(Watched other) {
            other.times.forEach((subject, more) ->
                    times.computeIfAbsent(subject, any -> new ArrayList<>()).addAll(more));
        }
    }

    @Override
    public Fold<Results> fold() {
        return Several.of(PinFold.ALL, Watched.FOLD);
    }

    @Override
    public Map<String, PinParts> parts(Results all, Coverage coverage) {
        Map<String, List<Span>> watched = new HashMap<>();
        all.of(Watched.FOLD)
                .times
                .forEach((subject, times) ->
                        watched.put(subject, CarrierStretches.of(times).spans()));
        return pins.folded(all.of(PinFold.ALL), coverage, watched);
    }
}
