package dev.loomweight.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Stream;

/** Writes files whole or not at all: under another name beside the target first, then moved over it in one step. */
final class WholeFile {

    private WholeFile() {}

    /**
     * Writes a file, or takes the place of the one that is there. What is not a plain file, such as a pipe or {@code
     * /dev/stdout}, is written to as it is.
     *
     * @param text its content, written as UTF-8
     * @throws IOException if it cannot be written; what was there before is still there, and nothing else
     */
    static void write(Path file, String text) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a folder");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.writeString(file, text);
            return;
        }
        // A link stays one: what it leads to is replaced.
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(target) && !Files.isWritable(target)) {
            throw new IOException("permission denied");
        }
        Path part = beside(target);
        try {
            Files.writeString(part, text);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * Makes a folder with files. One that is there is taken only if it is empty.
     *
     * @param files their contents, by name
     * @throws IOException if it cannot be written; then no folder is made
     */
    static void writeFolder(Path folder, Map<String, String> files) throws IOException {
        Path target = folder.toAbsolutePath();
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !isEmptyFolder(target)) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        Path part = beside(target);
        Files.createDirectory(part);
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(part.resolve(file.getKey()), file.getValue());
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            deleteFolder(part, files);
        }
    }

    private static boolean isEmptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private static void deleteFolder(Path folder, Map<String, String> files) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            for (String file : files.keySet()) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.delete(folder);
        }
    }

    /** In the same folder, so that it can be moved in one step; the process in its name, so that two do not meet. */
    private static Path beside(Path target) {
        return target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    }
}
