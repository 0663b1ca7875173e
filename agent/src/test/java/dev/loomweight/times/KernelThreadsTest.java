package dev.loomweight.times;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.capture.Proc;
import dev.loomweight.times.KernelThreads.Times;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** This process, as the kernel sees it. */
class KernelThreadsTest {

    private static final long OWN = ProcessHandle.current().pid();

    @Test
    void aThreadThatWaitsUsesNothingAndOneThatSpinsDoes() throws Exception {
        assumeTrue(Proc.isThere(), "there is no /proc");
        CountDownLatch end = new CountDownLatch(1);
        Thread waiting = new Thread(() -> await(end), "lw-waits");
        Thread spinning = new Thread(() -> spin(end), "lw-spins");
        try (KernelThreads kernel = new KernelThreads(OWN)) {
            waiting.start();
            spinning.start();
            long waits = tid(kernel, "lw-waits");
            long spins = tid(kernel, "lw-spins");
            while (kernel.state(waits) != 'S' || kernel.state(spins) != 'R') {
                Thread.onSpinWait();
            }
            Times idle = requireNonNull(kernel.times(waits));
            Times busy = requireNonNull(kernel.times(spins));
            while (requireNonNull(kernel.times(spins)).runNanos() < busy.runNanos() + 20_000_000) {
                Thread.onSpinWait();
            }
            Times idleLater = requireNonNull(kernel.times(waits));

            assertThat(idleLater.runNanos()).isEqualTo(idle.runNanos());
            assertThat(idleLater.waitNanos()).isEqualTo(idle.waitNanos());
            assertThat(idleLater.atNanos() - idle.atNanos()).isGreaterThan(10_000_000);
            assertThat(kernel.isReadable()).isTrue();
            assertThat(kernel.hasNew("lw-spins"::equals)).isTrue();
            assertThat(kernel.hasNew("lw-spins"::equals)).isTrue();
            assertThat(kernel.hasNew("lw-spins"::equals)).isFalse();
            assertThat(kernel.byInnerNumber()).hasSizeGreaterThan(1).containsValue(spins);
        } finally {
            end.countDown();
        }
        waiting.join();
        spinning.join();
    }

    @Test
    void whatIsNotThereIsNotZero() {
        // Beyond any number that the kernel gives.
        try (KernelThreads none = new KernelThreads(1L << 40)) {
            assertThat(none.isReadable()).isFalse();
            assertThat(none.hasStatistics()).isFalse();
            assertThat(none.times(1L << 40)).isNull();
            assertThat(none.state(1L << 40)).isEqualTo(KernelThreads.GONE);
            assertThat(none.names()).isEmpty();
            assertThat(none.hasNew(name -> true)).isFalse();
        }
    }

    private static long tid(KernelThreads kernel, String name) {
        while (true) {
            for (var each : kernel.names().entrySet()) {
                if (each.getValue().equals(name)) {
                    return each.getKey();
                }
            }
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void spin(CountDownLatch end) {
        while (end.getCount() > 0) {
            Thread.onSpinWait();
        }
    }
}
