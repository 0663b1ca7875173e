package dev.loomweight.source.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder for what is only needed while inputs are read: made when it is first asked for, removed with its content. */
public final class TemporaryFolder implements AutoCloseable {

    private @Nullable Path folder;

    /** A folder that does not exist yet. */
    public TemporaryFolder() {}

    /**
     * The folder.
     *
     * @throws IOException if it cannot be made
     */
    public Path path() throws IOException {
        Path made = folder;
        if (made == null) {
            made = Files.createTempDirectory("loomweight");
            folder = made;
        }
        return made;
    }

    @Override
    public void close() {
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // What is left lies in the system's folder for temporary files, which the system empties.
        }
    }
}
