package dev.loomweight.fold;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.amount.DurationHistogram.Resolution;
import dev.loomweight.amount.Saturating;
import dev.loomweight.fold.Families.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parts of {@linkplain Family families} together: count, sum and maximum are exact, percentiles and threads are those of
 * the families. A part of a family is taken for as long and of as many threads, in proportion, as all of it.
 */
public final class FamilyParts {

    private static final long UNKNOWN = -1;

    private final Map<Family, Long> counts = new HashMap<>();
    private Sum sum = Sum.NONE;
    // Until it is asked for.
    private long threads = UNKNOWN;

    /** None yet. */
    public FamilyParts() {}

    /** Adds as many of a family. */
    public void add(Family family, long count) {
        counts.merge(family, count, Long::sum);
        threads = UNKNOWN;
    }

    /** Adds the sum of what was added of families. */
    public void add(Sum more) {
        sum = sum.plus(more);
    }

    /** Adds all of another, which is not changed. */
    public void addAll(FamilyParts other) {
        other.counts.forEach(this::add);
        add(other.sum);
    }

    /** Count, sum and maximum. */
    public Sum sum() {
        return sum;
    }

    /**
     * Percentiles, in nanoseconds.
     *
     * @param percents 0 to 100, ascending
     * @return one percentile for each
     */
    public long[] percentilesNanos(double... percents) {
        DurationHistogram whole = new DurationHistogram();
        Shares shares = new Shares();
        counts.forEach((family, count) -> {
            if (count == family.durations().count()) {
                whole.addAll(family.durations());
            } else {
                shares.add(
                        family.durations(), (double) count / family.durations().count());
            }
        });
        if (shares.isEmpty()) {
            return whole.percentilesNanos(percents);
        }
        shares.add(whole, 1);
        return shares.percentilesNanos(sum, percents);
    }

    /**
     * How many durations are in each bucket, where these are fractions: whole numbers of tiny ones, in any order of
     * adding.
     */
    private static final class Shares {
        private static final int FRACTION_BITS = 32;
        private static final double ROUNDING = 1e-4;

        private long[] buckets = new long[0];

        private void add(DurationHistogram durations, double share) {
            double unit = Math.scalb(share, FRACTION_BITS);
            durations.inAnyOrder((bucket, in) -> {
                if (bucket >= buckets.length) {
                    buckets = Arrays.copyOf(buckets, 2 * bucket + 1);
                }
                buckets[bucket] = Saturating.sum(buckets[bucket], Math.round(in * unit));
            });
        }

        private boolean isEmpty() {
            return buckets.length == 0;
        }

        private long[] percentilesNanos(Sum sum, double... percents) {
            long[] lengths = new long[percents.length];
            double seen = 0;
            int next = 0;
            int last = -1;
            for (int i = 0; i < percents.length; i++) {
                long rank = Math.max(1, (long) Math.ceil(Math.nextDown(percents[i] * sum.count() / 100)));
                while (seen < rank - ROUNDING && next < buckets.length) {
                    last = buckets[next] > 0 ? next : last;
                    seen += Math.scalb((double) buckets[next++], -FRACTION_BITS);
                }
                lengths[i] = last < 0 ? 0 : Math.min(sum.maxNanos(), Resolution.FINE.nanosOf(last));
            }
            return lengths;
        }
    }

    /** The families of one process. */
    private static final class OfProcess {
        private final List<List<Long>> samples = new ArrayList<>();
        private double threads;
        private int sampled;
        private long count;
        private boolean complete = true;

        private void add(Family family, long part) {
            double share = (double) part / family.durations().count();
            samples.add(family.sample());
            sampled += family.sample().size();
            threads += family.threads() * share;
            count += part;
            complete &= family.complete() && share == 1;
        }

        private long threads() {
            if (complete) {
                return distinct();
            }
            double together = samples.size() == 1 || sampled == 0 ? threads : threads * distinct() / sampled;
            return Math.min(count, Math.round(together));
        }

        private long distinct() {
            if (samples.size() == 1) {
                return sampled;
            }
            long[] all = new long[sampled];
            int size = 0;
            for (List<Long> sample : samples) {
                for (int i = 0; i < sample.size(); i++) {
                    all[size++] = sample.get(i);
                }
            }
            Arrays.sort(all);
            long distinct = 0;
            for (int i = 0; i < size; i++) {
                distinct += i == 0 || all[i] != all[i - 1] ? 1 : 0;
            }
            return distinct;
        }
    }

    private Map<String, OfProcess> processes() {
        Map<String, OfProcess> processes = new HashMap<>();
        List<Map.Entry<Family, Long>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Comparator.comparingLong(
                        (Map.Entry<Family, Long> one) -> one.getKey().threads())
                .thenComparing(Map.Entry::getValue)
                .thenComparingLong(one -> one.getKey().durations().count()));
        sorted.forEach(one -> processes
                .computeIfAbsent(one.getKey().process(), any -> new OfProcess())
                .add(one.getKey(), one.getValue()));
        return processes;
    }

    /** Of how many threads: exact if {@link #isExact}, otherwise an estimate. */
    public long threads() {
        if (threads == UNKNOWN) {
            threads =
                    processes().values().stream().mapToLong(OfProcess::threads).sum();
        }
        return threads;
    }

    /** Whether the number of threads is exact. */
    public boolean isExact() {
        return processes().values().stream().allMatch(of -> of.complete || of.samples.size() == 1)
                && counts.entrySet().stream()
                        .allMatch(one -> one.getKey().exact()
                                && one.getValue() == one.getKey().durations().count());
    }
}
