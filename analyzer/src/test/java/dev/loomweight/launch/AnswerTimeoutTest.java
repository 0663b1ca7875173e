package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.SentSignals;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.Unanswered;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Waits for real processes, by work that never ends. */
@Tag("oracles")
class AnswerTimeoutTest {

    private final CountDownLatch never = new CountDownLatch(1);
    private final List<String> said = new ArrayList<>();
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
        assertThat(AnswerTimeout.ask(process.pid(), "x", () -> 0, said::add, () -> 7))
                .isEqualTo(7);
        assertThatThrownBy(() -> AnswerTimeout.ask(process.pid(), "x", () -> 0, said::add, () -> {
                    throw new IOException("broken");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("broken");
    }

    @Test
    void aStoppedProcessIsGivenUpAndSaidToBeStopped() throws Exception {
        SentSignals.send("STOP", process.pid());

        assertThatThrownBy(() -> AnswerTimeout.ask(process.pid(), "\"GC.heap_info\"", () -> 0, said::add, this::waits))
                .isInstanceOf(Unanswered.class)
                .hasMessageMatching("process " + process.pid() + " did not answer \"GC.heap_info\" for [\\d.]+ s: it is"
                        + " stopped \\(state T in /proc/\\d+/stat\\); continue it with kill -CONT \\d+");
        assertThat(said)
                .containsExactly(
                        "waiting for process " + process.pid() + " to answer \"GC.heap_info\", at most 5 s: it is"
                                + " stopped (state T in /proc/" + process.pid() + "/stat); continue it with kill -CONT "
                                + process.pid());
    }

    @Test
    void anInterruptEndsTheWaitAndStays() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> AnswerTimeout.ask(process.pid(), "x", () -> 0, said::add, this::waits))
                .isInstanceOf(Unanswered.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aProcessThatEndsIsNotWaitedFor() {
        assertThatThrownBy(() -> AnswerTimeout.ask(process.pid(), "x", () -> 0, said::add, () -> {
                    process.destroyForcibly();
                    return waits();
                }))
                .isInstanceOf(DataException.class)
                .isNotInstanceOf(Unanswered.class)
                .hasMessageContaining("x failed in process " + process.pid());
    }

    private int waits() throws InterruptedException {
        never.await();
        return 0;
    }
}
