package dev.loomweight.fold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * By how much the logarithms of some amounts of one program, such as the numbers of pins of its sites, differ from run to
 * run, compared with what one run shows of that. What moves all amounts of a run alike, its load, is none of a single one.
 */
public final class RunSpread {

    /** The amounts of a program share what the machine does; together they count as so many further runs. */
    private static final int OF_ALL = 4;

    /** Only where several amounts move is it known what moves all. */
    private static final int SEVERAL = 3;

    /** An amount with a smaller error has no more to say of the load of a run. */
    private static final double VOTING_ERROR = 0.1;

    /** No amount has so much of the load of a run that less than this part of its own error is left. */
    private static final double MIN_LEFT = 0.2;

    private final int before;
    private final int after;
    private final List<OfAmount> amounts = new ArrayList<>();

    /** What the runs of a side differ from their mean by, of both sides; not a number where that is not known. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record OfAmount(double[] deviations, double variance, int degrees) {

        double weight() {
            return 1 / (variance + VOTING_ERROR * VOTING_ERROR);
        }
    }

    /**
     * Of no amounts yet.
     *
     * @param before the number of runs of one side, 1 or more
     * @param after that of the other
     */
    public RunSpread(int before, int after) {
        this.before = before;
        this.after = after;
    }

    /**
     * Adds an amount.
     *
     * @param was its logarithm in each run of one side; not a number where a run does not show it
     * @param is those of the other side
     * @param variance that of the difference of both sides, as single runs show it; above 0
     */
    public void add(double[] was, double[] is, double variance) {
        double[] deviations =
                DoubleStream.concat(deviations(was), deviations(is)).toArray();
        long known = Arrays.stream(deviations).filter(Double::isFinite).count();
        int means = (before > 1 ? 1 : 0) + (after > 1 ? 1 : 0);
        amounts.add(new OfAmount(deviations, variance, (int) Math.max(0, known - means)));
    }

    /** Adds one of which nothing is known. */
    public void addUnknown() {
        amounts.add(new OfAmount(new double[before + after], 1, 0));
    }

    private static DoubleStream deviations(double[] values) {
        double mean = Arrays.stream(values).filter(Double::isFinite).average().orElse(Double.NaN);
        return Arrays.stream(values).map(value -> value - mean);
    }

    /** The degrees of freedom of the error of an amount; 0 where runs do not show one. */
    public int degrees(int amount) {
        int own = amounts.get(amount).degrees;
        return own == 0 ? 0 : own + shared();
    }

    private long known() {
        return amounts.stream().filter(one -> one.degrees > 0).count();
    }

    private int shared() {
        return known() < SEVERAL ? 0 : OF_ALL;
    }

    /** How many times the variance of an amount is as large as single runs show it, 1 or more. */
    public double factor(int amount) {
        double[] factors = IntStream.range(0, amounts.size())
                .filter(i -> amounts.get(i).degrees > 0)
                .mapToDouble(this::ownFactor)
                .sorted()
                .toArray();
        double usual = factors.length == 0 ? 1 : Math.max(1, factors[factors.length / 2]);
        int own = amounts.get(amount).degrees;
        return own == 0 ? 1 : Math.max(1, (own * ownFactor(amount) + shared() * usual) / (own + shared()));
    }

    private double ownFactor(int amount) {
        OfAmount one = amounts.get(amount);
        return squares(amount) / one.degrees * (1.0 / before + 1.0 / after) / one.variance;
    }

    /** The sum of the squares: of what an amount differs by, or of what the load of its runs leaves, whichever is less. */
    private double squares(int amount) {
        OfAmount one = amounts.get(amount);
        double squares = 0;
        double left = 0;
        for (int run = 0; run < one.deviations.length; run++) {
            double own = one.deviations[run];
            if (!Double.isFinite(own)) {
                continue;
            }
            int at = run;
            List<OfAmount> voters = amounts.stream()
                    .filter(each -> each.degrees > 0 && Double.isFinite(each.deviations[at]))
                    .toList();
            double weights = voters.stream().mapToDouble(OfAmount::weight).sum();
            double load = voters.stream()
                            .mapToDouble(each -> each.weight() * each.deviations[at])
                            .sum()
                    / weights;
            boolean several = voters.size() >= SEVERAL;
            squares += own * own;
            left += several ? Math.pow(own - load, 2) / Math.max(MIN_LEFT, 1 - one.weight() / weights) : own * own;
        }
        return Math.min(squares, left);
    }
}
