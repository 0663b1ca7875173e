package dev.loomweight.fuzz;

import com.sun.management.ThreadMXBean;
import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What holds for every input whatever: there is an answer, or one line refuses the input, within memory in proportion to
 * the input. Any other exception is a finding. Time is bounded by those who run the input.
 */
public final class Law {

    /** What may be allocated whatever the input is: classes are loaded, and buffers have a fixed size. */
    private static final long ALLOWED_BYTES = 64L << 20;

    /** What may be allocated for each byte of input. */
    private static final long ALLOWED_BYTES_PER_BYTE = 8192;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static @Nullable Path folder;

    private Law() {}

    /** What is done with an input. */
    @FunctionalInterface
    public interface Reading {
        /** Reads it. */
        void read() throws IOException;
    }

    /** What is done with a file. */
    @FunctionalInterface
    public interface FileReading {
        /** Reads it. */
        void read(Path file) throws IOException;
    }

    /**
     * Reads an input and holds the reading to the law.
     *
     * @param length of the input, in bytes
     * @return the line that refused it, or null if it was read
     * @throws AssertionError if the law is broken
     */
    public static @Nullable String holds(long length, Reading reading) {
        long most = ALLOWED_BYTES + length * ALLOWED_BYTES_PER_BYTE;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        String refusal = read(reading);
        if (THREADS.getCurrentThreadAllocatedBytes() - before > most) {
            // What is needed once, such as classes, is not needed again.
            before = THREADS.getCurrentThreadAllocatedBytes();
            refusal = read(reading);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            if (allocated > most) {
                throw new AssertionError(allocated + " bytes were allocated for " + length + " bytes of input");
            }
        }
        return refusal;
    }

    private static @Nullable String read(Reading reading) {
        try {
            reading.read();
            return null;
        } catch (DataException e) {
            return oneLine(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The same for an input that is read from a file.
     *
     * @param name the file's name
     */
    public static @Nullable String holdsForFile(byte[] input, String name, FileReading reading) {
        try {
            // A file of its own: to write over one that has been mapped takes the longer the more often it was.
            Path own = Files.createTempDirectory(folder(), "");
            Path file = Files.write(own.resolve(name), input);
            try {
                return holds(input.length, () -> reading.read(file));
            } finally {
                Files.delete(file);
                Files.delete(own);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text, if it begins with a line that says something: what a user is shown of it, and that harmless. */
    public static String oneLine(String text) {
        String line = text.lines().findFirst().orElse("");
        if (line.isBlank() || line.equals("null")) {
            throw new AssertionError("a message that says nothing");
        }
        return line;
    }

    private static synchronized Path folder() {
        Path known = folder;
        if (known == null) {
            try {
                known = Files.createTempDirectory("loomweight-fuzz");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Path made = known;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(made)));
            folder = known;
        }
        return known;
    }

    private static void delete(Path made) {
        try (var files = Files.walk(made)) {
            files.sorted((one, other) -> other.compareTo(one))
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
