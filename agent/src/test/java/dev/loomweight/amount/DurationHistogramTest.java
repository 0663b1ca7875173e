package dev.loomweight.amount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {

    /** Lengths of every size, and some again and again. */
    private static long length(Random random) {
        return random.nextInt(4) == 0 ? 37_000_000 : random.nextLong() >>> (2 + random.nextInt(61));
    }

    @Test
    void percentilesAreThoseOfHdrHistogram() {
        qt().withExamples(300).forAll(longs().all(), integers().between(1, 400)).checkAssert((seed, count) -> {
            Random random = new Random(seed);
            Histogram expected = new Histogram(2);
            DurationHistogram durations = new DurationHistogram();
            for (int i = 0; i < count; i++) {
                long length = length(random);
                expected.recordValue(length);
                durations.add(length);
            }
            for (double percent : new double[] {1, 25, 50, 90, 95, 99, 99.9, 100}) {
                assertThat(durations.percentileNanos(percent))
                        .isEqualTo(Math.min(durations.maxNanos(), expected.getValueAtPercentile(percent)));
            }
            assertThat(durations.count()).isEqualTo(expected.getTotalCount());
        });
    }

    @Test
    void whatIsLongerThanANumberCanSayIsAsLongAsItCan() {
        DurationHistogram two = new DurationHistogram();
        two.add(Long.MAX_VALUE - 1);
        two.add(5);
        DurationHistogram other = new DurationHistogram();
        other.add(Long.MAX_VALUE / 2);
        other.addAll(two);
        two.add(-1);

        assertThat(two.count()).isEqualTo(3);
        assertThat(two.sumNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(two.maxNanos()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(other.sumNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(Saturating.sum(two.sumNanos(), other.sumNanos())).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void sumsOfTwoAreWhatBothTogetherGive() {
        qt().withExamples(300)
                .forAll(longs().all(), integers().between(0, 300), integers().between(0, 300))
                .checkAssert((seed, first, second) -> {
                    Random random = new Random(seed);
                    DurationHistogram left = new DurationHistogram();
                    DurationHistogram right = new DurationHistogram();
                    DurationHistogram both = new DurationHistogram();
                    for (int i = 0; i < first + second; i++) {
                        long length = length(random);
                        (i < first ? left : right).add(length);
                        both.add(length);
                    }
                    left.addAll(right);
                    assertThat(left.count()).isEqualTo(both.count());
                    assertThat(left.sumNanos()).isEqualTo(both.sumNanos());
                    assertThat(left.maxNanos()).isEqualTo(both.maxNanos());
                    for (double percent : new double[] {50, 95, 99}) {
                        assertThat(left.percentileNanos(percent)).isEqualTo(both.percentileNanos(percent));
                    }
                });
    }

    @Test
    void aClockThatJumpedBackCountsAsNothing() {
        DurationHistogram durations = new DurationHistogram();
        durations.add(-5);
        assertThat(durations.count()).isOne();
        assertThat(durations.sumNanos()).isZero();
        assertThat(durations.percentileNanos(50)).isZero();
    }

    @Test
    void whatIsPassedOnByBucketIsTheSame() {
        DurationHistogram all = ofLengths(7, 2_000);
        List<Integer> numbers = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        all.forEach((number, count) -> {
            numbers.add(number);
            counts.add(count);
        });
        DurationHistogram again = ofLengths(8, 3);
        DurationHistogram both = ofLengths(8, 3);

        again.add(all.sumNanos(), all.maxNanos(), numbers, counts);
        both.addAll(all);

        assertThat(numbers).isSorted().hasSize(all.buckets());
        assertThat(again.text()).isEqualTo(both.text());
        assertThat(again.count()).isEqualTo(both.count());
        assertThat(again.sumNanos()).isEqualTo(both.sumNanos());
        assertThat(again.maxNanos()).isEqualTo(both.maxNanos());
    }

    @Test
    void bucketsThatCannotBeAreRefused() {
        long most = (1L << 48) - 1;
        int last = 7_295; // that of Long.MAX_VALUE: (56 << 7) + 127
        DurationHistogram durations = new DurationHistogram();
        durations.add(Long.MAX_VALUE);
        durations.forEach((number, count) -> assertThat(number).isEqualTo(last));

        for (List<Object> wrong : List.<List<Object>>of(
                List.of(1L, 1L, List.of(1), List.of()),
                List.of(-1L, 1L, List.of(1), List.of(1L)),
                List.of(1L, -1L, List.of(1), List.of(1L)),
                List.of(1L, 1L, List.of(-1), List.of(1L)),
                List.of(1L, 1L, List.of(last + 1), List.of(1L)),
                List.of(1L, 1L, List.of(1), List.of(0L)),
                List.of(1L, 1L, List.of(1), List.of(most + 1)),
                List.of(1L, 1L, List.of(1, 2), List.of(most, 1L)))) {
            assertThatThrownBy(() -> add(durations, wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(durations.count()).isEqualTo(1);

        DurationHistogram full = new DurationHistogram();
        add(full, List.of(0L, 0L, List.of(0, last), List.of(most - 1, 1L)));
        assertThat(full.count()).isEqualTo(most);
    }

    @SuppressWarnings("unchecked")
    private static void add(DurationHistogram to, List<Object> with) {
        to.add((Long) with.get(0), (Long) with.get(1), (List<Integer>) with.get(2), (List<Long>) with.get(3));
    }

    @Test
    void coarserBucketsAreWithinTheirError() {
        for (int coarseness = 0; coarseness < 5; coarseness++) {
            DurationHistogram fine = ofLengths(coarseness, 3_000);
            DurationHistogram coarse = fine.coarser(coarseness);

            assertThat(coarse.count()).isEqualTo(fine.count());
            assertThat(coarse.sumNanos()).isEqualTo(fine.sumNanos());
            assertThat(coarse.maxNanos()).isEqualTo(fine.maxNanos());
            assertThat(coarse.buckets()).isLessThanOrEqualTo(fine.buckets());
            for (double percent : new double[] {5, 50, 90, 99}) {
                double exact = fine.percentileNanos(percent);
                assertThat((double) coarse.percentileNanos(percent))
                        .isBetween(exact * (1 - 0.0079 * (1 << coarseness)), exact * (1 + 0.0079 * (1 << coarseness)));
            }
        }
        DurationHistogram some = new DurationHistogram();
        // Below 128 ns, each is exact; 128 to 135 are four buckets of two.
        for (long nanos : new long[] {3, 127, 128, 129, 130, 131, 132, 133, 134, 135}) {
            some.add(nanos);
        }
        assertThat(some.coarser(1).text()).isEqualTo("3:1 127:1 129:2 131:2 133:2 135:2");
        assertThat(some.coarser(0).text()).isEqualTo(some.text());
    }

    @Test
    void whatIsForgottenIsGone() {
        DurationHistogram durations = ofLengths(1, 50);
        durations.clear();

        assertThat(durations.text()).isEmpty();
        assertThat(durations.count() + durations.sumNanos() + durations.maxNanos() + durations.buckets())
                .isZero();
        durations.add(5);
        assertThat(durations.text()).isEqualTo("5:1");
    }

    private static DurationHistogram ofLengths(long seed, int count) {
        Random random = new Random(seed);
        DurationHistogram durations = new DurationHistogram();
        for (int i = 0; i < count; i++) {
            durations.add(length(random));
        }
        return durations;
    }
}
