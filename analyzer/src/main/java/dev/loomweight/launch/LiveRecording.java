package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.capture.Unanswered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A recording in another JVM that is there to be read while it is written: started by a diagnostic command, without an
 * agent, and stopped without touching any other. It has the settings of every capture. Other recordings of the same JVM
 * hold its events too while it runs, since JFR writes one stream for all.
 */
public final class LiveRecording implements AutoCloseable {

    /** How much of it JFR keeps on disk: what a dump can hold. A reader that follows needs only the newest chunk. */
    private static final long KEPT_BYTES = 64L << 20;

    /** The largest dump that is taken from a target of another user: JFR exceeds its bound by the newest chunks. */
    private static final long MAX_BYTES = 8 * KEPT_BYTES;

    private final long pid;
    private final JfrCommands jfr;
    private final String name;
    private final ProcFiles files;
    private Path repository;
    private boolean stopped;

    private LiveRecording(long pid, JfrCommands jfr, String name, ProcFiles files, Path repository) {
        this.pid = pid;
        this.jfr = jfr;
        this.name = name;
        this.files = files;
        this.repository = repository;
    }

    /**
     * Starts it.
     *
     * @param jvm a JVM of 21 or newer
     * @param threads whether the start and the end of each virtual thread are recorded
     * @throws DataException if JFR refuses, or says nothing of where it writes
     */
    public static LiveRecording start(DiagnosticCommands jvm, boolean threads) {
        String name = "loomweight-watch-" + UUID.randomUUID();
        JfrCommands jfr = new JfrCommands(jvm, name);
        jfr.deepen(RecordingOptions.STACK_DEPTH);
        begin(jvm, jfr, threads);
        try {
            // JFR makes its repository when the first recording starts, not before.
            Path repository = jfr.repository();
            if (repository == null) {
                throw new DataException("process " + jvm.pid() + " does not say where JFR writes");
            }
            return new LiveRecording(jvm.pid(), jfr, name, new ProcFiles(jvm.pid()), repository);
        } catch (DataException e) {
            stop(jfr);
            throw e;
        }
    }

    // By a file: a diagnostic command may have 1024 characters, and the settings have more.
    private static void begin(DiagnosticCommands jvm, JfrCommands jfr, boolean threads) {
        String settings = RecordingOptions.settings(threads, RecordingOptions.Samples.NONE);
        Path folder = null;
        Path file = null;
        try {
            folder = Files.createTempDirectory("loomweight");
            file = Files.writeString(
                    folder.resolve(RecordingOptions.SETTINGS), settings, StandardOpenOption.CREATE_NEW);
            try (TargetFiles files = TargetFiles.create(jvm.pid(), folder)) {
                begin(jfr, files.offer(file));
            }
        } catch (IOException e) {
            throw new DataException(
                    "the settings of a recording cannot be written for process " + jvm.pid() + ": "
                            + CaptureFolder.reason(e),
                    e);
        } finally {
            // What stays lies in a folder for temporary files.
            if (file != null) {
                file.toFile().delete();
            }
            if (folder != null) {
                folder.toFile().delete();
            }
        }
    }

    private static void begin(JfrCommands jfr, String settings) {
        try {
            jfr.start("\"" + settings + "\"", null, KEPT_BYTES, 0);
        } catch (Unanswered e) {
            // It may start when the target goes on, and then this stops it.
            stop(jfr);
            throw e;
        }
    }

    /** What {@code JFR.check} calls it. */
    public String name() {
        return name;
    }

    /**
     * Opens the folder of JFR's chunks. The target said itself where it is, so it must belong to the target's user, and
     * so must each chunk that is read.
     *
     * @throws DataException if it cannot be opened, or belongs to another user
     */
    public HeldFolder openRepository() {
        try {
            return files.open(repository.toString(), files.user());
        } catch (IOException e) {
            throw new DataException(
                    "cannot follow the recording in " + repository + " of process " + pid + ": "
                            + CaptureFolder.reason(e),
                    e);
        }
    }

    /**
     * Asks the target whether JFR writes elsewhere now: others may change that while it records.
     *
     * @return the folder of JFR's chunks if it is another than before; null if it is the same, cannot be opened, or the
     *     target does not say
     */
    public @Nullable HeldFolder openMoved() {
        try {
            Path now = jfr.repository();
            if (now == null || now.equals(repository)) {
                return null;
            }
            HeldFolder moved = files.open(now.toString(), files.user());
            repository = now;
            return moved;
        } catch (DataException | IOException e) {
            // The process is ending, or has not made the folder yet.
            return null;
        }
    }

    /**
     * Copies what JFR keeps of it into a file.
     *
     * @param file does not exist
     * @throws DataException if it cannot be written
     */
    public void dump(Path file) {
        Path absolute = file.toAbsolutePath();
        String fileName = String.valueOf(absolute.getFileName());
        try (TargetFiles place = TargetFiles.create(pid, absolute.resolveSibling(""))) {
            String answer = jfr.dump(place.expect(fileName));
            if (!place.fetch(fileName, MAX_BYTES)) {
                throw new DataException("the recording cannot be dumped: " + answer);
            }
        } catch (IOException e) {
            throw new DataException("the recording cannot be dumped: " + CaptureFolder.reason(e), e);
        }
    }

    /** Stops only this recording; a target that is stopped does so when it continues, and one that has ended already did. */
    @Override
    public void close() {
        if (!stopped) {
            stopped = true;
            stop(jfr);
        }
    }

    private static void stop(JfrCommands jfr) {
        try {
            jfr.stop();
        } catch (DataException e) {
            // The process is gone, and the recording with it; or it finds the command when it goes on.
        }
    }
}
