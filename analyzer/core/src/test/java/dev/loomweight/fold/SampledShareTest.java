package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampledShareTest {

    @ParameterizedTest
    @CsvSource({"0, 10", "10, 10", "3, 10", "1, 2", "70, 200", "1, 1"})
    void theIntervalIsThatOfTheLibrary(int hits, int of) {
        ConfidenceInterval expected = new WilsonScoreInterval().createInterval(of, hits, 0.95);
        SampledShare share = SampledShare.of(hits, of);

        assertThat(share.low()).isCloseTo(expected.getLowerBound(), within(1e-9));
        assertThat(share.high()).isCloseTo(expected.getUpperBound(), within(1e-9));
    }

    /** Five looks at two threads each: the share is of ten, the error of five. */
    @Test
    void looksOfOneMomentCountOnceForTheError() {
        SampledShare share = SampledShare.of(5, 10, 5);

        assertThat(share.value()).isEqualTo(0.5);
        assertThat(share.error()).isGreaterThan(SampledShare.of(5, 10).error());
        assertThat(SampledShare.of(5, 10, 99)).isEqualTo(SampledShare.of(5, 10));
    }

    @Test
    void withoutLooksAnythingIsPossible() {
        SampledShare share = SampledShare.of(0, 0);

        assertThat(share.value()).isZero();
        assertThat(share.low()).isZero();
        assertThat(share.high()).isEqualTo(1);
        assertThat(share.error()).isEqualTo(1);
    }

    @Test
    void moreHitsThanLooksAreRefused() {
        assertThatThrownBy(() -> SampledShare.of(3, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
