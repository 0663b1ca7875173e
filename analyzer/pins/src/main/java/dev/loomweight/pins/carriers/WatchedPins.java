package dev.loomweight.pins.carriers;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.Several;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinAnalysis.PinFold;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What fold files hold of pins: by stack, and what they did to the carriers, also while these were watched. */
public final class WatchedPins {

    private WatchedPins() {}

    /**
     * The pins of fold files.
     *
     * @param options of which the number of carriers counts: fold files hold all pins, without what class files say
     */
    public static Subject<Results, Results> of(PinOptions options) {
        PinAnalysis pins = new PinAnalysis(options);
        return Subject.of(Several.of(PinFold.ALL, Watched.FOLD))
                .stored((all, coverage) -> pins.folded(
                        all.of(PinFold.ALL), coverage, all.of(Watched.FOLD).spans()));
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

        private Map<String, List<Span>> spans() {
            Map<String, List<Span>> spans = new HashMap<>();
            times.forEach(
                    (subject, of) -> spans.put(subject, CarrierStretches.of(of).spans()));
            return spans;
        }
    }
}
