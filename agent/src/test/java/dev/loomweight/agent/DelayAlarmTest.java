package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DelayAlarmTest {

    private static final long SECOND = 1_000_000_000;
    private static final long HOUR = 3600 * SECOND;

    private final DelayFigures figures = new DelayFigures(10_000_000);
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final AtomicInteger dumps = new AtomicInteger();
    private final DelayAlarm alarm = new DelayAlarm(
            SECOND,
            figures,
            () -> "worker-1 with virtual thread #7 at com.acme.Cart.spin:12",
            () -> "the thread dump is dump " + dumps.incrementAndGet(),
            lines::add);

    @Test
    void aLongWaitIsOneLineADumpAndTheEndAnother() throws InterruptedException {
        alarm.open(SECOND, 0);
        assertThat(figures.now().alarms()).as("not longer than the limit").isZero();

        alarm.open(SECOND + 10_000_000, 10_000_000);
        alarm.open(2 * SECOND, SECOND);
        assertThat(List.of(lines.take(), lines.take()))
                .containsExactlyInAnyOrder(
                        "virtual threads have waited 1.01 s for a carrier (delay-alarm is 1 s): worker-1 with virtual"
                                + " thread #7 at com.acme.Cart.spin:12",
                        "virtual threads wait for a carrier: the thread dump is dump 1");

        alarm.ended(3 * SECOND, 2 * SECOND);
        assertThat(lines.take()).isEqualTo("virtual threads run again, after 3 s");
        assertThat(figures.now().alarms()).isEqualTo(1);
    }

    @Test
    void theNextAlarmComesAfterAQuietTime() throws InterruptedException {
        alarm.open(2 * SECOND, 0);
        take(2);
        alarm.ended(2 * SECOND, 0);
        take(1);
        alarm.ended(1000, 20 * SECOND);
        alarm.open(2 * SECOND, 25 * SECOND);
        assertThat(figures.now().alarms()).as("it was not quiet for long").isEqualTo(1);

        alarm.ended(2 * SECOND, 26 * SECOND);
        alarm.ended(1000, 60 * SECOND);
        alarm.open(2 * SECOND, 61 * SECOND);
        take(2);
        assertThat(figures.now().alarms()).isEqualTo(2);
    }

    @Test
    void dumpsAreFewInAnHour() throws InterruptedException {
        long now = 0;
        for (int i = 0; i < 3 * DelayAlarm.MAX_DUMPS; i++) {
            now += 100 * SECOND;
            alarm.open(2 * SECOND, now);
            take(i < DelayAlarm.MAX_DUMPS ? 2 : 1);
            alarm.ended(2 * SECOND, now);
            take(1);
            now += 100 * SECOND;
            alarm.ended(1000, now);
        }
        assertThat(now).isLessThanOrEqualTo(HOUR);
        assertThat(dumps).hasValue(DelayAlarm.MAX_DUMPS);
        assertThat(figures.now().alarms()).isEqualTo(3 * DelayAlarm.MAX_DUMPS);
    }

    /** The lock of a log can be held by a virtual thread that waits for a carrier. */
    @Test
    void aLogThatBlocksHoldsUpNoDump() throws InterruptedException {
        CountDownLatch dumped = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        DelayAlarm blocked = new DelayAlarm(
                SECOND,
                figures,
                () -> "",
                () -> {
                    dumped.countDown();
                    return null;
                },
                line -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        blocked.open(2 * SECOND, 0);
        dumped.await();
        never.countDown();
        assertThat(figures.now().alarms()).isEqualTo(1);
    }

    private void take(int number) throws InterruptedException {
        for (int i = 0; i < number; i++) {
            lines.take();
        }
    }
}
