package dev.loomweight.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A recording as a file of this machine, until it is closed: what is local already is read where it is, all else is copied
 * to a temporary folder, one recording at a time and not more than a limit.
 */
final class LocalCopy implements AutoCloseable {

    /** How often the reading of an object is begun; the clients of object stores try again by themselves, too. */
    static final int ATTEMPTS = 3;

    private static final int BUFFER = 1 << 20;

    private final Path path;
    private final @Nullable Path temporary;

    private LocalCopy(Path path, @Nullable Path temporary) {
        this.path = path;
        this.temporary = temporary;
    }

    /** That a recording cannot be read, whoever tries; the message says why. */
    static final class UnreadableException extends Exception {

        private static final long serialVersionUID = 1L;

        UnreadableException(String message) {
            super(message);
        }
    }

    /**
     * Makes it.
     *
     * @param recording what to read
     * @param hadoop how file systems are reached
     * @param temporary a folder for copies, on a disk of this machine
     * @param mostBytes the most that is copied; more is not read
     * @throws UnreadableException if the recording is not there, may not be read, is too large, or could not be read
     *     {@value #ATTEMPTS} times
     * @throws IOException if the temporary folder cannot be written
     */
    static LocalCopy of(Recording recording, Configuration hadoop, Path temporary, long mostBytes)
            throws IOException, UnreadableException {
        org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(recording.uri());
        if ("file".equals(source.toUri().getScheme())) {
            return new LocalCopy(Path.of(source.toUri().getPath()), null);
        }
        if (recording.bytes() > mostBytes) {
            throw new UnreadableException(tooLarge(mostBytes));
        }
        Path folder = Files.createTempDirectory(temporary, "loomweight-");
        LocalCopy copy = new LocalCopy(folder.resolve(source.getName()), folder);
        try {
            copy.fill(recording, hadoop, mostBytes);
            return copy;
        } catch (IOException | UnreadableException | RuntimeException e) {
            copy.close();
            throw e;
        }
    }

    private void fill(Recording recording, Configuration hadoop, long mostBytes)
            throws IOException, UnreadableException {
        byte[] buffer = new byte[BUFFER];
        long rest = mostBytes;
        for (Recording.Part part : recording.parts()) {
            Path to = recording.isCapture() ? path.resolve(part.path()).normalize() : path;
            if (!to.startsWith(path)) {
                throw new UnreadableException("it has a file outside of its folder");
            }
            Files.createDirectories(to.getParent());
            rest -= copy(new org.apache.hadoop.fs.Path(part.uri()), hadoop, to, rest, mostBytes, buffer);
        }
    }

    private static long copy(
            org.apache.hadoop.fs.Path from, Configuration hadoop, Path to, long rest, long mostBytes, byte[] buffer)
            throws IOException, UnreadableException {
        IOException last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (OutputStream out = Files.newOutputStream(to)) {
                FileSystem files = from.getFileSystem(hadoop);
                try (InputStream in = files.open(from, BUFFER)) {
                    return copy(in, out, rest, mostBytes, buffer);
                } catch (WriteException e) {
                    throw e;
                } catch (FileNotFoundException e) {
                    throw new UnreadableException("it was removed after it was listed");
                } catch (java.nio.file.AccessDeniedException | org.apache.hadoop.security.AccessControlException e) {
                    throw new UnreadableException("it may not be read");
                } catch (IOException e) {
                    last = e;
                }
            }
        }
        throw new UnreadableException("it could not be read in " + ATTEMPTS + " attempts: "
                + (last == null ? "" : last.getClass().getSimpleName()));
    }

    private static long copy(InputStream in, OutputStream out, long rest, long mostBytes, byte[] buffer)
            throws IOException, UnreadableException {
        long copied = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            copied += n;
            if (copied > rest) {
                throw new UnreadableException(tooLarge(mostBytes));
            }
            try {
                out.write(buffer, 0, n);
            } catch (IOException e) {
                throw new WriteException(e);
            }
        }
        return copied;
    }

    /** That this machine's disk is at fault, and not the recording: another executor may have more room. */
    private static final class WriteException extends IOException {

        private static final long serialVersionUID = 1L;

        WriteException(IOException cause) {
            super("cannot write a copy: " + cause.getMessage(), cause);
        }
    }

    private static String tooLarge(long mostBytes) {
        return "it has more than " + mostBytes + " bytes; --most-local allows more";
    }

    /** The file, or the folder of a capture. */
    Path path() {
        return path;
    }

    /** Removes the copy. */
    @Override
    public void close() {
        if (temporary == null) {
            return;
        }
        try (Stream<Path> all = Files.walk(temporary)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            // Spark removes the folder around it when the executor ends.
        }
    }
}
