package dev.loomweight.sample;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The kinds of sample that a reader is asked for. A reader pays for these and skips everything else unread.
 *
 * @param samples the wanted records
 */
public record Interest(Set<Class<? extends Sample>> samples) {

    public Interest {
        samples = Set.copyOf(samples);
    }

    /** An interest in the given records and no others. */
    @SafeVarargs
    public static Interest in(Class<? extends Sample>... samples) {
        Set<Class<? extends Sample>> wanted = new LinkedHashSet<>();
        for (Class<? extends Sample> sample : samples) {
            wanted.add(sample);
        }
        return new Interest(wanted);
    }

    /** Whether samples of that record are wanted. */
    public boolean wants(Class<? extends Sample> sample) {
        return samples.contains(sample);
    }

    /** Both interests together: a stream is read once for all who ask. */
    public Interest and(Interest other) {
        Set<Class<? extends Sample>> both = new LinkedHashSet<>(samples);
        both.addAll(other.samples);
        return new Interest(both);
    }
}
