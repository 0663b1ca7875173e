package dev.loomweight.sample;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The kinds of sample that a reader is asked for, and how much of each. A reader pays for these and skips everything else
 * unread. Each record is in one of the sets at most: in that which wants most of it.
 *
 * @param samples the records of which all samples are wanted
 * @param onRequest records of which samples are wanted only where a sample of another kind {@linkplain EventKind.Asked
 *     asks} for them; a reader may give more
 * @param counted records of which no sample is wanted, only the number of their events, which the coverage has; such
 *     events are not decoded
 * @param thorough records of which that is wanted, too, which costs much to read: of events the names of virtual threads
 *     (of most, names are read in any case), of thread dumps those that recordings have
 */
public record Interest(
        Set<Class<? extends Sample>> samples,
        Set<Class<? extends Sample>> onRequest,
        Set<Class<? extends Sample>> counted,
        Set<Class<? extends Sample>> thorough) {

    public Interest {
        thorough = Set.copyOf(thorough);
        samples = Set.copyOf(samples);
        onRequest = without(onRequest, samples);
        counted = without(without(counted, samples), onRequest);
    }

    private static Set<Class<? extends Sample>> without(
            Set<Class<? extends Sample>> all, Set<Class<? extends Sample>> some) {
        Set<Class<? extends Sample>> rest = new LinkedHashSet<>(all);
        rest.removeAll(some);
        return Set.copyOf(rest);
    }

    /** An interest in all samples of the given records. */
    @SafeVarargs
    public static Interest in(Class<? extends Sample>... samples) {
        return new Interest(setOf(samples), Set.of(), Set.of(), Set.of());
    }

    /** The same of records that are listed. */
    public static Interest in(Collection<? extends Class<? extends Sample>> samples) {
        return new Interest(Set.copyOf(samples), Set.of(), Set.of(), Set.of());
    }

    /** An interest in samples of the given records where others ask for them. */
    @SafeVarargs
    public static Interest onRequest(Class<? extends Sample>... samples) {
        return new Interest(Set.of(), setOf(samples), Set.of(), Set.of());
    }

    /** An interest in how many events there are of the given records. */
    @SafeVarargs
    public static Interest inNumberOf(Class<? extends Sample>... counted) {
        return new Interest(Set.of(), Set.of(), setOf(counted), Set.of());
    }

    /** The same with what of some records costs much to read. */
    @SafeVarargs
    public final Interest thoroughly(Class<? extends Sample>... costly) {
        return and(new Interest(Set.of(), Set.of(), Set.of(), setOf(costly)));
    }

    @SafeVarargs
    private static Set<Class<? extends Sample>> setOf(Class<? extends Sample>... samples) {
        Set<Class<? extends Sample>> all = new LinkedHashSet<>();
        for (Class<? extends Sample> sample : samples) {
            all.add(sample);
        }
        return all;
    }

    /** Whether samples of that record are wanted, at least on request. */
    public boolean wants(Class<? extends Sample> sample) {
        return samples.contains(sample) || onRequest.contains(sample);
    }

    /** Whether the number of that record's events is wanted, or samples of them are. */
    public boolean covers(Class<? extends Sample> sample) {
        return wants(sample) || counted.contains(sample);
    }

    /** The same without a record. */
    public Interest without(Class<? extends Sample> sample) {
        Set<Class<? extends Sample>> one = Set.of(sample);
        return new Interest(
                without(samples, one), without(onRequest, one), without(counted, one), without(thorough, one));
    }

    /** Both interests together: a stream is read once for all who ask. */
    public Interest and(Interest other) {
        return new Interest(
                both(samples, other.samples),
                both(onRequest, other.onRequest),
                both(counted, other.counted),
                both(thorough, other.thorough));
    }

    private static Set<Class<? extends Sample>> both(
            Set<Class<? extends Sample>> one, Set<Class<? extends Sample>> other) {
        Set<Class<? extends Sample>> both = new LinkedHashSet<>(one);
        both.addAll(other);
        return both;
    }
}
