package dev.loomweight.capture;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What lies in a folder that other processes change at the same time, such as a capture that is being written, the output
 * of a build, or a folder that two of them tidy up. What goes while it is listed or removed is no failure here; a stream of
 * {@code Files.walk} ends with an {@link java.io.UncheckedIOException} then. Links below a folder are not followed.
 */
public final class FolderTree {

    // Of a folder into which another process still writes; each time it has what was new.
    private static final int MAX_TRIES = 3;

    private FolderTree() {}

    /**
     * All files and folders below a folder at any depth, and that folder itself.
     *
     * @param root a folder, or a file, which then is the only one
     * @return sorted by their paths
     * @throws NoSuchFileException if there is no such folder when this begins
     * @throws IOException if one of them cannot be read for another reason than that it has gone
     */
    public static List<Path> walk(Path root) throws IOException {
        requireThere(root);
        Collector all = new Collector();
        Files.walkFileTree(root, all);
        all.found.sort(null);
        if (all.failure != null) {
            throw all.failure;
        }
        return all.found;
    }

    /**
     * What is in a folder, without what is in folders there.
     *
     * @return sorted by their names
     * @throws NoSuchFileException if there is no such folder when this begins
     * @throws IOException if it cannot be listed, or is none
     */
    public static List<Path> list(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(found::add);
        } catch (DirectoryIteratorException e) {
            IOException cause = Objects.requireNonNull(e.getCause());
            if (!isGone(cause)) {
                throw cause;
            }
        }
        found.sort(null);
        return found;
    }

    /**
     * The first file or folder that is wanted, in no order; what cannot be read is passed over.
     *
     * @param depth how many levels below the folder are looked at, at least 0
     * @return null if there is none
     * @throws IOException if the folder itself cannot be read
     */
    public static @Nullable Path first(Path root, int depth, BiPredicate<Path, BasicFileAttributes> wanted)
            throws IOException {
        requireThere(root);
        First first = new First(wanted);
        Files.walkFileTree(root, Set.of(), depth, first);
        return first.found;
    }

    /**
     * Removes a folder with all that is in it, or a file; of a link, the link. Nothing is done where there is none. What
     * sorts before its siblings goes after them: of a folder's files {@code .lock} is the last.
     *
     * @throws IOException if something cannot be removed; all that can be, is
     */
    public static void remove(Path root) throws IOException {
        for (int tries = 1; ; tries++) {
            IOException failure = removeOnce(root);
            if (failure == null || !Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            if (!(failure instanceof DirectoryNotEmptyException) || tries == MAX_TRIES) {
                throw failure;
            }
        }
    }

    /** What could not be removed first, or null. */
    private static @Nullable IOException removeOnce(Path root) throws IOException {
        Collector all = new Collector();
        Files.walkFileTree(root, all);
        all.found.sort(null);
        IOException failure = all.failure;
        for (Path path : all.found.reversed()) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        return failure;
    }

    private static void requireThere(Path root) throws IOException {
        root.getFileSystem().provider().checkAccess(root);
    }

    /** Also where a file has taken the place of a folder. */
    private static boolean isGone(IOException e) {
        return e instanceof NoSuchFileException || e instanceof NotDirectoryException;
    }

    /** Ends with what is wanted. */
    private static final class First extends SimpleFileVisitor<Path> {
        private final BiPredicate<Path, BasicFileAttributes> wanted;
        private @Nullable Path found;

        private First(BiPredicate<Path, BasicFileAttributes> wanted) {
            this.wanted = wanted;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return visitFile(folder, attributes);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!wanted.test(file, attributes)) {
                return FileVisitResult.CONTINUE;
            }
            found = file;
            return FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }

    /** Takes all that is there, and what could not be read. */
    private static final class Collector extends SimpleFileVisitor<Path> {
        private final List<Path> found = new ArrayList<>();
        private @Nullable IOException failure;

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            found.add(folder);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            found.add(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException e) {
            if (!isGone(e)) {
                // A folder that cannot be listed can be removed where it is empty.
                found.add(path);
                failure = failure == null ? e : failure;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            if (e != null && !isGone(e)) {
                failure = failure == null ? e : failure;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
