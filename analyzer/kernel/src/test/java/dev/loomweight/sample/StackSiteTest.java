package dev.loomweight.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackSiteTest {

    @Test
    void theSiteIsTheFirstFrameOutsideTheJdk() {
        assertThat(Samples.stack(
                                "java.lang.VirtualThread.parkOnCarrierThread",
                                "jdk.internal.misc.Blocker.begin",
                                "sun.nio.ch.NioSocketImpl.park",
                                "com.acme.Cart.add:12",
                                "com.acme.Shop.main:3")
                        .site())
                .isEqualTo("com.acme.Cart.add");
        assertThat(Samples.stack("javax0.Toy.play", "com.acme.Shop.main").site())
                .isEqualTo("javax0.Toy.play");
    }

    @Test
    void aStackOfTheJdkAloneBelongsToWhatCalledTheMachinery() {
        assertThat(Samples.stack("java.lang.VirtualThread.parkOnCarrierThread", "java.lang.Thread.sleep")
                        .site())
                .isEqualTo("java.lang.Thread.sleep");
        assertThat(Samples.stack("java.lang.VirtualThread.park", "jdk.internal.vm.Continuation.run")
                        .site())
                .isEqualTo("java.lang.VirtualThread.park");
    }

    @Test
    void anEventWithoutStackHasASiteToo() {
        assertThat(StackTrace.NONE.site()).isEqualTo("(no stack recorded)");
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.A$$Lambda+0x00a1.run",
        "com.acme.A$$Lambda+0x0000000800002b08.324457684.run",
        "com.acme.A$$Lambda+0x0000000800002b08/324457684.run",
        "com.acme.A$$Lambda.0x00000001.run",
        "com.acme.A$$Lambda/0xfe.run"
    })
    void hiddenClassesOfAllRunsAreOneSite(String frame) {
        assertThat(Samples.stack(frame).site()).isEqualTo("com.acme.A$$Lambda.run");
    }
}
