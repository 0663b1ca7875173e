package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.capture.TemporaryFolder;
import dev.loomweight.launch.LiveSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Inputs of which some are running processes, named by their number: a snapshot of each is taken into a temporary
 * capture, which is removed when the inputs have been read.
 */
final class LiveInputs implements AutoCloseable {

    private final List<Path> paths = new ArrayList<>();
    private final TemporaryFolder temporary = new TemporaryFolder();

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
        Path capture;
        try {
            capture = temporary.path().resolve(number + ".lw");
        } catch (IOException e) {
            throw new DataException("cannot make a temporary folder: " + e.getMessage(), e);
        }
        LiveSnapshot.take(Long.parseLong(number.toString()), capture);
        return capture;
    }

    @Override
    public void close() {
        temporary.close();
    }
}
