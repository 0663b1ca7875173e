package dev.loomweight.scheduler;

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

    /** JEP 536 leaves values out: what is not known must not be taken from a source that it overrules. */
    @Test
    void aValueThatWasLeftOutIsNotReplacedByAWorseSource() {
        parallelism.add(Parallelism.By.CONTAINER, 4);
        parallelism.add(CarrierOptions.of("-Xmx1g -Djdk.virtualThreadScheduler.parallelism=[REDACTED]"));

        assertThat(parallelism.carriers()).isZero();
        assertThat(parallelism.isRedacted()).isTrue();

        Parallelism merged = new Parallelism();
        merged.add(Parallelism.By.MACHINE, 16);
        merged.addAll(parallelism);
        assertThat(merged.carriers()).isZero();

        parallelism.add(Parallelism.By.SCHEDULER, 2);
        assertThat(parallelism.carriers()).as("the scheduler itself says it").isEqualTo(2);
        assertThat(parallelism.isRedacted()).isFalse();
    }

    @Test
    void theLastOptionIsInForceThoughItWasLeftOut() {
        assertThat(CarrierOptions.of("-XX:ActiveProcessorCount=8 -XX:ActiveProcessorCount=[REDACTED]"))
                .isEqualTo(new CarrierOptions(0, CarrierOptions.UNKNOWN, 0));
        assertThat(CarrierOptions.of("-XX:ActiveProcessorCount=[REDACTED] -XX:ActiveProcessorCount=8"))
                .isEqualTo(new CarrierOptions(0, 8, 0));
        assertThat(CarrierOptions.of("-Dpassword=[REDACTED] [REDACTED]")).isEqualTo(new CarrierOptions(0, 0, 0));

        parallelism.add(Parallelism.By.CONTAINER, 4);
        parallelism.add(CarrierOptions.of("-XX:ActiveProcessorCount=[REDACTED]"));
        assertThat(parallelism.carriers()).isZero();
        parallelism.add(CarrierOptions.of("-Djdk.virtualThreadScheduler.parallelism=3"));
        assertThat(parallelism.carriers())
                .as("the property overrules the processors")
                .isEqualTo(3);
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
