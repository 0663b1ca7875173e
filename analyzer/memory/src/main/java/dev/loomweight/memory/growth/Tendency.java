package dev.loomweight.memory.growth;

import dev.loomweight.fold.Chance;
import dev.loomweight.fold.LeastSquares;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a figure moves in a part of one run: a slope, and the error that the remainder around it gives. A course that rises
 * evenly has a small error, however much it rises: what a leak does is no noise.
 *
 * @param perSecond the slope, in the figure's unit a second
 * @param standardError of the slope; remainders that go together make it wider
 * @param degreesOfFreedom of the error, 1 or more
 * @param quarters the mean of each quarter of the values, in their order
 */
record Tendency(double perSecond, double standardError, int degreesOfFreedom, List<Double> quarters) {

    private static final int QUARTERS = 4;

    /** More values are put together: neighbours say nothing new. */
    private static final int MAX_VALUES = 12;

    /** Each step from one quarter to the next must have this share of an even one, or the growth is in one place. */
    private static final double MIN_STEP = 0.3;

    private static final double MAX_EARLIER_SECONDS = 1.5;

    /** A step is one that is so many times as large as others. */
    private static final double STANDS_OUT = 6;

    private static final double MAX_CORRELATION = 0.8;

    /** A time in seconds, and a value. */
    private record Point(double at, double value) {}

    /**
     * The tendency of a course.
     *
     * @param course by seconds
     * @param from the first second that counts
     * @param to the last one
     * @param grain values are not known more exactly than this
     * @param lowest whether the lowest of values that are put together counts, and not their mean
     * @return null with too few values for an error, or with values in a part of that time alone
     */
    static @Nullable Tendency of(
            NavigableMap<Double, Long> course, double from, double to, double grain, boolean lowest) {
        List<Point> points = points(withoutStep(new TreeMap<>(course.headMap(to, true)), grain), from, to, lowest);
        if (points.size() < QUARTERS || points.getLast().at - points.getFirst().at < (to - from) / 2) {
            return null;
        }
        double[][] rows = new double[points.size()][];
        double[] values = new double[points.size()];
        for (int i = 0; i < values.length; i++) {
            rows[i] = new double[] {1, points.get(i).at - from};
            values[i] = points.get(i).value;
        }
        List<LeastSquares.Estimate> terms = LeastSquares.fit(rows, values).orElse(null);
        if (terms == null) {
            return null;
        }
        LeastSquares.Estimate slope = terms.get(1);
        double[] rest = new double[values.length];
        double mean = 0;
        for (int i = 0; i < rest.length; i++) {
            rest[i] = values[i] - terms.getFirst().value() - slope.value() * rows[i][1];
            mean += rows[i][1] / rest.length;
        }
        double spread = 0;
        for (double[] row : rows) {
            spread += (row[1] - mean) * (row[1] - mean);
        }
        double error = Math.max(slope.standardError(), grain / Math.sqrt(spread)) * widening(rest);
        return new Tendency(slope.value(), error, slope.degreesOfFreedom(), quarters(values));
    }

    /** A course without its largest step, where that stands out: a buffer that is taken once is no growth, and hides none. */
    private static NavigableMap<Double, Long> withoutStep(NavigableMap<Double, Long> course, double grain) {
        List<Long> values = List.copyOf(course.values());
        long[] sizes = IntStream.range(1, values.size())
                .mapToLong(i -> Math.abs(values.get(i) - values.get(i - 1)))
                .sorted()
                .toArray();
        if (sizes.length < QUARTERS || sizes[sizes.length - 1] <= STANDS_OUT * (sizes[sizes.length / 2] + grain)) {
            return course;
        }
        NavigableMap<Double, Long> without = new TreeMap<>();
        long before = values.getFirst();
        long step = 0;
        for (Map.Entry<Double, Long> one : course.entrySet()) {
            long change = one.getValue() - before;
            step += Math.abs(change) == sizes[sizes.length - 1] && step == 0 ? change : 0;
            before = one.getValue();
            without.put(one.getKey(), before - step);
        }
        return without;
    }

    /** The values of a part and the one before it, each alone or, of many, as many together. */
    private static List<Point> points(NavigableMap<Double, Long> course, double from, double to, boolean lowest) {
        List<Point> points = new ArrayList<>();
        Map.Entry<Double, Long> already = course.floorEntry(from);
        if (already != null) {
            // What the last collection before left is still there; others are of about that time.
            double at = lowest ? from : already.getKey();
            if (at > from - MAX_EARLIER_SECONDS) {
                points.add(new Point(at, already.getValue()));
            }
        }
        NavigableMap<Double, Long> rest = course.subMap(from, false, to, true);
        if (rest.size() < MAX_VALUES) {
            rest.forEach((at, value) -> points.add(new Point(at, value)));
            return points;
        }
        double width = (to - from) / MAX_VALUES;
        for (int i = 0; i < MAX_VALUES; i++) {
            double begin = from + i * width;
            bin(rest.subMap(begin, false, i == MAX_VALUES - 1 ? to : begin + width, true), lowest)
                    .ifPresent(points::add);
        }
        return points;
    }

    private static Optional<Point> bin(NavigableMap<Double, Long> values, boolean lowest) {
        DoubleStream at = values.keySet().stream().mapToDouble(one -> one);
        LongSummaryStatistics of =
                values.values().stream().mapToLong(one -> one).summaryStatistics();
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new Point(at.average().orElseThrow(), lowest ? of.getMin() : of.getAverage()));
    }

    /** By how much remainders that go together widen the error: a first-order correlation, which few values show too small. */
    private static double widening(double[] rest) {
        double squares = 0;
        double products = 0;
        for (int i = 0; i < rest.length; i++) {
            squares += rest[i] * rest[i];
            products += i == 0 ? 0 : rest[i] * rest[i - 1];
        }
        double correlation = squares == 0 ? 0 : Math.clamp(products / squares + 1.0 / rest.length, 0, MAX_CORRELATION);
        return Math.sqrt((1 + correlation) / (1 - correlation));
    }

    private static List<Double> quarters(double[] values) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < QUARTERS; i++) {
            int from = i * values.length / QUARTERS;
            int to = (i + 1) * values.length / QUARTERS;
            double sum = 0;
            for (int j = from; j < to; j++) {
                sum += values[j];
            }
            means.add(sum / (to - from));
        }
        return means;
    }

    /** Whether it rises from each quarter to the next, and by about as much: not in one step, and not to one time alone. */
    boolean isEven() {
        double each = (quarters.getLast() - quarters.getFirst()) / (QUARTERS - 1);
        for (int i = 1; i < QUARTERS; i++) {
            if (quarters.get(i) - quarters.get(i - 1) < MIN_STEP * each) {
                return false;
            }
        }
        return each > 0;
    }

    /** Half of the 95 % confidence interval of the slope. */
    double halfWidth() {
        return standardError * Chance.standardErrors(0.05, degreesOfFreedom);
    }

    /** The mean of the last quarter. */
    double last() {
        return quarters.getLast();
    }
}
