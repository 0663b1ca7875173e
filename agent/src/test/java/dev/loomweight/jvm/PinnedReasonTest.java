package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.PinnedReason.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JVM's words for why a thread is pinned. */
class PinnedReasonTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "null, NONE, ''",
                "'', NONE, ''",
                "VM call to com.acme.Cart.<clinit> on stack, CLASS_INITIALIZER, com.acme.Cart",
                "VM call to com.acme.Cart$$Lambda.0x00007f.<clinit> on stack, CLASS_INITIALIZER,"
                        + " com.acme.Cart$$Lambda",
                "VM call to .<clinit> on stack, OTHER, ''",
                "VM call to A.<clinit> on stack, CLASS_INITIALIZER, A",
                "Call to A.<clinit> on stack, OTHER, ''",
                "'VM call to com.acme.Cart\t.<clinit> on stack', OTHER, ''",
                "'VM call to com.acme.Cart\r.<clinit> on stack', OTHER, ''",
                "'VM call to com.acme.Cart\b.<clinit> on stack', CLASS_INITIALIZER, 'com.acme.Cart\b'",
                "'VM call to com.acme.Cart\u000e.<clinit> on stack', CLASS_INITIALIZER, 'com.acme.Cart\u000e'",
                "VM call to com.acme Cart.<clinit> on stack, OTHER, ''",
                "VM call to com.acme.Cart.<clinit> on stack!, OTHER, ''",
                "Waited for initialization of com.acme.Cart by another thread, OTHER_CLASS_INITIALIZATION,"
                        + " com.acme.Cart",
                "Waited for initialization of  by another thread, OTHER, ''",
                "Freeze or preempt failed: 3, FREEZE_FAILED, ''",
                "Native or VM frame on stack, NATIVE_FRAME, ''",
                "Something new, OTHER, ''"
            })
    void eachReasonIsKnown(String words, Kind kind, String className) {
        assertThat(PinnedReason.of(words)).isEqualTo(new PinnedReason(kind, className));
    }
}
