package dev.loomweight.classfiles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of class files in the directories of their packages.
 *
 * @param directory that of the unnamed package
 * @param readable which of its files may be read
 */
record DirectoryClasses(Path directory, Predicate<Path> readable) implements ClassContainer {

    // A directory of configuration is on class paths too: of one that is large, the first files must do.
    private static final int MAX_FILES = 2_000;
    private static final int DEEPEST = 16;

    @Override
    public boolean holdsOwn() {
        try (Stream<Path> files = Files.walk(directory, DEEPEST)) {
            return files.limit(MAX_FILES).anyMatch(file -> file.toString().endsWith(".class"));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    @Override
    public @Nullable ClassBytes find(String path) throws IOException {
        Path file = directory.resolve(path);
        if (!Files.isRegularFile(file) || !readable.test(file)) {
            return null;
        }
        try {
            long bytes = Files.size(file);
            if (bytes > ZipIndex.MAX_CLASS_BYTES) {
                throw new IOException("it is too large: " + bytes + " bytes");
            }
            return new ClassBytes(
                    file.toString(), Files.readAllBytes(file), Archive.of(Archive.Kind.CLASSES, directory.toString()));
        } catch (IOException e) {
            throw new IOException(file + ": " + ErrorText.of(e), e);
        }
    }
}
