package dev.loomweight.fold;

import java.util.List;

/**
 * How repeated measurements of one thing lie. The median and the median absolute deviation do not move with a single
 * run that was disturbed, as mean and standard deviation do.
 *
 * @param count how many there are, 1 or more
 * @param median the middle one, or the mean of the two in the middle
 * @param deviation the median of their distances from the median (MAD, not scaled)
 * @param min the least
 * @param max the most
 */
public record Spread(int count, double median, double deviation, double min, double max) {

    /**
     * The spread of some values.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Spread of(List<Double> values) {
        double median = median(values);
        return new Spread(
                values.size(),
                median,
                median(values.stream().map(value -> Math.abs(value - median)).toList()),
                values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    }

    private static double median(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("there is no median of nothing");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
