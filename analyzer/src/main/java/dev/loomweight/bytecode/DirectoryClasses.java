package dev.loomweight.bytecode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A directory of class files in the directories of their packages.
 *
 * @param directory that of the unnamed package
 * @param readable which of its files may be read
 */
record DirectoryClasses(Path directory, Predicate<Path> readable) implements ClassContainer {

    @Override
    public @Nullable ClassBytes find(String path) throws IOException {
        Path file = directory.resolve(path);
        if (!Files.isRegularFile(file) || !readable.test(file)) {
            return null;
        }
        try {
            long bytes = Files.size(file);
            if (bytes > ZipIndex.MOST_CLASS_BYTES) {
                throw new IOException("it is too large: " + bytes + " bytes");
            }
            return new ClassBytes(
                    file.toString(), Files.readAllBytes(file), Archive.of(Archive.Kind.CLASSES, directory.toString()));
        } catch (IOException e) {
            throw new IOException(file + ": " + ErrorText.of(e), e);
        }
    }
}
