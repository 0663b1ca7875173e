package dev.loomweight.pins.pinning;

import java.util.ArrayList;
import java.util.List;

/**
 * How the pins of a site spread within one run: over equal slices of its recorded time, and by their lengths. It shows by
 * how much another run of the same program may differ.
 *
 * @param counts how many began in each of the {@link #SLICES} slices; of several processes, each is sliced by its own
 *     time; empty where that is not known
 * @param nanos how long those together were, in nanoseconds; empty where that is not known
 * @param squares the sum of the squares of their lengths, in square nanoseconds
 */
public record PinSpread(List<Long> counts, List<Long> nanos, double squares) {

    /** How many slices a run has. */
    public static final int SLICES = 20;

    /** Of pins of which only sums are known. */
    public static final PinSpread UNKNOWN = new PinSpread(List.of(), List.of(), 0);

    /** @throws IllegalArgumentException if there are more or fewer slices */
    public PinSpread {
        counts = List.copyOf(counts);
        nanos = List.copyOf(nanos);
        if (counts.size() != nanos.size() || (!counts.isEmpty() && counts.size() != SLICES)) {
            throw new IllegalArgumentException(counts.size() + " and " + nanos.size() + " slices");
        }
    }

    /** Whether there is more than sums. */
    public boolean isKnown() {
        return !counts.isEmpty();
    }

    /** Both together; unknown if one is. */
    PinSpread plus(PinSpread other) {
        return isKnown() && other.isKnown()
                ? new PinSpread(sums(counts, other.counts), sums(nanos, other.nanos), squares + other.squares)
                : UNKNOWN;
    }

    private static List<Long> sums(List<Long> some, List<Long> others) {
        List<Long> sums = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            sums.add(some.get(i) + others.get(i));
        }
        return sums;
    }

    /**
     * That of a part of the pins, as if they spread as all do.
     *
     * @param share of their number, from 0 to 1
     */
    PinSpread part(double share) {
        return new PinSpread(parts(counts, share), parts(nanos, share), squares * share);
    }

    private static List<Long> parts(List<Long> all, double share) {
        return all.stream().map(each -> Math.round(each * share)).toList();
    }
}
