package dev.loomweight.times;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnCarriersTest {

    /** JDKs cut names for the kernel in two ways. */
    @Test
    void theKernelsNameIsAPartOfJavas() {
        assertThat(OwnCarriers.isCut("ForkJoinPool-1-", "ForkJoinPool-1-worker-1"))
                .isTrue();
        assertThat(OwnCarriers.isCut("ForkJoi..rker-1", "ForkJoinPool-1-worker-1"))
                .isTrue();
        assertThat(OwnCarriers.isCut("ForkJoi..rker-2", "ForkJoinPool-1-worker-1"))
                .isFalse();
        assertThat(OwnCarriers.isCut("ForkJoinPool-2-", "ForkJoinPool-1-worker-1"))
                .isFalse();
        assertThat(OwnCarriers.isCut("main", "main")).isTrue();
        assertThat(OwnCarriers.isCut("mai", "main")).isFalse();
    }
}
