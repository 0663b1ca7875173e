package dev.loomweight.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.MachineEvents.RecordedJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedJvmTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Djdk.tracePinnedThreads",
                "-Djdk.tracePinnedThreads=full -Xmx1g",
                "-Xmx1g -Djdk.tracePinnedThreads -jar shop.jar",
                "-Djdk.tracePinnedThreads=[REDACTED]"
            })
    void anOptionAsksForTheTrace(String options) {
        assertThat(RecordedJvm.tracesPins(options)).isTrue();
    }

    @Test
    void anotherOptionDoesNot() {
        assertThat(RecordedJvm.tracesPins("-Djdk.tracePinnedThreadsToo=1 -Xmx1g"))
                .isFalse();
        assertThat(RecordedJvm.tracesPins("")).isFalse();
    }
}
