package dev.loomweight.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.CarrierOptions;
import org.junit.jupiter.api.Test;

class ParallelismTest {

    private final Parallelism parallelism = new Parallelism();

    @Test
    void nothingTellsAtFirst() {
        assertThat(parallelism.carriers()).isZero();
    }

    @Test
    void theSchedulerIsBelievedBeforeProcessors() {
        parallelism.add(Parallelism.By.MACHINE, 16);
        parallelism.add(Parallelism.By.CONTAINER, 4);
        assertThat(parallelism.carriers()).isEqualTo(4);
        parallelism.add(CarrierOptions.of("-XX:ActiveProcessorCount=3"));
        assertThat(parallelism.carriers()).isEqualTo(3);
        parallelism.add(CarrierOptions.of("-Djdk.virtualThreadScheduler.parallelism=7"));
        assertThat(parallelism.carriers()).isEqualTo(7);
        assertThat(parallelism.by()).isEqualTo(Parallelism.By.SCHEDULER);
    }

    @Test
    void theLastOptionIsInForce() {
        parallelism.add(CarrierOptions.of("-XX:ActiveProcessorCount=8 -Xmx1g -XX:ActiveProcessorCount=2"));

        assertThat(parallelism.carriers()).isEqualTo(2);
    }

    @Test
    void whatIsNoNumberIsNotTold() {
        parallelism.add(CarrierOptions.of(
                "-Djdk.virtualThreadScheduler.parallelism=all -Djdk.virtualThreadScheduler.parallelism=0"));

        assertThat(parallelism.carriers()).isZero();
    }
}
