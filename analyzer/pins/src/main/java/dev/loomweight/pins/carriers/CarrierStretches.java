package dev.loomweight.pins.carriers;

import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Coverage.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The stretches of time in which the carriers of one process were watched, in their order.
 *
 * @param all those that count; none overlaps another
 * @param overlapping how many were left out because they overlap one that counts: two collectors watched at once
 */
record CarrierStretches(List<CarrierTimes> all, int overlapping) {

    /** What the order of two that begin and end together depends on. */
    private static final Comparator<CarrierTimes> ORDER = Comparator.comparing(CarrierTimes::from)
            .thenComparing(CarrierTimes::to, Comparator.reverseOrder())
            .thenComparing(CarrierTimes::toString);

    /** They were not watched. */
    static final CarrierStretches NONE = new CarrierStretches(List.of(), 0);

    CarrierStretches {
        all = List.copyOf(all);
    }

    /** Those of some stretches that count: of two that overlap, the one that begins first, and then the longer one. */
    static CarrierStretches of(List<CarrierTimes> found) {
        List<CarrierTimes> counted = new ArrayList<>();
        int overlapping = 0;
        for (CarrierTimes times : found.stream().sorted(ORDER).toList()) {
            if (!times.from().isBefore(times.to())) {
                continue;
            }
            if (counted.isEmpty() || !times.from().isBefore(counted.getLast().to())) {
                counted.add(times);
            } else {
                overlapping++;
            }
        }
        return new CarrierStretches(counted, overlapping);
    }

    /** When that was. */
    List<Span> spans() {
        return all.stream().map(times -> Span.of(times.from(), times.to())).toList();
    }

    /** For how long the carriers were watched, in nanoseconds. */
    long wallNanos() {
        return Span.nanos(spans());
    }
}
