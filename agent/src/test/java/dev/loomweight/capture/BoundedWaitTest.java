package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waits for real processes, by work that never ends. */
class BoundedWaitTest {

    private final CountDownLatch never = new CountDownLatch(1);
    private Process process;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder("sleep", "1000").start();
    }

    @AfterEach
    void leaveNothingRunning() {
        never.countDown();
        process.destroyForcibly().onExit().join();
    }

    @Test
    void anAnswerAndAFailureAreThoseOfTheWork() throws Exception {
        assertThat(BoundedWait.ask(process.pid(), "x", () -> 0, () -> 7)).isEqualTo(7);
        assertThatThrownBy(() -> BoundedWait.ask(process.pid(), "x", () -> 0, () -> {
                    throw new IOException("broken");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("broken");
    }

    @Test
    void aStoppedProcessIsGivenUpAndSaidToBeStopped() throws Exception {
        SentSignal.send("STOP", process.pid());

        assertThatThrownBy(() -> BoundedWait.ask(process.pid(), "\"GC.heap_info\"", () -> 0, this::waits))
                .isInstanceOf(Unanswered.class)
                .hasMessageMatching(
                        "process " + process.pid() + " did not answer \"GC.heap_info\" within [\\d.]+ s: it is"
                                + " stopped \\(state T in /proc/\\d+/stat\\); kill -CONT \\d+ continues it");
    }

    @Test
    void anInterruptEndsTheWaitAndStays() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> BoundedWait.ask(process.pid(), "x", () -> 0, this::waits))
                .isInstanceOf(Unanswered.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aProcessThatEndsIsNotWaitedFor() {
        assertThatThrownBy(() -> BoundedWait.ask(process.pid(), "x", () -> 0, () -> {
                    process.destroyForcibly();
                    return waits();
                }))
                .isInstanceOf(DataException.class)
                .isNotInstanceOf(Unanswered.class)
                .hasMessageContaining("x failed in process " + process.pid());
    }

    @Test
    void whatTakesTooLongIsGivenUpWhateverTheTargetDoes() {
        assertThatThrownBy(() -> BoundedWait.within(Duration.ofMillis(1), "reading /proc/1/smaps", this::waits))
                .isInstanceOf(Unanswered.class)
                .hasMessage("reading /proc/1/smaps took longer than 0.0 s and was abandoned");
    }

    private int waits() throws InterruptedException {
        never.await();
        return 0;
    }
}
