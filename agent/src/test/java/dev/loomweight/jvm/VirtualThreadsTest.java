package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What shows that a thread is virtual, and that it waits: VT is {@code java.lang.VirtualThread}. */
class VirtualThreadsTest {

    private static TextStack stack(String text) {
        return new TextStack(text.replace("VT.", VirtualThreads.CLASS + "."));
    }

    @ParameterizedTest(name = "{0}: begins {1}, runs {2}")
    @CsvSource({
        "com.acme.Shop.order < VT.run,                     true,  true",
        "VT.run,                                           true,  true",
        "com.acme.Shop.order < VT.runContinuation,         false, false",
        "com.acme.Shop.order < com.acme.Worker.run,        false, false",
        "VT.run < java.lang.Thread.run,                    false, false",
        // Truncated: what only virtual threads run is on top.
        "VT.park < com.acme.Shop.order,                    false, true",
        "VT.parkNanos < com.acme.Shop.order,               false, true",
        "VT.sleepNanos < com.acme.Shop.order,              false, true",
        "VT.tryYield < com.acme.Shop.order,                false, true",
        "VT.yieldContinuation < com.acme.Shop.order,       false, true",
        "VT.unpark < com.acme.Shop.order,                  false, false",
        "a.A.a < a.A.a < VT.parkOnCarrierThread < VT.park, false, true",
        "a.A.a < a.A.a < a.A.a < VT.park < a.A.a,          false, true",
        "a.A.a < a.A.a < a.A.a < a.A.a < VT.park < a.A.a,  false, false",
        "java.lang.Other.park < com.acme.Shop.order,       false, false",
        "'',                                               false, false",
    })
    void aStackOfAVirtualThread(String stack, boolean begins, boolean runs) {
        assertThat(VirtualThreads.begins(stack(stack))).isEqualTo(begins);
        assertThat(VirtualThreads.runs(stack(stack))).isEqualTo(runs);
    }

    @ParameterizedTest(name = "{0}: on its carrier {1}, timed {2}")
    @CsvSource({
        "VT.parkOnCarrierThread < VT.park < a.A.a,                                  true,  false",
        "jdk.internal.misc.Unsafe.park < VT.parkOnCarrierThread < VT.park,          true,  false",
        "jdk.internal.misc.Unsafe.park < VT.parkOnCarrierThread < VT.parkNanos,     true,  true",
        "VT.parkNanos < VT.sleepNanos < java.lang.Thread.sleep,                     false, true",
        "VT.sleepNanos < java.lang.Thread.sleep,                                    false, true",
        "VT.park < java.util.concurrent.locks.LockSupport.park,                     false, false",
        "a.A.a < a.A.a < a.A.a < VT.parkNanos,                                      false, false",
        "a.A.a < a.A.a < a.A.a < VT.parkOnCarrierThread,                            false, false",
        "a.A.parkNanos < a.A.parkOnCarrierThread,                                   false, false",
        "'',                                                                        false, false",
    })
    void aVirtualThreadThatWaits(String stack, boolean onCarrier, boolean timed) {
        assertThat(VirtualThreads.isParkedOnCarrier(stack(stack))).isEqualTo(onCarrier);
        assertThat(VirtualThreads.isInTimedWait(stack(stack))).isEqualTo(timed);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "VirtualThreads, false, true",
                "VirtualThreads, true, false",
                "main, false, false",
                "null, false, false"
            })
    void aGroupOfAProgramHasAParent(String name, boolean hasParent, boolean virtual) {
        assertThat(VirtualThreads.isGroup(name, hasParent)).isEqualTo(virtual);
    }
}
