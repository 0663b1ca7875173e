package dev.loomweight.agent;

import dev.loomweight.amount.BoundedCounts;
import dev.loomweight.jvm.CarrierPool;
import dev.loomweight.jvm.CarrierSlots;
import dev.loomweight.jvm.CauseKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the pins add up to: a histogram by cause, count and time by cause and site, and what they do to the carriers.
 * Memory is bounded by the number of causes and of sites, not by time: sites beyond the bound are one, {@code other}.
 * Safe for several threads.
 */
final class PinTotals {

    /** The histogram's upper bounds, in seconds. */
    static final double[] BOUNDS = {.0001, .0005, .001, .005, .01, .02, .05, .1, .25, .5, 1, 2.5, 10};

    private static final long RECENT_NANOS = 10_000_000_000L;

    private final int mostSites;
    private final CarrierPool configured;
    private CarrierPool pool;
    private final CarrierSlots slots = new CarrierSlots();
    private final Map<CauseKind, BoundedCounts> histograms = new EnumMap<>(CauseKind.class);
    private final Map<PinSite.Key, long[]> sites = new LinkedHashMap<>();
    private final BoundedCounts events = new BoundedCounts(BOUNDS);
    private int known;

    PinTotals(int mostSites, CarrierPool pool) {
        this.mostSites = mostSites;
        this.configured = pool;
        this.pool = pool;
    }

    /**
     * The pins of one site.
     *
     * @param cause why
     * @param site the method, or {@code other}
     * @param pins how many
     * @param seconds their total duration
     */
    record OfSite(CauseKind cause, String site, long pins, double seconds) {}

    /**
     * The pins of {@code jdk.VirtualThreadPinned}, whatever their cause.
     *
     * @param counts as in {@link OfCause}
     * @param seconds their total duration
     */
    record OfEvents(List<Long> counts, double seconds) {}

    /**
     * The pins of one cause.
     *
     * @param cause why
     * @param counts how many were not longer than each bound but longer than the one before, and at last all longer ones
     * @param seconds their total duration
     */
    record OfCause(CauseKind cause, List<Long> counts, double seconds) {

        long pins() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * What the pins add up to at a moment.
     *
     * @param causes by cause
     * @param sites by cause and site, the costliest first
     * @param events those that have an event of their own
     * @param carriersPinned the most carriers pinned at once within the last 10 s
     * @param starvedSeconds how long all carriers were pinned at once at least
     * @param possiblyStarvedSeconds how long all carriers can have been pinned at once
     */
    record Sums(
            List<OfCause> causes,
            List<OfSite> sites,
            OfEvents events,
            double carriersPinned,
            double starvedSeconds,
            double possiblyStarvedSeconds) {

        /** The number of all pins. */
        long count() {
            return causes.stream().mapToLong(OfCause::pins).sum();
        }

        /** The total duration of all pins, in seconds. */
        double seconds() {
            return causes.stream().mapToDouble(OfCause::seconds).sum();
        }
    }

    /**
     * Adds a pin.
     *
     * @param site where
     * @param startNanos when it began, in nanoseconds since 1970
     * @param durationNanos how long it was
     */
    synchronized void add(PinSite site, long startNanos, long durationNanos) {
        CauseKind cause = site.cause();
        histograms.computeIfAbsent(cause, key -> new BoundedCounts(BOUNDS)).add(durationNanos);
        if (cause == CauseKind.OBJECT_WAIT) {
            slots.addWait(startNanos, startNanos + durationNanos, pool);
        } else {
            slots.add(startNanos, startNanos + durationNanos, pool);
        }
        PinSite.Key key = site.key();
        long[] figures = sites.get(key);
        if (figures == null) {
            boolean isNew = known < mostSites;
            known += isNew ? 1 : 0;
            figures = sites.computeIfAbsent(isNew ? key : PinSite.Key.other(cause), any -> new long[2]);
        }
        figures[0]++;
        figures[1] += durationNanos;
    }

    /**
     * Says how many carriers there are. The pool drops none until nothing has run on any for 30 s: there were no more while
     * the pins lasted that ended since then.
     *
     * @param now how many, or a negative number where that is not known
     */
    synchronized void carriers(int now) {
        pool = now < 0 ? configured : configured.atMost(now);
    }

    /** Adds a pin that has an event {@code jdk.VirtualThreadPinned}, and so is one of other collectors, too. */
    synchronized void addEvent(long durationNanos) {
        events.add(durationNanos);
    }

    /** @param nowNanos in nanoseconds since 1970 */
    synchronized Sums sums(long nowNanos) {
        return new Sums(
                causes(),
                sites(),
                new OfEvents(events.counts(), events.seconds()),
                carriersPinned(nowNanos),
                starvedSeconds(),
                possiblyStarvedSeconds());
    }

    /** By cause, in the order of the causes. */
    synchronized List<OfCause> causes() {
        List<OfCause> all = new ArrayList<>();
        histograms.forEach((cause, pins) -> all.add(new OfCause(cause, pins.counts(), pins.seconds())));
        return all;
    }

    /** By cause and site, the costliest first. */
    synchronized List<OfSite> sites() {
        List<OfSite> all = new ArrayList<>();
        sites.forEach((key, figures) -> all.add(new OfSite(key.cause(), key.method(), figures[0], figures[1] / 1e9)));
        all.sort(Comparator.comparingDouble(OfSite::seconds).reversed().thenComparing(OfSite::site));
        return all;
    }

    /** How long all carriers were pinned at once at least, in seconds. */
    synchronized double starvedSeconds() {
        return slots.starvedNanos() / 1e9;
    }

    /** How long all carriers can have been pinned at once, in seconds: as many were as run virtual threads at once. */
    synchronized double possiblyStarvedSeconds() {
        return slots.mostStarvedNanos() / 1e9;
    }

    /**
     * The most carriers that were pinned at once within the last 10 s.
     *
     * @param nowNanos in nanoseconds since 1970
     */
    synchronized double carriersPinned(long nowNanos) {
        return slots.most(nowNanos - RECENT_NANOS, nowNanos + 1);
    }
}
