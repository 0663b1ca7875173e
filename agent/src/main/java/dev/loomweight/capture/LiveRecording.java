package dev.loomweight.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private final JfrCommands jfr;
    private final String name;
    private final ProcFiles files;
    private final Path repository;
    private boolean stopped;

    private LiveRecording(JfrCommands jfr, String name, ProcFiles files, Path repository) {
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
    public static LiveRecording start(Commands jvm, boolean threads) {
        String name = "loomweight-watch-" + UUID.randomUUID();
        JfrCommands jfr = new JfrCommands(jvm, name);
        jfr.deepen(RecordingOptions.STACK_DEPTH);
        ProcFiles files = new ProcFiles(jvm.pid());
        begin(jvm, jfr, files, threads);
        try {
            // JFR makes its repository when the first recording starts, not before.
            Path repository = jfr.repository();
            if (repository == null) {
                throw new DataException("process " + jvm.pid() + " does not tell where JFR writes to");
            }
            return new LiveRecording(jfr, name, files, repository);
        } catch (DataException e) {
            stop(jfr);
            throw e;
        }
    }

    // By a file: a diagnostic command may have 1024 characters, and the settings have more.
    private static void begin(Commands jvm, JfrCommands jfr, ProcFiles files, boolean threads) {
        Path temporary = files.seesOurFiles() ? Path.of(System.getProperty("java.io.tmpdir")) : Path.of("/tmp");
        Path settings = null;
        try {
            settings =
                    Files.createTempFile(files.file(temporary.toAbsolutePath().toString()), "loomweight", ".jfc");
            Files.writeString(settings, RecordingOptions.settings(threads));
            Path there = temporary.toAbsolutePath().resolve(settings.getFileName());
            jfr.start("\"" + there + "\"", null, KEPT_BYTES, 0);
        } catch (IOException e) {
            throw new DataException(
                    "the settings of a recording cannot be written for process " + jvm.pid() + ": "
                            + CaptureFolder.reason(e),
                    e);
        } finally {
            delete(settings);
        }
    }

    /** What {@code JFR.check} calls it. */
    public String name() {
        return name;
    }

    /** The folder of JFR's chunks, as this process sees it: a container's own below {@code /proc/PID/root}. */
    public Path repository() {
        return files.file(repository.toString());
    }

    /**
     * Copies what JFR keeps of it into a file.
     *
     * @param file does not exist
     * @throws DataException if it cannot be written
     */
    public void dump(Path file) {
        // Beside the repository, where the target can write, whatever its root is and whoever it runs as.
        String there = repository
                .resolveSibling(name + "-" + UUID.randomUUID() + ".jfr")
                .toString();
        String answer = jfr.dump(there);
        Path here = files.file(there);
        try {
            Files.copy(here, file);
        } catch (IOException e) {
            throw new DataException("the recording cannot be dumped: " + answer, e);
        } finally {
            delete(here);
        }
    }

    /** Stops this recording and no other. A target that is gone has stopped it. */
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
            // The process is gone, and the recording with it.
        }
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // It lies in a folder for temporary files.
        }
    }
}
