package dev.loomweight.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A recording in another JVM that is there to be read while it is written: started by a diagnostic command, without an
 * agent, and stopped without touching any other. It has the settings of every capture. Other recordings of the same JVM
 * hold its events too while it runs, since JFR writes one stream for all.
 */
public final class LiveRecording implements AutoCloseable {

    /** How much of it JFR keeps on disk: what a dump can hold. A reader that follows needs only the newest chunk. */
    private static final String KEPT = "64m";

    private static final Pattern REPOSITORY = Pattern.compile("(?m)^Repository path: (.+)$");
    private static final Path ROOT = Path.of("/");

    private final Commands jvm;
    private final String name;
    private final Path root;
    private final Path repository;
    private boolean stopped;

    private LiveRecording(Commands jvm, String name, Path root, Path repository) {
        this.jvm = jvm;
        this.name = name;
        this.root = root;
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
        // Only a recorder that never ran takes a depth. Asking is harmless otherwise: it keeps the one that it has.
        jvm.run("JFR.configure stackdepth=" + RecordingOptions.STACK_DEPTH);
        String name = "loomweight-watch-" + UUID.randomUUID();
        Path root = root(jvm.pid());
        begin(jvm, name, root, threads);
        try {
            // JFR makes its repository when the first recording starts, not before.
            Matcher path = REPOSITORY.matcher(jvm.run("JFR.configure"));
            if (!path.find()) {
                throw new DataException("process " + jvm.pid() + " does not tell where JFR writes to");
            }
            return new LiveRecording(
                    jvm,
                    name,
                    root,
                    root.resolve(ROOT.relativize(Path.of(path.group(1).strip()))));
        } catch (DataException e) {
            stop(jvm, name);
            throw e;
        }
    }

    // By a file: a diagnostic command may have 1024 characters, and the settings have more.
    private static void begin(Commands jvm, String name, Path root, boolean threads) {
        Path settings = null;
        try {
            settings = root.equals(ROOT)
                    ? Files.createTempFile("loomweight", ".jfc")
                    : Files.createTempFile(root.resolve("tmp"), "loomweight", ".jfc");
            Files.writeString(settings, RecordingOptions.settings(threads));
            String answer = jvm.run("JFR.start name=" + name + " disk=true maxsize=" + KEPT + " settings=\""
                    + ROOT.resolve(root.relativize(settings)) + "\"");
            if (!answer.contains("Started recording")) {
                throw new DataException("process " + jvm.pid() + " starts no recording: " + firstLine(answer)
                        + "; see jcmd " + jvm.pid() + " help JFR.start");
            }
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
        return repository;
    }

    /**
     * Copies what JFR keeps of it into a file.
     *
     * @param file does not exist
     * @throws DataException if it cannot be written
     */
    public void dump(Path file) {
        // Beside the repository, where the target can write, whatever its root is and whoever it runs as.
        Path beside = repository.resolveSibling(name + "-" + UUID.randomUUID() + ".jfr");
        String answer =
                jvm.run("JFR.dump name=" + name + " filename=\"" + ROOT.resolve(root.relativize(beside)) + "\"");
        try {
            Files.copy(beside, file);
        } catch (IOException e) {
            throw new DataException("the recording cannot be dumped: " + firstLine(answer), e);
        } finally {
            delete(beside);
        }
    }

    /** Stops this recording and no other. A target that is gone has stopped it. */
    @Override
    public void close() {
        if (!stopped) {
            stopped = true;
            stop(jvm, name);
        }
    }

    private static void stop(Commands jvm, String name) {
        try {
            jvm.run("JFR.stop name=" + name);
        } catch (DataException e) {
            // The process is gone, and the recording with it.
        }
    }

    /** Where the target's files are: at the same place, unless it has mounts of its own, as in a container. */
    private static Path root(long pid) {
        try {
            Path mounts = Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/mnt"));
            boolean same = mounts.equals(Files.readSymbolicLink(Path.of("/proc/self/ns/mnt")));
            return same ? ROOT : Path.of("/proc/" + pid + "/root");
        } catch (IOException | UnsupportedOperationException e) {
            return ROOT;
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

    private static String firstLine(String answer) {
        return answer.lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("it says nothing")
                .strip();
    }
}
