package dev.loomweight.output;

import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file or folder that is being written, under another name in the same folder until all of it is there. Only its owner
 * can read it. Closed before it is {@linkplain #keep kept}, it is removed.
 */
public final class CopyTarget implements AutoCloseable {

    private final Path target;
    private final Path part;

    private CopyTarget(Path target, Path part) {
        this.target = target;
        this.part = part;
    }

    /**
     * Begins one. A folder is made at once; a file is not.
     *
     * @param target must not exist
     * @throws IOException if the folder cannot be made
     */
    public static CopyTarget of(Path target, boolean folder) throws IOException {
        Path absolute = target.toAbsolutePath();
        Path part = WholeFile.temporary(absolute);
        if (folder) {
            folder(part);
        }
        return new CopyTarget(absolute, part);
    }

    /**
     * Makes an empty file that only its owner can read.
     *
     * @throws IOException if it is there already, or cannot be made
     */
    public static Path file(Path file) throws IOException {
        return Files.createFile(file, OwnerOnly.file(file));
    }

    /**
     * Makes a folder that only its owner can read.
     *
     * @throws IOException if it is there already, or cannot be made
     */
    public static Path folder(Path folder) throws IOException {
        return Files.createDirectory(folder, OwnerOnly.folder(folder));
    }

    /** Where to write. */
    public Path path() {
        return part;
    }

    /**
     * Gives it its name.
     *
     * @throws IOException if something of that name has appeared meanwhile
     */
    public void keep() throws IOException {
        Files.move(part, target);
    }

    @Override
    public void close() throws IOException {
        FolderTree.remove(part);
    }
}
