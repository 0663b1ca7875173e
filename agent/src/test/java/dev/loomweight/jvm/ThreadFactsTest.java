package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which facts decide what a thread waits for. */
class ThreadFactsTest {

    private static ThreadFacts facts(String name, @Nullable Boolean virtual) {
        return new ThreadFacts(name, virtual, "WAITING", true, false, false, true, "com.acme.Lock");
    }

    /** The JVM's own threads and the agent's are known by their names. */
    @Test
    void theNameOfAVirtualThreadDecidesNothing() {
        assertThat(facts("order-1", true).withoutName())
                .isEqualTo(facts("order-2", true).withoutName())
                .isEqualTo(facts("", true));
        assertThat(facts("loomweight-probe", true).withoutName()).isEqualTo(facts("loomweight-probe", true));
        assertThat(facts("Attach Listener", false).withoutName()).isEqualTo(facts("Attach Listener", false));
        assertThat(facts("JFR Recorder Thread", null).withoutName()).isEqualTo(facts("JFR Recorder Thread", null));
    }
}
