package dev.loomweight.fold;

import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * The spread of repeated measurements. Unlike mean and standard deviation, the median and the median absolute deviation
 * do not move with a single disturbed run.
 *
 * @param count the number of values, 1 or more
 * @param median the middle value, or the mean of the two in the middle
 * @param deviation the median absolute deviation from the median, not scaled
 * @param min the smallest value
 * @param max the largest value
 */
public record Spread(int count, double median, double deviation, double min, double max) {

    /**
     * The spread of some values.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double median = median(values);
        return new Spread(
                values.size(),
                median,
                median(values.stream().map(value -> Math.abs(value - median)).toList()),
                values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    }

    private static double median(List<Double> values) {
        return new Median()
                .evaluate(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
