package dev.loomweight.pins.scheduler;

import dev.loomweight.fold.Sum;
import dev.loomweight.sample.Coverage.Span;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the pins of one process did to its carriers over time: from the pins themselves, or as a fold file has it.
 *
 * @param <G> what pins are counted by
 */
public interface HeldCarriers<G> {

    /** Whether no pins are known one by one. */
    boolean isEmpty();

    /** When the first pin begins, in nanoseconds since 1970. */
    long fromNanos();

    /** When the last one ends. */
    long toNanos();

    /** The most carriers that are held at once; at least so many where not all pins are known one by one. */
    long most();

    /** What the waits are for which the JVM may have added a carrier. */
    Occupancy.Waits waits();

    /** The pins that are not known one by one. */
    Shorter shorter();

    /** The most carriers that are held in each interval of time; empty where no pins are known one by one. */
    Maxima maxima();

    /** When it was recorded. */
    Span recorded();

    /** The time of the carriers while it was recorded. */
    Occupancy.Time time();

    /** The windows in which all carriers were held. */
    Windows<G> windows();

    /** The pins within some stretches of time, in their order, which do not overlap. */
    Watched<G> within(List<Span> stretches);

    /**
     * Pins that are not known one by one.
     *
     * @param count how many
     * @param mostNanos none of them is longer
     * @param stepNanos the length of the steps of time over which they are sums
     */
    record Shorter(long count, long mostNanos, long stepNanos) {}

    /**
     * Windows, and the pins in the longest of them.
     *
     * @param <G> what pins are counted by
     * @param found the windows
     * @param shares for each of the longest, how long each group was pinned in it, in nanoseconds
     * @param together the same of all windows together; null where only those of the longest are known
     */
    record Windows<G>(
            FullWindows found,
            List<Map<G, Long>> shares,
            @Nullable Map<G, Long> together) {

        /** Windows of which the longest alone are known, which may be all. */
        static <G> Windows<G> listed(FullWindows found, List<Map<G, Long>> shares) {
            return new Windows<>(
                    found, shares, found.most().windows() == found.longest().size() ? sum(shares) : null);
        }

        static <G> Map<G, Long> sum(List<Map<G, Long>> shares) {
            IdentityHashMap<G, Long> sum = new IdentityHashMap<>();
            shares.forEach(share -> share.forEach((group, nanos) -> sum.merge(group, nanos, Sum::together)));
            return sum;
        }
    }

    /**
     * Pins within some time.
     *
     * @param <G> what pins are counted by
     * @param groups how many pins of each group have a part, and how long
     * @param restNanos the time of those that are not known one by one, in nanoseconds
     */
    record Watched<G>(Map<G, Part> groups, long restNanos) {}

    /**
     * Some pins.
     *
     * @param count how many
     * @param nanos how long they held carriers, in nanoseconds
     */
    record Part(long count, long nanos) {

        /** Both together. */
        public Part and(Part other) {
            return new Part(count + other.count, nanos + other.nanos);
        }
    }
}
