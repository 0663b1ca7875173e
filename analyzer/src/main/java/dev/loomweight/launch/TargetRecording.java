package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiskGuard;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.report.Amounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The recording that {@code record} starts in a target, in addition to any that runs there. It comes into the capture
 * whatever becomes of the target: written by it, or from the chunks that it leaves.
 */
final class TargetRecording {

    /** What the target's recording lives on by itself, should this program be killed. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final long SLACK_BYTES = 256L << 20;

    private final RecordRun.Request request;
    private final ProcessHandle process;
    private final CaptureProgress progress;
    private final JfrCommands jfr;
    private final CaptureFolder folder;
    private final TargetFiles files;
    private State state = State.NONE;
    private List<String> others = List.of();
    private @Nullable LeftoverChunks chunks;
    private @Nullable Path chunksFolder;

    /** What became of it. */
    private enum State {
        /** It was never started. */
        NONE,
        /** It may run: it was asked for, whatever the answer was. */
        STARTED,
        /** The target has written it, as also a JVM does that ends by itself. */
        WRITTEN
    }

    TargetRecording(
            RecordRun.Request request,
            ProcessHandle process,
            CaptureProgress progress,
            Attached jvm,
            CaptureFolder folder,
            TargetFiles files) {
        this.request = request;
        this.process = process;
        this.progress = progress;
        this.jfr = new JfrCommands(jvm, "loomweight-" + ProcessHandle.current().pid());
        this.folder = folder;
        this.files = files;
    }

    /** Whether it was started, and is not written yet. */
    boolean isStarted() {
        return state == State.STARTED;
    }

    /** Whether the target has written it. */
    boolean isWritten() {
        return state == State.WRITTEN;
    }

    /**
     * Starts it; where there is none, that is said, and everything else is captured.
     *
     * @throws Unanswered if the target does not say whether it has begun
     */
    void start(RollingCapture capture) {
        CaptureRequest wanted = request.capture();
        Path settings = RecordingOptions.writeSettings(
                folder, wanted.settings(), wanted.samples(), wanted.snapshots().parts());
        try {
            int depth = jfr.deepen(RecordingOptions.STACK_DEPTH);
            capture.put("stackDepthRecorded", depth);
            if (depth > 0 && depth < RecordingOptions.STACK_DEPTH) {
                progress.remark(
                        "stacks are recorded up to " + depth + " frames: JFR was used in process " + request.pid()
                                + " before and keeps its stack depth; start it with -XX:FlightRecorderOptions:stackdepth="
                                + RecordingOptions.STACK_DEPTH + " for deeper stacks");
            }
            others = jfr.others();
            if (!others.isEmpty()) {
                progress.remark(
                        "a recording runs in process " + request.pid() + " already (" + String.join(", ", others)
                                + ") and continues; while both run, each contains the events that the other enables");
            }
            begin(settings == null ? String.valueOf(wanted.settings()) : "\"" + files.offer(settings) + "\"");
            String secrets = RecordingOptions.secretsWarning(wanted.settings(), folder.path());
            if (secrets != null) {
                progress.remark(secrets);
            }
            Path repository = jfr.repository();
            if (repository != null) {
                chunksFolder = new ProcFiles(request.pid()).file(repository.toString());
                chunks = LeftoverChunks.open(request.pid(), repository);
            }
        } catch (IOException e) {
            progress.remark("the chunks of the recording are not held open and are lost if process " + request.pid()
                    + " is killed: " + CaptureFolder.reason(e));
        } catch (DataException e) {
            progress.remark("there is no recording: " + e.getMessage());
            if (state == State.NONE) {
                capture.notRecorded(String.valueOf(e.getMessage()));
            }
        }
    }

    private void begin(String settings) {
        Duration duration = request.until().duration();
        String file = files.expect(CaptureFolder.RECORDING);
        state = State.STARTED;
        try {
            jfr.start(
                    settings,
                    file,
                    request.maxBytes(),
                    duration == null ? 0 : duration.plus(MARGIN).toSeconds());
        } catch (Unanswered e) {
            throw e;
        } catch (DataException e) {
            state = State.NONE;
            throw e;
        }
    }

    /** Looks at the disks that it is written to, in the capture and by the target: which one is nearly full, or null. */
    Supplier<@Nullable String> disks() {
        LeftoverChunks held = chunks;
        long least = request.capture().minFreeBytes();
        Path there = chunksFolder == null ? folder.path() : chunksFolder;
        DiskGuard ours = DiskGuard.of(folder.path(), least, held == null ? () -> 0 : held::bytes);
        DiskGuard theirs = DiskGuard.of(there, least);
        return () -> ours.isNearlyFull()
                ? "the disk of " + folder.path()
                : theirs.isNearlyFull() ? "the disk of the target's " + there : null;
    }

    /** Whatever happened: ends it, and brings what there is of it into the capture. */
    void end() {
        try {
            if (state == State.STARTED && ProcessState.isAlive(process)) {
                progress.step("writing the recording");
                jfr.stop();
            }
        } catch (Unanswered e) {
            Duration duration = request.until().duration();
            progress.remark(e.getMessage() + "; the recording is taken from what it has written to disk, and it stops"
                    + " recording as soon as it continues"
                    + (duration == null
                            ? ""
                            : ", at the latest "
                                    + Amounts.time(duration.plus(MARGIN).toNanos()) + " after the recording began"));
        } catch (DataException e) {
            if (ProcessState.isAlive(process)) {
                progress.remark(String.valueOf(e.getMessage()));
            }
        }
        try {
            boolean written = files.fetch(CaptureFolder.RECORDING, most());
            if (state == State.STARTED && written) {
                state = State.WRITTEN;
            } else if (state == State.STARTED && chunks != null) {
                takeChunks(chunks);
            }
        } catch (IOException e) {
            progress.remark("the recording could not be fetched: " + CaptureFolder.reason(e));
        } finally {
            if (chunks != null) {
                chunks.close();
            }
        }
    }

    /**
     * The target was killed or is stopped, and could not write it: what there is are its chunks. One that is stopped writes
     * it when it goes on, and finds the file only if that is there.
     */
    private void takeChunks(LeftoverChunks left) throws IOException {
        boolean ended = !ProcessState.isAlive(process);
        if (ended) {
            Files.deleteIfExists(folder.resolve(CaptureFolder.RECORDING));
        }
        left.copyTo(folder.resolve(CaptureFolder.REPOSITORY), most());
        // All of them are ours, and its JVM is not there to remove them.
        if (others.isEmpty() && ended) {
            left.remove();
        }
    }

    /** The largest recording that the target may hand over, in bytes: JFR exceeds its bound by the newest chunks. */
    private long most() {
        return Math.addExact(2 * request.maxBytes(), SLACK_BYTES);
    }
}
