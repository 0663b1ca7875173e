package dev.loomweight.pins.pinning;

import dev.loomweight.pins.scheduler.HeldCarriers;
import dev.loomweight.report.Place;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For how long pins held carriers of one process within some stretches of time, by site. A pin that reaches beyond a stretch
 * counts with the part that lies in it.
 *
 * @param sites those with any time, the costliest first
 * @param shortNanos the time of pins that are not retained one by one, in nanoseconds; in no site
 */
public record PinnedTime(List<OfSite> sites, long shortNanos) {

    /** No pins. */
    public static final PinnedTime NONE = new PinnedTime(List.of(), 0);

    public PinnedTime {
        sites = List.copyOf(sites);
    }

    /**
     * One site.
     *
     * @param name the method that people look at
     * @param cause why it pins, in a few words
     * @param blocker the call that blocked, or null where that is not known
     * @param place where the code is, or null where it is the JDK's
     * @param pins how many pins have a part in the stretches
     * @param nanos how long they held carriers there, in nanoseconds
     */
    public record OfSite(
            String name,
            String cause,
            @Nullable String blocker,
            @Nullable Place place,
            long pins,
            long nanos) {}

    /** All of it, in nanoseconds. */
    public long nanos() {
        return sites.stream().mapToLong(OfSite::nanos).sum() + shortNanos;
    }

    /**
     * The pinned time of each process.
     *
     * @param analysis the analysis that gathered the pins
     * @param pins everything that was folded; not changed
     * @param coverage what the inputs could show
     * @param within by the process, stretches that do not overlap
     * @return by the process; one without pins is missing
     */
    public static Map<String, PinnedTime> of(
            PinAnalysis analysis, Pins pins, Coverage coverage, Map<String, List<Span>> within) {
        Map<String, PinnedTime> all = new HashMap<>();
        for (PinSummary.OfProcess process : analysis.read(pins, coverage).processes()) {
            List<Span> stretches = within.getOrDefault(process.subject(), List.of());
            if (!stretches.isEmpty()) {
                all.put(process.subject(), of(process, stretches));
            }
        }
        return all;
    }

    private static PinnedTime of(PinSummary.OfProcess process, List<Span> stretches) {
        HeldCarriers.Watched<PinGroup> watched = process.held().within(stretches);
        Map<PinSite, HeldCarriers.Part> sites = new HashMap<>();
        watched.groups().forEach((group, part) -> {
            PinSite site = process.siteOf().get(group);
            if (site != null) {
                sites.merge(site, part, HeldCarriers.Part::and);
            }
        });
        List<OfSite> sorted = new ArrayList<>();
        sites.forEach((site, sum) -> sorted.add(new OfSite(
                site.name(),
                AlikeSites.why(site),
                site.blocker(),
                site.place(name -> null),
                sum.count(),
                sum.nanos())));
        sorted.sort(Comparator.comparingLong(OfSite::nanos)
                .reversed()
                .thenComparing(OfSite::name)
                .thenComparing(OfSite::cause)
                .thenComparing(site -> String.valueOf(site.blocker()))
                .thenComparingLong(OfSite::pins));
        return new PinnedTime(sorted, watched.restNanos());
    }
}
