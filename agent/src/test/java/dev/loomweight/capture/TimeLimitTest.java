package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** By work that never ends. */
class TimeLimitTest {

    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void leaveNothingRunning() {
        never.countDown();
    }

    @Test
    void whatIsDoneInTimeGivesItsResultOrItsFailure() throws Exception {
        assertThat(TimeLimit.within(Duration.ofMinutes(1), "x", () -> 7)).isEqualTo(7);
        assertThatThrownBy(() -> TimeLimit.within(Duration.ofMinutes(1), "x", () -> {
                    throw new IOException("broken");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("broken");
    }

    @Test
    void whatTakesTooLongIsGivenUp() {
        assertThatThrownBy(() -> TimeLimit.within(Duration.ofMillis(1), "reading /proc/1/smaps", this::waits))
                .isInstanceOf(Unanswered.class)
                .hasMessage("reading /proc/1/smaps took longer than 1 ms and was given up");
    }

    @Test
    void anInterruptShortensTheTimeAndStays() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> TimeLimit.within(Duration.ofHours(1), "x", this::waits))
                .hasMessage("x took longer than 2 s and was given up");
        assertThat(Thread.interrupted()).isTrue();
    }

    private int waits() throws InterruptedException {
        never.await();
        return 0;
    }
}
