package dev.loomweight.fold;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.sample.state.PinParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the {@linkplain Family families} of one process in bounded memory: the more there are, the fewer buckets a
 * histogram has, and the fewer threads are chosen of all.
 */
public final class Families {

    private static final int MAX_BUCKETS = 1 << 14;
    private static final int MAX_SAMPLED_COUNT = 4096;
    private static final int COARSEST = 6;

    private final String process;
    private final List<DurationHistogram> durations = new ArrayList<>();
    private final List<DistinctThreads> threads = new ArrayList<>();
    // Of each, those that were made before and whose threads are known in part.
    private final List<List<Family>> partly = new ArrayList<>();

    /** None yet. */
    public Families(String process) {
        this.process = process;
    }

    /** Begins a family, and gives its place in the list. */
    public int begin() {
        durations.add(new DurationHistogram());
        threads.add(new DistinctThreads());
        partly.add(new ArrayList<>());
        return durations.size() - 1;
    }

    /** The durations of a family, to be added to. */
    public DurationHistogram durations(int place) {
        return durations.get(place);
    }

    /** The threads of a family, to be added to. */
    public DistinctThreads threads(int place) {
        return threads.get(place);
    }

    /** Adds all of a family of the same process, which was made before, to one of these. */
    public void add(int place, Family family) {
        durations.get(place).addAll(family.durations());
        if (family.isRetained()) {
            threads.get(place).addAll(DistinctThreads.of(family.sample(), family.exact()));
        } else {
            partly.get(place).add(family);
        }
    }

    /** The families, in the order in which they began. */
    public List<Family> make() {
        int coarseness = 0;
        while (coarseness < COARSEST && buckets(coarseness) > MAX_BUCKETS) {
            coarseness++;
        }
        long limit = limit();
        List<Family> families = new ArrayList<>();
        for (int i = 0; i < durations.size(); i++) {
            DistinctThreads of = threads.get(i);
            DurationHistogram coarse = durations.get(i).coarser(coarseness);
            families.add(
                    partly.get(i).isEmpty()
                            ? new Family(
                                    process,
                                    coarse,
                                    Math.min(of.count(), coarse.count()),
                                    of.exact(),
                                    of.idsUpTo(limit),
                                    limit == -1 && of.exact())
                            : estimated(coarse, of, partly.get(i), limit));
        }
        return families;
    }

    /** One of whose threads only a sample is known: as many as its parts have, less those that are in several of them. */
    private Family estimated(DurationHistogram coarse, DistinctThreads of, List<Family> parts, long limit) {
        Set<Long> union = new TreeSet<>(of.ids());
        long sampled = union.size();
        long all = of.count();
        for (Family part : parts) {
            union.addAll(part.sample());
            sampled += part.sample().size();
            all = Sum.together(all, part.threads());
        }
        boolean single = parts.size() == 1 && of.ids().isEmpty();
        double share = sampled == 0 ? 1 : (double) union.size() / sampled;
        return new Family(
                process,
                coarse,
                single ? all : Math.min(coarse.count(), Math.round(all * share)),
                single && parts.getFirst().exact(),
                DistinctThreads.of(List.copyOf(union), true).idsUpTo(limit),
                false);
    }

    private long buckets(int coarseness) {
        long all = 0;
        for (DurationHistogram of : durations) {
            all += (coarseness == 0 ? of : of.coarser(coarseness)).buckets();
        }
        return all;
    }

    /** The largest hash of the threads that are chosen: all, or such that they are not too many. */
    private long limit() {
        // By the zeros in front, so many of which a hash has that is not above the limit.
        long[] counts = new long[Long.SIZE + 1];
        threads.forEach(of -> count(of, counts));
        partly.forEach(parts -> parts.forEach(part -> count(DistinctThreads.of(part.sample(), true), counts)));
        int zeros = Long.SIZE;
        long sum = counts[zeros];
        while (zeros > 0 && sum + counts[zeros - 1] <= MAX_SAMPLED_COUNT) {
            sum += counts[--zeros];
        }
        return zeros == Long.SIZE ? 0 : -1L >>> zeros;
    }

    private static void count(DistinctThreads of, long[] counts) {
        for (long hash : of.hashes()) {
            counts[Long.numberOfLeadingZeros(hash)]++;
        }
    }

    /** What a fold file has of a family. */
    public static PinParts.OfFamily folded(Family family) {
        List<Integer> buckets = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        family.durations().forEach((number, in) -> {
            buckets.add(number);
            counts.add(in);
        });
        DurationHistogram sum = family.durations();
        return new PinParts.OfFamily(
                new PinParts.Total(sum.count(), sum.sumNanos(), sum.maxNanos()),
                buckets,
                counts,
                family.threads(),
                family.exact(),
                family.sample(),
                family.complete());
    }

    /**
     * The family that a fold file has.
     *
     * @throws IllegalArgumentException if its figures contradict each other
     */
    public static Family of(String process, PinParts.OfFamily folded) {
        PinParts.Total sum = folded.sum();
        if (sum.count() < 1 || folded.threads() < 0) {
            throw new IllegalArgumentException(sum.count() + " of " + folded.threads() + " threads");
        }
        DurationHistogram durations = new DurationHistogram();
        durations.add(sum.nanos(), sum.maxNanos(), folded.buckets(), folded.counts());
        if (durations.count() != sum.count()) {
            throw new IllegalArgumentException(sum.count() + " durations, " + durations.count() + " in buckets");
        }
        return new Family(process, durations, folded.threads(), folded.exact(), folded.sample(), folded.complete());
    }

    /**
     * Figures that are alike, counted together: how long they were, and of which threads. Many stacks share one where
     * they are too many for a histogram each.
     *
     * @param process whose they are
     * @param durations how long they were
     * @param threads of how many threads; an estimate above 1024
     * @param exact whether that number is exact
     * @param sample the ids of those of its threads that were chosen of all threads of the process
     * @param complete whether all were chosen
     */
    public record Family(
            String process,
            DurationHistogram durations,
            long threads,
            boolean exact,
            List<Long> sample,
            boolean complete) {

        public Family {
            sample = List.copyOf(sample);
        }

        /** Whether its sample is all that is known of its threads, so that those of others can be counted with them. */
        boolean isRetained() {
            return complete || (!exact && sample.size() == DistinctThreads.CAPACITY);
        }

        // Two are the same only if they are one.
        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
