package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.launch.JvmList;
import dev.loomweight.live.LiveFigures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The target of {@code watch}: a JVM, or a capture in progress. Not safe for several threads. */
public interface Watched extends AutoCloseable {

    /**
     * Starts watching.
     *
     * @throws DataException if there is no such target, or it cannot be watched
     */
    static Watched start(WatchRequest request) {
        return start(request, what -> {});
    }

    /**
     * Starts watching, for a user who waits.
     *
     * @param waiting gets a line on what is waited for, if the target does not answer at once
     * @throws DataException if there is no such target, or it cannot be watched
     */
    static Watched start(WatchRequest request, Consumer<String> waiting) {
        Path path = Path.of(request.target());
        if (Files.isDirectory(path)) {
            return WatchedCapture.open(path, request);
        }
        if (Files.exists(path) && !JvmList.isJar(path)) {
            throw new DataException(
                    path + " is a file; watch takes a process or the folder of a capture in progress; use loomweight"
                            + " report " + path);
        }
        if (request.target().endsWith(".lw")) {
            throw new DataException("there is no capture " + path);
        }
        return WatchedJvm.attach(JvmList.find(request.target()).pid(), request, waiting);
    }

    /** A description such as {@code Shop, process 4711, JDK 21.0.8}. */
    String title();

    /**
     * The figures now. Runs diagnostic commands in the target.
     *
     * @param time the current time
     */
    LiveFigures at(Instant time);

    /** Sentences on missing figures, and how to get them; empty where nothing is missing. */
    List<String> hints();

    /** Why the target does not answer now, and what to do; empty where it does. */
    default Optional<String> stopped() {
        return Optional.empty();
    }

    /** A sentence on how the target ended; empty while it runs. */
    Optional<String> ended();

    /**
     * Begins to look closer at the target's threads, without waiting for it.
     *
     * @throws DataException if the target is none of which dumps can be taken
     */
    WatchedLook look(WatchedLook.At at);

    /**
     * Writes a capture of the target into the current folder.
     *
     * @return its folder
     * @throws DataException if there is nothing to write, or it cannot be written
     */
    Path dump();

    /** Stops watching, and leaves the target as it was. */
    @Override
    void close();
}
