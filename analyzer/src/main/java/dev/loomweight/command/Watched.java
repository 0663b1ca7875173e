package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.launch.JvmList;
import dev.loomweight.live.LiveFigures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Something that is being watched: a JVM, or a capture that is being written. Not safe for several threads. */
public interface Watched extends AutoCloseable {

    /**
     * Begins to watch.
     *
     * @throws DataException if there is nothing of that name, or it cannot be watched
     */
    static Watched of(WatchRequest request) {
        Path path = Path.of(request.target());
        if (Files.isDirectory(path)) {
            return WatchedCapture.of(path, request);
        }
        if (Files.exists(path)) {
            throw new DataException(
                    path + " is a file, and only what is still being written can be watched: a process or the folder of"
                            + " a capture; see loomweight report " + path);
        }
        if (request.target().endsWith(".lw")) {
            throw new DataException("there is no capture " + path);
        }
        return WatchedJvm.of(JvmList.find(request.target()).pid(), request);
    }

    /** What it is, for people, such as {@code Shop, process 4711, JDK 21.0.8}. */
    String title();

    /**
     * The figures now. Asks the target what only its answers tell.
     *
     * @param time what now is
     */
    LiveFigures at(Instant time);

    /** Sentences on what is not shown, and what would show it; empty where nothing is missing. */
    List<String> hints();

    /** Why the target does not answer now, and what to do; empty where it does. */
    default Optional<String> stopped() {
        return Optional.empty();
    }

    /** A sentence on how it ended; empty while it goes on. */
    Optional<String> ended();

    /**
     * Writes what is known into a capture of its own, beside the program.
     *
     * @return its folder
     * @throws DataException if there is nothing to be written, or it cannot be
     */
    Path dump();

    /** Leaves the target as it was. */
    @Override
    void close();
}
