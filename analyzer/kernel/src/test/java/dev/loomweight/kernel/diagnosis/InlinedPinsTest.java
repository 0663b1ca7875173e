package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pins at one place, recorded while it is compiled. */
class InlinedPinsTest {

    private static PinStack pin(String... types) {
        StackTrace stack = new StackTrace(
                List.of(
                        new Frame("java.lang.Thread", "sleep0", "(J)V", -1, 0, 0x110, "Native"),
                        new Frame("com.acme.Shop", "lock", "()V", 12, 3, 1, types[0]),
                        new Frame("com.acme.Shop", "serve", "()V", 40, 9, 1, types[1])),
                false);
        return PinStack.of(new Pin(Instant.EPOCH, 5, new ThreadRef(7, "", 0, true), null, null, null, stack));
    }

    @Test
    void inliningDecidesNothing() {
        assertThat(pin("Inlined", "JIT compiled"))
                .isEqualTo(pin("JIT compiled", "JIT compiled"))
                .hasSameHashCodeAs(pin("Inlined", "Inlined"));
    }

    /** A compiled frame that enters a monitor is at the monitorenter, an interpreted one directly behind it. */
    @Test
    void theInterpreterIsAnother() {
        assertThat(pin("Interpreted", "JIT compiled")).isNotEqualTo(pin("JIT compiled", "JIT compiled"));
    }
}
