package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.SentSignals;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By real processes. */
class ProcessStateTest {

    private Process process = start("sleep", "1000");

    @AfterEach
    void leaveNothingRunning() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    @Test
    void oneThatWaitsRuns() {
        assertThat(ProcessState.read(process.pid()))
                .satisfies(state -> assertThat(state.isStopped()).isFalse())
                .satisfies(state -> assertThat(state.hasEnded()).isFalse())
                .satisfies(state -> assertThat(state.words()).isEmpty());
        assertThat(ProcessState.read(ProcessHandle.current().pid()).cpuTicks()).isPositive();
    }

    @Test
    void oneThatIsStoppedIsSaidToBeUntilItIsContinued() throws Exception {
        SentSignals.send("STOP", process.pid());
        until(() -> ProcessState.read(process.pid()).isStopped());

        assertThat(ProcessState.read(process.pid()).words())
                .isEqualTo("it is stopped (state T in /proc/" + process.pid() + "/stat); continue it with kill -CONT "
                        + process.pid());
        SentSignals.send("CONT", process.pid());
        until(() -> !ProcessState.read(process.pid()).isStopped());
    }

    @Test
    void oneForWhichNobodyWaitsHasEnded() {
        ProcessHandle child = childOfOneThatDoesNotAsk("sleep 1000");
        child.destroyForcibly();
        until(() -> ProcessState.read(child.pid()).hasEnded());

        assertThat(child.isAlive()).as("as Java sees it").isTrue();
        assertThat(ProcessState.isAlive(child)).isFalse();
        assertThat(ProcessState.read(child.pid()).words())
                .contains("process " + process.pid() + ", its parent, has not read its exit status", "state Z");
    }

    /** As the shell reports it in {@code $?}, for whoever asks before the parent does. */
    @ParameterizedTest
    @CsvSource({"'read x; exit 0', 0", "'read x; exit 7', 7", "'read x; kill -9 $$', 137", "'read x; kill -15 $$', 143"
    })
    void oneForWhichNobodyWaitsShowsItsStatus(String script, int status) throws IOException {
        // The input of a background command is /dev/null, unless it is asked for.
        ProcessHandle child = childOfOneThatDoesNotAsk("sh -c '" + script + "' <&3");
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        until(() -> ProcessState.read(child.pid()).hasEnded());

        assertThat(ProcessState.read(child.pid()).exitStatus()).isEqualTo(status);
        assertThat(ProcessState.read(ProcessHandle.current().pid()).exitStatus())
                .isNull();
    }

    @Test
    void oneThatIsGoneHasEnded() {
        leaveNothingRunning();

        assertThat(ProcessState.read(process.pid()).hasEnded()).isTrue();
        assertThat(ProcessState.read(process.pid()).exitStatus()).isNull();
    }

    /** Its child runs that, and the program that the shell becomes does not ask how it ends. */
    private ProcessHandle childOfOneThatDoesNotAsk(String command) {
        leaveNothingRunning();
        process = start("sh", "-c", "exec 3<&0; " + command + " & exec sleep 1001");
        until(() -> process.children().count() == 1
                && process.info().commandLine().orElse("").contains("1001"));
        return process.children().findFirst().orElseThrow();
    }

    private static Process start(String... command) {
        try {
            return new ProcessBuilder(List.of(command)).start();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void until(BooleanSupplier isSo) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(10_000_000);
        }
    }
}
