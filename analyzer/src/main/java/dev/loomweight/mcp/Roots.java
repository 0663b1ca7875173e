package dev.loomweight.mcp;

import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The folders that a client may name files in. Links are followed before a path is judged, so that none leads out; the
 * path that is used afterwards has none.
 */
final class Roots implements Predicate<Path> {

    /** A folder with more files is not looked through for links, and therefore refused. */
    private static final int MAX_FILES = 200_000;

    private final List<Path> roots;

    /**
     * Folders.
     *
     * @param folders at least one; each must exist
     * @throws DataException if one of them is no folder
     */
    Roots(List<Path> folders) {
        List<Path> real = new ArrayList<>();
        for (Path folder : folders) {
            try {
                real.add(folder.toRealPath());
            } catch (IOException e) {
                throw new DataException("--root " + folder + ": there is no such folder", e);
            }
            if (!Files.isDirectory(real.getLast())) {
                throw new DataException("--root " + folder + " is not a folder");
            }
        }
        this.roots = List.copyOf(real);
    }

    /** The first: what relative paths begin at. */
    Path first() {
        return roots.getFirst();
    }

    /** Their names, for people. */
    String shown() {
        return roots.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /**
     * A file or folder that a client names, without links.
     *
     * @param word absolute, or relative to the first root
     * @throws DataException if it does not exist, or is outside, or is a folder with a link that leads outside
     */
    Path existing(String word) {
        Path named = named(word);
        Path real = real(named);
        if (real == null) {
            throw new DataException("no such file or folder: " + word);
        }
        if (!isBelow(real)) {
            throw outside(word);
        }
        Path link = Files.isDirectory(real) ? linkOut(real) : null;
        if (link != null) {
            throw new DataException(
                    word + " holds a link that leads out of the roots, and was not read: " + real.relativize(link));
        }
        return real;
    }

    /**
     * A path for something new.
     *
     * @param word absolute, or relative to the first root; its folder must exist
     * @throws DataException if it is outside, or something is there already
     */
    Path created(String word) {
        Path named = named(word);
        Path parent = named.getParent();
        Path real = parent == null ? null : real(parent);
        Path name = named.getFileName();
        if (real == null || name == null) {
            throw new DataException("the folder of " + word + " does not exist; create it first");
        }
        if (!isBelow(real)) {
            throw outside(word);
        }
        Path created = real.resolve(name);
        if (Files.exists(created) || Files.isSymbolicLink(created)) {
            throw new DataException(word + " exists already, and nothing is overwritten; choose another name");
        }
        return created;
    }

    /** Whether a path that something else than the client names, such as the manifest of a jar, may be read. */
    @Override
    public boolean test(Path path) {
        Path real = real(path.toAbsolutePath());
        return real != null && isBelow(real);
    }

    private Path named(String word) {
        if (word.isBlank() || word.indexOf('\0') >= 0) {
            throw new DataException("a path is empty or has a NUL character");
        }
        try {
            // Lexically first: whether something exists outside is nothing to tell.
            Path named = first().resolve(word).normalize();
            if (roots.stream().noneMatch(named::startsWith)) {
                throw outside(word);
            }
            return named;
        } catch (InvalidPathException e) {
            throw new DataException("'" + word + "' is not a path: " + e.getReason(), e);
        }
    }

    private DataException outside(String word) {
        return new DataException(word + " is outside of the folders that this server may read (" + shown()
                + "); start it with --root DIR for another");
    }

    private boolean isBelow(Path real) {
        return roots.stream().anyMatch(real::startsWith);
    }

    private static @Nullable Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return null;
        }
    }

    /** The first link below a folder that leads out of the roots, or null. */
    private @Nullable Path linkOut(Path folder) {
        Finder finder = new Finder();
        try {
            Files.walkFileTree(folder, finder);
        } catch (IOException e) {
            throw new DataException("cannot look through " + folder + ": " + e.getMessage(), e);
        }
        if (finder.files > MAX_FILES) {
            throw new DataException(folder + " has more than " + MAX_FILES + " files; name a folder in it");
        }
        return finder.found;
    }

    private final class Finder extends SimpleFileVisitor<Path> {
        private int files;
        private @Nullable Path found;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isSymbolicLink()) {
                Path real = real(file);
                // One that leads nowhere leads nowhere else.
                found = real == null || isBelow(real) ? found : file;
            }
            files++;
            return found != null || files > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            // What cannot be read is not read: its reader says so.
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
