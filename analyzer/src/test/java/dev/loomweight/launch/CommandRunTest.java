package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.launch.CaptureRequest.SnapshotRequest;
import dev.loomweight.launch.CaptureRequest.Watched;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends of a run that its command does not decide; the others are tested with the command line. */
class CommandRunTest {

    @TempDir
    private Path folder;

    @Test
    void whoeverNoLongerWaitsLeavesACaptureThatSaysSo() throws Exception {
        CommandRun run = CommandRun.start(List.of("sleep", "1000"), request(), what -> {}, Confinement.lasting(null));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting = Thread.ofPlatform().unstarted(() -> {
            try {
                run.await();
            } catch (InterruptedException e) {
                thrown.set(e);
            }
        });
        try {
            waiting.start();
            waiting.interrupt();
            waiting.join();

            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
            assertThat(commands()).as("the command goes on").isPositive();
            assertThat(capture().resolve(CaptureFolder.MANIFEST))
                    .content()
                    .contains("\"status\": \"interrupted\"", "\"ended\": ");
        } finally {
            ProcessHandle.current()
                    .children()
                    .filter(CommandRunTest::isCommand)
                    .forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void aCommandThatCannotBeStartedLeavesNothing() {
        assertThatThrownBy(() ->
                        CommandRun.start(List.of("/no/such/program"), request(), what -> {}, Confinement.lasting(null)))
                .isInstanceOf(DataException.class);
        assertThat(capture()).doesNotExist();
    }

    private static long commands() {
        return ProcessHandle.current()
                .children()
                .filter(CommandRunTest::isCommand)
                .count();
    }

    private static boolean isCommand(ProcessHandle process) {
        return process.info().commandLine().orElse("").endsWith("sleep 1000");
    }

    private CaptureRequest request() {
        return new CaptureRequest(
                capture(),
                new SnapshotRequest(Duration.ofHours(1), EnumSet.of(Part.STATUS), false),
                null,
                0,
                false,
                Watched.NOTHING,
                null,
                Map.of());
    }

    private Path capture() {
        return folder.resolve("app.lw");
    }
}
