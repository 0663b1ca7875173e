package dev.loomweight.pins.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Steps against the value at each moment. */
class StepsTest {

    private static final Steps STAIRS = Steps.of(new TreeMap<>(Map.of(10L, 3L, 20L, 1L, 30L, 5L)));

    private static List<Steps.Bound> bounds(Random random) {
        List<Steps.Bound> bounds = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            long from = random.nextInt(20);
            bounds.add(new Steps.Bound(
                    from, random.nextInt(8) == 0 ? Long.MAX_VALUE : from + random.nextInt(6), random.nextInt(5)));
        }
        return bounds;
    }

    private static long least(List<Steps.Bound> bounds, long at) {
        return bounds.stream()
                .filter(bound -> bound.fromNanos() <= at && at <= bound.toNanos())
                .mapToLong(Steps.Bound::value)
                .min()
                .orElse(Steps.UNBOUNDED);
    }

    @Test
    void theLeastOfSomeBoundsAndOfTwoAtEachMoment() {
        qt().withExamples(1000).forAll(longs().all()).check(seed -> {
            Random random = new Random(seed);
            List<Steps.Bound> bounds = bounds(random);
            List<Steps.Bound> others = bounds(random);
            Steps one = Steps.least(bounds);
            Steps other = Steps.least(others);
            Steps both = one.min(other);
            return LongStream.rangeClosed(-2, 40)
                    .allMatch(at -> one.most(at, at) == least(bounds, at)
                            && both.most(at, at) == Math.min(least(bounds, at), least(others, at)));
        });
    }

    @Test
    void theLargestAndTheSumOfSomeTime() {
        qt().withExamples(500).forAll(longs().all()).check(seed -> {
            Random random = new Random(seed);
            List<Steps.Bound> bounds = bounds(random);
            Steps steps = Steps.least(bounds);
            long from = random.nextLong(-1, 19);
            long to = from + random.nextInt(20);
            long most = LongStream.rangeClosed(from, to)
                    .map(at -> least(bounds, at))
                    .max()
                    .orElseThrow();
            double sum = LongStream.range(from, to)
                    .mapToDouble(at -> least(bounds, at) == Steps.UNBOUNDED
                            ? Double.POSITIVE_INFINITY
                            : Math.max(2, least(bounds, at)))
                    .sum();
            return steps.most(from, to) == most && steps.integral(from, to, 2) == sum;
        });
    }

    @Test
    void eachValueHoldsUpToTheNext() {
        assertThat(STAIRS.most(9, 9)).isEqualTo(Steps.UNBOUNDED);
        assertThat(STAIRS.most(10, 10)).isEqualTo(3);
        assertThat(STAIRS.most(19, 19)).isEqualTo(3);
        assertThat(STAIRS.most(20, 29)).isEqualTo(1);
        assertThat(STAIRS.most(20, 30)).isEqualTo(5);
        assertThat(STAIRS.most(15, 25)).isEqualTo(3);
        assertThat(STAIRS.integral(15, 35, 0)).isEqualTo(5 * 3 + 10 * 1 + 5 * 5);
        assertThat(STAIRS.integral(15, 35, 2)).isEqualTo(5 * 3 + 10 * 2 + 5 * 5);
        assertThat(STAIRS.integral(15, 15, 2)).isZero();
        assertThat(STAIRS.integral(5, 15, 0)).isInfinite();
    }

    @Test
    void theSameAtAnyTime() {
        assertThat(Steps.always(4).most(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(4);
        assertThat(Steps.NONE.most(0, 0)).isEqualTo(Steps.UNBOUNDED);
        assertThat(Steps.NONE.min(Steps.always(4)).most(-5, 5)).isEqualTo(4);
    }
}
