package dev.loomweight.output;

import dev.loomweight.capture.OwnerOnly;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes files that users asked for completely or not at all: under another name in the same folder first, then moved
 * over the target in one step. A new file has mode 0600 from its first byte on (a new folder 0700), since what is
 * reported of an application is for its owner; a file that is replaced keeps its mode.
 */
public final class WholeFile {

    private WholeFile() {}

    /** What a file is to hold. */
    @FunctionalInterface
    public interface Content {

        /**
         * Writes it.
         *
         * @param out not to be closed
         * @throws IOException as thrown by {@code out}
         */
        void writeTo(Writer out) throws IOException;
    }

    /**
     * Writes a file, or takes the place of the one that is there.
     *
     * @param text its content, written as UTF-8
     * @throws IOException if it cannot be written; what was there before is still there, and nothing else
     */
    public static void write(Path file, String text) throws IOException {
        write(file, out -> out.write(text));
    }

    /**
     * Writes a file piece by piece, or takes the place of the one that is there. What is not a plain file, such as a pipe
     * or {@code /dev/stdout}, is written to as it is.
     *
     * @param content its content, written as UTF-8
     * @throws IOException if it cannot be written, or as thrown by the content; what was there before is still there, and
     *     nothing else
     */
    public static void write(Path file, Content content) throws IOException {
        writeBytes(file, bytes -> {
            Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8.newEncoder()));
            content.writeTo(out);
            out.flush();
        });
    }

    /**
     * Writes a file of bytes, or takes the place of the one that is there, as {@link #write(Path, Content)} does.
     *
     * @throws IOException if it cannot be written; what was there before is still there, and nothing else
     */
    public static void write(Path file, byte[] content) throws IOException {
        writeBytes(file, out -> out.write(content));
    }

    @FunctionalInterface
    private interface Bytes {
        void writeTo(OutputStream out) throws IOException;
    }

    private static void writeBytes(Path file, Bytes content) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a folder");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            try (OutputStream out = Files.newOutputStream(file)) {
                content.writeTo(out);
            }
            return;
        }
        // A link stays one: what it leads to is replaced.
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(target) && !Files.isWritable(target)) {
            throw new IOException("permission denied");
        }
        requireFolderOf(target, file);
        Path part = temporary(target);
        OutputStream out;
        try {
            out = open(part);
        } catch (FileSystemException e) {
            throw of(target, e);
        }
        try {
            try (out) {
                content.writeTo(out);
            }
            takeMode(target, part);
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
    public static void writeFolder(Path folder, Map<String, String> files) throws IOException {
        Path target = folder.toAbsolutePath();
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !isEmptyFolder(target)) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        requireFolderOf(target, folder);
        Path part = temporary(target);
        try {
            Files.createDirectory(part, OwnerOnly.folder(part));
        } catch (FileSystemException e) {
            throw of(target, e);
        }
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                try (Writer out = create(part.resolve(file.getKey()))) {
                    out.write(file.getValue());
                }
            }
            takeMode(target, part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            deleteFolder(part, files);
        }
    }

    private static void requireFolderOf(Path target, Path named) throws NoSuchFileException {
        Path parent = target.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new NoSuchFileException(named.toString(), null, "there is no folder " + parent);
        }
    }

    /** The same error of the file that was named: that of the part says nothing to its reader. */
    private static FileSystemException of(Path target, FileSystemException e) {
        return e instanceof AccessDeniedException
                ? new AccessDeniedException(target.toString(), null, e.getReason())
                : new FileSystemException(target.toString(), null, e.getReason());
    }

    /** A file that must not be there yet, for its owner alone. */
    private static Writer create(Path file) throws IOException {
        return new BufferedWriter(new OutputStreamWriter(open(file), StandardCharsets.UTF_8.newEncoder()));
    }

    private static OutputStream open(Path file) throws IOException {
        return Channels.newOutputStream(Files.newByteChannel(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.file(file)));
    }

    /** Permissions that a user has changed are kept. */
    private static void takeMode(Path target, Path part) throws IOException {
        if (OwnerOnly.hasModes(part) && Files.exists(target)) {
            Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(target));
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
    static Path temporary(Path target) {
        return target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    }
}
