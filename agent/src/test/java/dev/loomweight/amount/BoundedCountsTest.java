package dev.loomweight.amount;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedCountsTest {

    @Test
    void aDurationCountsAtTheFirstBoundThatItDoesNotExceed() {
        BoundedCounts counts = new BoundedCounts(new double[] {0.001, 0.1, 1});
        for (long nanos :
                new long[] {-5, 0, 1_000_000, 1_000_001, 100_000_000, 999_999_999, 1_000_000_001, 7_000_000_000L}) {
            counts.add(nanos);
        }

        assertThat(counts.counts()).containsExactly(3L, 2L, 1L, 2L);
        assertThat(counts.seconds()).isEqualTo(9.102000001);
    }
}
