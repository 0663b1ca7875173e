package dev.loomweight.fold;

import dev.loomweight.amount.DurationHistogram.Resolution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parts of {@linkplain Family families} together: count, sum and maximum are exact, percentiles and threads are those of
 * the families. A part of a family is taken for as long and of as many threads, in proportion, as all of it.
 */
public final class FamilyParts {

    private static final double ROUNDING = 1e-6;

    private final Map<Family, Long> counts = new HashMap<>();
    private Sum sum = Sum.NONE;

    /** None yet. */
    public FamilyParts() {}

    /** Adds as many of a family. */
    public void add(Family family, long count) {
        counts.merge(family, count, Long::sum);
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

    private record Weight(int bucket, double count) {}

    /**
     * Percentiles, in nanoseconds.
     *
     * @param percents 0 to 100, ascending
     * @return one percentile for each
     */
    public long[] percentilesNanos(double... percents) {
        List<Weight> weights = new ArrayList<>();
        counts.forEach((family, count) -> {
            long all = family.durations().count();
            family.durations()
                    .forEach((bucket, in) ->
                            weights.add(new Weight(bucket, count == all ? in : (double) in * count / all)));
        });
        // By the weights too, so that sums are the same in any order of families.
        weights.sort(Comparator.comparingInt(Weight::bucket).thenComparingDouble(Weight::count));
        long[] lengths = new long[percents.length];
        double seen = 0;
        int next = 0;
        for (int i = 0; i < percents.length; i++) {
            long rank = Math.max(1, (long) Math.ceil(Math.nextDown(percents[i] * sum.count() / 100)));
            while (seen < rank - ROUNDING && next < weights.size()) {
                seen += weights.get(next++).count;
            }
            long longest = next == 0 ? 0 : Resolution.FINE.nanosOf(weights.get(next - 1).bucket);
            lengths[i] = Math.min(sum.maxNanos(), longest);
        }
        return lengths;
    }

    /** The families of one process. */
    private static final class OfProcess {
        private final Set<Long> union = new HashSet<>();
        private double threads;
        private long sampled;
        private long count;
        private boolean complete = true;
        private int families;

        private void add(Family family, long part) {
            double share = (double) part / family.durations().count();
            union.addAll(family.sample());
            sampled += family.sample().size();
            threads += family.threads() * share;
            count += part;
            complete &= family.complete() && share == 1;
            families++;
        }

        private long threads() {
            if (complete) {
                return union.size();
            }
            double together = families == 1 || sampled == 0 ? threads : threads * union.size() / sampled;
            return Math.min(count, Math.round(together));
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
        return processes().values().stream().mapToLong(OfProcess::threads).sum();
    }

    /** Whether the number of threads is exact. */
    public boolean isExact() {
        return processes().values().stream().allMatch(of -> of.complete || of.families == 1)
                && counts.entrySet().stream()
                        .allMatch(one -> one.getKey().exact()
                                && one.getValue() == one.getKey().durations().count());
    }
}
