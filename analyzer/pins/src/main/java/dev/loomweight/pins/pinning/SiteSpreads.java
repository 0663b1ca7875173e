package dev.loomweight.pins.pinning;

import dev.loomweight.fold.SlicedSpread;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.PinEvents.Pin;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;

/** The spread of the pins of each site, of pins that are known one by one. Each process is sliced by its own time. */
final class SiteSpreads {

    private final IdentityHashMap<PinSite, SlicedSpread.Builder> sites = new IdentityHashMap<>();

    /** @param shortest shorter pins are not known */
    SiteSpreads(PinSummary summary, Coverage coverage, Duration shortest) {
        for (PinSummary.OfProcess process : summary.processes()) {
            List<Span> recorded = Span.apart(coverage.ofProcess(process.subject()).sources().stream()
                    .flatMap(source -> source.spansOf(Pin.EVENT).stream())
                    .toList());
            if (Span.nanos(recorded) > 0) {
                SlicedSpread.Slices slices = new SlicedSpread.Slices(recorded);
                process.times().forEach((from, to, group) -> {
                    PinSite site = process.siteOf().get(process.joined().groupOf(group, from, to));
                    if (site != null) {
                        sites.computeIfAbsent(site, key -> new SlicedSpread.Builder(shortest))
                                .add(slices.of(from), to - from);
                    }
                });
            }
        }
    }

    /** That of a site. */
    SlicedSpread of(PinSite site) {
        SlicedSpread.Builder spread = sites.get(site);
        return spread == null ? SlicedSpread.UNKNOWN : spread.build(site.sum().count());
    }
}
