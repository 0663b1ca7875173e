package dev.loomweight.pins.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.CarrierPool;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelismTest {

    private final Parallelism parallelism = new Parallelism();

    @Test
    void nothingTellsAtFirst() {
        assertThat(parallelism.carriers().isKnown()).isFalse();
    }

    @Test
    void theSchedulerIsBelievedBeforeProcessors() {
        parallelism.add(Parallelism.By.MACHINE, 16);
        parallelism.add(Parallelism.By.CONTAINER, 4);
        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(4));
        parallelism.add(CarrierOptions.of("-XX:ActiveProcessorCount=3"));
        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(3));
        parallelism.add(CarrierOptions.of("-Djdk.virtualThreadScheduler.parallelism=7"));
        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(7));
        assertThat(parallelism.by()).isEqualTo(Parallelism.By.SCHEDULER);
    }

    /** Fold files say it of one process each, and processes of several inputs are added up. */
    @Test
    void whatAUserStatesWinsInASumToo() {
        parallelism.add(Parallelism.By.MACHINE, 16);
        Parallelism folded = new Parallelism();
        folded.state(3);

        parallelism.addAll(folded);

        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(3));
        assertThat(parallelism.stated()).isEqualTo(3);
    }

    /** JEP 536 leaves values out: what is not known must not be taken from a source that it overrules. */
    @Test
    void aValueThatWasLeftOutIsNotReplacedByAWorseSource() {
        parallelism.add(Parallelism.By.CONTAINER, 4);
        parallelism.add(CarrierOptions.of("-Xmx1g -Djdk.virtualThreadScheduler.parallelism=[REDACTED]"));

        assertThat(parallelism.carriers().isKnown()).isFalse();
        assertThat(parallelism.isRedacted()).isTrue();

        Parallelism merged = new Parallelism();
        merged.add(Parallelism.By.MACHINE, 16);
        merged.addAll(parallelism);
        assertThat(merged.carriers().isKnown()).isFalse();

        parallelism.add(Parallelism.By.SCHEDULER, 2);
        assertThat(parallelism.carriers()).as("the scheduler itself says it").isEqualTo(Quantity.of(2));
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
        assertThat(parallelism.carriers().isKnown()).isFalse();
        parallelism.add(CarrierOptions.of("-Djdk.virtualThreadScheduler.parallelism=3"));
        assertThat(parallelism.carriers())
                .as("the property overrules the processors")
                .isEqualTo(Quantity.of(3));
    }

    @Test
    void theLastOptionIsInForce() {
        parallelism.add(CarrierOptions.of("-XX:ActiveProcessorCount=8 -Xmx1g -XX:ActiveProcessorCount=2"));

        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(2));
    }

    @Test
    void whatIsNoNumberIsNotTold() {
        parallelism.add(CarrierOptions.of(
                "-Djdk.virtualThreadScheduler.parallelism=all -Djdk.virtualThreadScheduler.parallelism=0"));

        assertThat(parallelism.carriers().isKnown()).isFalse();
    }

    /** Options of a JVM as its carriers and the most that there can be; {@code VirtualThread} takes 256 by default. */
    @ParameterizedTest(name = "{0} with {1} processors: {2} carriers of at most {3}")
    @CsvSource({
        "'', 4, 4, 256",
        "'', 300, 300, 300",
        "'', 0, 0, 256",
        "-Djdk.virtualThreadScheduler.maxPoolSize=3, 4, 3, 3",
        "-Djdk.virtualThreadScheduler.maxPoolSize=8, 4, 4, 8",
        "-Djdk.virtualThreadScheduler.maxPoolSize=[REDACTED], 4, 4, 0",
        "-Djdk.virtualThreadScheduler.parallelism=9, 4, 9, 256",
    })
    void theMostThatThereCanBe(String options, long processors, long carriers, long maximum) {
        parallelism.add(Parallelism.By.CONTAINER, processors);
        parallelism.add(CarrierOptions.of(options));

        assertThat(parallelism.carriers().orElse(0)).isEqualTo(carriers);
        assertThat(parallelism.maximum().orElse(0)).isEqualTo(maximum);
        assertThat(parallelism.pool()).isEqualTo(new CarrierPool(carriers, maximum));
        assertThat(parallelism.isRedacted()).isFalse();

        Parallelism merged = new Parallelism();
        merged.addAll(parallelism);
        assertThat(merged.pool()).as("merged").isEqualTo(parallelism.pool());
    }

    @Test
    void withoutOptionsTheMostIsNotKnown() {
        parallelism.add(Parallelism.By.MACHINE, 8);
        parallelism.add(CarrierOptions.of(null));

        assertThat(parallelism.pool()).isEqualTo(new CarrierPool(8, 0));
        assertThat(parallelism.by()).isEqualTo(Parallelism.By.MACHINE);
    }

    /** What a user states is not lowered to what options say. */
    @Test
    void whatAUserStates() {
        parallelism.add(Parallelism.By.CONTAINER, 4);
        parallelism.add(CarrierOptions.of("-Djdk.virtualThreadScheduler.maxPoolSize=3"));
        Parallelism stated = parallelism.stated(6);

        assertThat(stated.carriers()).isEqualTo(Quantity.of(6));
        assertThat(stated.maximum()).isEqualTo(Quantity.of(6));
        assertThat(stated.stated()).isEqualTo(6);
        assertThat(stated.by()).isEqualTo(Parallelism.By.SCHEDULER);
        assertThat(parallelism.carriers()).as("not changed").isEqualTo(Quantity.of(3));
        assertThat(parallelism.stated()).isZero();
    }

    @Test
    void samplesThatSayIt() {
        parallelism.add(new CpuInformation(Instant.EPOCH, 16));
        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(16));
        parallelism.add(new ContainerConfiguration(Instant.EPOCH, 0, 4));
        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(4));
        parallelism.add(
                new RecordedJvm(Instant.EPOCH, 1, 0, "25", CarrierOptions.of("-XX:ActiveProcessorCount=3"), false));
        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(3));
        parallelism.add(new Scheduler(2, 2, 0, 0, ""));
        parallelism.add(new Scheduler(1, 2, 0, 0, ""));
        assertThat(parallelism.carriers()).as("the largest").isEqualTo(Quantity.of(2));
    }

    /** A command lacks what the environment adds, so what it does not say is not the default. */
    @ParameterizedTest(name = "{0}: {1} carriers of at most {2}")
    @CsvSource({
        "-Xmx1g, 0, 0",
        "-XX:ActiveProcessorCount=3, 3, 0",
        "-Djdk.virtualThreadScheduler.parallelism=2, 2, 0",
        "-Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=1, 1, 1",
        "-Djdk.virtualThreadScheduler.maxPoolSize=[REDACTED], 0, 0",
    })
    void whatACommandSays(String options, long carriers, long maximum) {
        parallelism.add(new CaptureInfo(
                "shop",
                "25",
                1,
                Instant.EPOCH,
                List.of(("java " + options + " Shop").split(" ", -1)),
                CaptureInfo.Threads.NONE,
                "complete",
                null,
                CaptureInfo.End.UNKNOWN));

        assertThat(parallelism.pool()).isEqualTo(new CarrierPool(carriers, maximum));
    }

    /** The better source that was left out counts, in any order. */
    @Test
    void theBestOfWhatWasLeftOut() {
        CarrierOptions processors = CarrierOptions.of("-XX:ActiveProcessorCount=[REDACTED]");
        CarrierOptions property = CarrierOptions.of("-Djdk.virtualThreadScheduler.parallelism=[REDACTED]");
        for (List<CarrierOptions> order : List.of(List.of(processors, property), List.of(property, processors))) {
            Parallelism both = new Parallelism();
            order.forEach(both::add);
            both.add(Parallelism.By.OPTION, 5);
            assertThat(both.carriers().isKnown()).isFalse();
            assertThat(both.isRedacted()).isTrue();
        }
        parallelism.add(processors);
        parallelism.add(Parallelism.By.OPTION, 5);
        assertThat(parallelism.carriers()).isEqualTo(Quantity.of(5));
    }
}
