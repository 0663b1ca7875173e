package dev.loomweight.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EpochNanosTest {

    @Test
    void countsFrom1970InBothDirections() {
        assertThat(EpochNanos.of(Instant.EPOCH)).isZero();
        assertThat(EpochNanos.of(Instant.parse("2026-11-21T13:05:10.000000001Z")))
                .isEqualTo(1_795_266_310_000_000_001L);
        assertThat(EpochNanos.of(Instant.EPOCH.minusNanos(1))).isEqualTo(-1);
        assertThat(EpochNanos.toInstant(-1)).isEqualTo(Instant.EPOCH.minusNanos(1));
    }

    @Test
    void timesBeyond64BitsStayInOrderAndAreNotTheMarkOfAMissingValue() {
        assertThat(EpochNanos.of(Instant.MAX)).isEqualTo(Long.MAX_VALUE);
        assertThat(EpochNanos.of(Instant.MIN)).isEqualTo(Long.MIN_VALUE + 1);
    }
}
