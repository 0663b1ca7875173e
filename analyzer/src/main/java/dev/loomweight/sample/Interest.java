package dev.loomweight.sample;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The kinds of sample that a reader is asked for, and how much of each. A reader pays for these and skips everything else
 * unread.
 *
 * @param samples the wanted records
 * @param counted records of which no sample is wanted, only the number of their events, which the coverage has; such
 *     events are not decoded. None of them is among the wanted ones
 */
public record Interest(Set<Class<? extends Sample>> samples, Set<Class<? extends Sample>> counted) {

    public Interest {
        samples = Set.copyOf(samples);
        Set<Class<? extends Sample>> rest = new LinkedHashSet<>(counted);
        rest.removeAll(samples);
        counted = Set.copyOf(rest);
    }

    /** An interest in the given records and no others. */
    @SafeVarargs
    public static Interest in(Class<? extends Sample>... samples) {
        return new Interest(setOf(samples), Set.of());
    }

    /** An interest in how many events there are of the given records. */
    @SafeVarargs
    public static Interest inNumberOf(Class<? extends Sample>... counted) {
        return new Interest(Set.of(), setOf(counted));
    }

    @SafeVarargs
    private static Set<Class<? extends Sample>> setOf(Class<? extends Sample>... samples) {
        Set<Class<? extends Sample>> all = new LinkedHashSet<>();
        for (Class<? extends Sample> sample : samples) {
            all.add(sample);
        }
        return all;
    }

    /** Whether samples of that record are wanted. */
    public boolean wants(Class<? extends Sample> sample) {
        return samples.contains(sample);
    }

    /** Whether the number of that record's events is wanted, or samples of them are. */
    public boolean covers(Class<? extends Sample> sample) {
        return samples.contains(sample) || counted.contains(sample);
    }

    /** The same without a record. */
    public Interest without(Class<? extends Sample> sample) {
        Set<Class<? extends Sample>> rest = new LinkedHashSet<>(samples);
        rest.remove(sample);
        return new Interest(rest, counted);
    }

    /** Both interests together: a stream is read once for all who ask. */
    public Interest and(Interest other) {
        Set<Class<? extends Sample>> both = new LinkedHashSet<>(samples);
        both.addAll(other.samples);
        Set<Class<? extends Sample>> numbers = new LinkedHashSet<>(counted);
        numbers.addAll(other.counted);
        return new Interest(both, numbers);
    }
}
