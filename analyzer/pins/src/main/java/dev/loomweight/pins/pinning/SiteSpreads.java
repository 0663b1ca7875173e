package dev.loomweight.pins.pinning;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.PinEvents.Pin;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.LongStream;

/** The spread of the pins of each site, of pins that are known one by one. */
final class SiteSpreads {

    private final IdentityHashMap<PinSite, Sums> sites = new IdentityHashMap<>();

    private static final class Sums {
        private final long[] counts = new long[PinSpread.SLICES];
        private final long[] nanos = new long[PinSpread.SLICES];
        private double squares;
    }

    SiteSpreads(PinSummary summary, Coverage coverage) {
        for (PinSummary.OfProcess process : summary.processes()) {
            List<Span> recorded = Span.apart(coverage.ofProcess(process.subject()).sources().stream()
                    .flatMap(source -> source.spansOf(Pin.EVENT).stream())
                    .toList());
            if (Span.nanos(recorded) > 0) {
                add(process, new Slices(recorded));
            }
        }
    }

    /** Equal slices of the recorded time. */
    private static final class Slices {
        private final long[] starts;
        private final long[] lengths;
        // How much was recorded before each span.
        private final long[] before;
        private final double slice;

        private Slices(List<Span> recorded) {
            starts = recorded.stream().mapToLong(Span::fromNanos).toArray();
            lengths = recorded.stream().mapToLong(Span::nanos).toArray();
            before = new long[starts.length];
            for (int i = 1; i < starts.length; i++) {
                before[i] = before[i - 1] + lengths[i - 1];
            }
            slice = (double) Span.nanos(recorded) / PinSpread.SLICES;
        }

        private int of(long time) {
            int found = Arrays.binarySearch(starts, time);
            int span = Math.max(0, found >= 0 ? found : -found - 2);
            long within = Math.clamp(time - starts[span], 0, lengths[span]);
            return (int) Math.min((before[span] + within) / slice, PinSpread.SLICES - 1.0);
        }
    }

    private void add(PinSummary.OfProcess process, Slices slices) {
        process.times().forEach((from, to, group) -> {
            PinSite site = process.siteOf().get(process.joined().groupOf(group, from, to));
            if (site != null) {
                Sums sums = sites.computeIfAbsent(site, key -> new Sums());
                int slice = slices.of(from);
                double nanos = (double) to - from;
                sums.counts[slice]++;
                sums.nanos[slice] += to - from;
                sums.squares += nanos * nanos;
            }
        });
    }

    /** That of a site; unknown where less than half of its pins are known one by one. */
    PinSpread of(PinSite site) {
        Sums sums = sites.get(site);
        return sums == null || 2 * LongStream.of(sums.counts).sum() < site.sum().count()
                ? PinSpread.UNKNOWN
                : new PinSpread(
                        LongStream.of(sums.counts).boxed().toList(),
                        LongStream.of(sums.nanos).boxed().toList(),
                        sums.squares);
    }
}
