package dev.loomweight.junit;

import dev.loomweight.junit.spi.LaterEnds;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The recording of one run, or the reason why there is none. */
final class RunRecording {

    /** Recordings that this JVM has written: a further run is appended, since a recording is a series of chunks. */
    private static final Set<Path> WRITTEN = new HashSet<>();

    /** Runs may end at the same time. */
    private static final AtomicInteger PARTS = new AtomicInteger();

    /** Null if nothing is recorded. */
    private final @Nullable Jfr jfr;

    private @Nullable String reason;
    private @Nullable EndsRecording later;

    private RunRecording(@Nullable Jfr jfr, @Nullable String reason) {
        this.jfr = jfr;
        this.reason = reason;
    }

    /** Starts it, as far as this JVM can. */
    static RunRecording start() {
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            return new RunRecording(
                    null,
                    "this JVM has no JFR (module jdk.jfr); run the tests on a JDK, or on an image that has the module");
        }
        try {
            return new RunRecording(Jfr.start(), null);
        } catch (RuntimeException | IOException | LinkageError e) {
            return new RunRecording(null, message(e));
        }
    }

    private static String message(Throwable e) {
        return "JFR could not record this run: " + (e.getMessage() == null ? e.toString() : e.getMessage());
    }

    /** From now on, records when virtual threads start and end. */
    void recordThreads() {
        if (jfr != null) {
            jfr.recordThreads();
        }
    }

    /** {@return which threads have ended since the recording did; null where that is not known} */
    @Nullable
    LaterEnds laterEnds() {
        return later;
    }

    /** Ends what is recorded in addition. */
    void close() {
        if (later != null) {
            later.close();
        }
    }

    /** {@return why there is no recording of the complete run, with what to do; null if there is one} */
    @Nullable
    String reason() {
        return reason;
    }

    /**
     * Ends it.
     *
     * @param file where it goes
     * @param withLater whether it is wanted which threads end from now on
     * @return the recording of this run alone, in a file that is deleted by {@link #keep}; null if there is none
     */
    @Nullable
    Path stop(Path file, boolean withLater) {
        Jfr running = jfr;
        if (running == null) {
            return null;
        }
        Path part = file.resolveSibling(file.getFileName() + "." + PARTS.incrementAndGet() + ".part");
        try {
            Files.createDirectories(part.toAbsolutePath().getParent());
            Files.deleteIfExists(part);
            if (withLater) {
                later = EndsRecording.start(part.resolveSibling(part.getFileName() + ".ends"));
            }
            reason = running.stop(part);
            return Files.isRegularFile(part) ? part : null;
        } catch (RuntimeException | IOException e) {
            reason = "the recording of this run cannot be written to " + part.toAbsolutePath() + ": " + e
                    + "; name a folder with -D" + RunFolder.DIR + "=...";
            return null;
        }
    }

    /** Ends it, and keeps nothing. */
    void discard() {
        if (jfr != null) {
            jfr.discard();
        }
    }

    /**
     * Makes the recording of this run part of that of this JVM.
     *
     * @throws IOException if it cannot be written
     */
    static void keep(Path part, Path file) throws IOException {
        synchronized (WRITTEN) {
            if (WRITTEN.add(file.toAbsolutePath()) || !Files.exists(file)) {
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
                return;
            }
            try (FileChannel from = FileChannel.open(part);
                    FileChannel to = FileChannel.open(file, StandardOpenOption.APPEND)) {
                long size = from.size();
                long done = 0;
                while (done < size) {
                    done += from.transferTo(done, size - done, to);
                }
            }
            Files.delete(part);
        }
    }
}
