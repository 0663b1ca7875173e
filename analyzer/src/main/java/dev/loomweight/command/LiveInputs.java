package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.LiveSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inputs of which some are running processes, named by their number: a snapshot of each is taken into a temporary
 * capture, which is removed when the inputs have been read.
 */
final class LiveInputs implements AutoCloseable {

    private final List<Path> paths = new ArrayList<>();
    private @Nullable Path temporary;

    /**
     * @param named files and folders, and numbers of processes
     * @throws DataException if a process cannot be asked
     */
    LiveInputs(List<Path> named) {
        try {
            for (Path path : named) {
                paths.add(isProcess(path) ? snapshot(path) : path);
            }
        } catch (DataException e) {
            close();
            throw e;
        }
    }

    /** The files and folders to read. */
    List<Path> paths() {
        return paths;
    }

    private static boolean isProcess(Path path) {
        return path.toString().matches("\\d{1,9}") && !Files.exists(path);
    }

    private Path snapshot(Path number) {
        try {
            if (temporary == null) {
                temporary = Files.createTempDirectory("loomweight");
            }
        } catch (IOException e) {
            throw new DataException("cannot make a temporary folder: " + e.getMessage(), e);
        }
        Path capture = temporary.resolve(number + ".lw");
        LiveSnapshot.take(Long.parseLong(number.toString()), capture);
        return capture;
    }

    @Override
    public void close() {
        if (temporary == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // A snapshot of a few KB stays in the folder for temporary files, which the system empties.
        }
    }
}
