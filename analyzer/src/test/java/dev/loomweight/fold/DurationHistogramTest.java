package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.amount.Saturating;
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
}
