package dev.loomweight.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A file that is open for reading, and whose kind the kernel has confirmed after it was opened: what its name means by
 * now does not matter.
 *
 * @param channel the file
 * @param path a path of the file that stays right, whatever becomes of its name, until this is closed
 */
public record HeldFile(FileChannel channel, Path path) implements Closeable {

    private static final Path DESCRIPTORS = Proc.self().resolve("fd");
    private static final Path POSITIONS = Proc.self().resolve("fdinfo");

    /** Opening a regular file takes no time; a FIFO without a writer would block forever. */
    private static final long OPEN_SECONDS = 5;

    /** Positions that no other open file of this process has by chance; files of every kind of disk may have them. */
    private static final long FIRST_MARK = 1L << 30;

    private static final long LAST_MARK = Integer.MAX_VALUE;

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * Opens a file on a thread of its own, which is abandoned where the kernel does not return: there is no way in
     * Java to open a file without blocking, and what is opened can have become a FIFO since it was looked at.
     *
     * @throws IOException if it cannot be opened, or takes longer than a regular file does
     */
    static FileChannel withoutBlocking(Callable<FileChannel> opening) throws IOException {
        CompletableFuture<FileChannel> opened = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("loomweight-open").start(() -> {
            try {
                FileChannel channel = opening.call();
                if (!opened.complete(channel)) {
                    channel.close();
                }
            } catch (Exception e) {
                opened.completeExceptionally(e);
            }
        });
        try {
            return opened.get(OPEN_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            if (!opened.completeExceptionally(e)) {
                return join(opened);
            }
            throw new IOException("it could not be opened within " + OPEN_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } catch (InterruptedException e) {
            opened.completeExceptionally(e);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a file was opened");
        }
    }

    private static FileChannel join(CompletableFuture<FileChannel> opened) throws IOException {
        try {
            return opened.join();
        } catch (CompletionException e) {
            throw failure(e.getCause());
        }
    }

    private static IOException failure(@Nullable Throwable cause) {
        return cause instanceof IOException failure ? failure : new IOException(String.valueOf(cause), cause);
    }

    /**
     * What the kernel says of an open file. Java has no fstat for a channel, so the channel is found among this
     * process's descriptors by a position that it alone has; a descriptor's link in {@code /proc} leads to the file that
     * is open, not to what has its name.
     *
     * @return the descriptor's link and the attributes, or null on a system without {@code /proc/self/fdinfo}
     * @throws IOException if the file has no position, as a FIFO, or its descriptor is not found
     */
    static @Nullable Descriptor descriptor(FileChannel channel) throws IOException {
        if (!Files.isDirectory(POSITIONS)) {
            return null;
        }
        long mark = ThreadLocalRandom.current().nextLong(FIRST_MARK, LAST_MARK);
        channel.position(mark);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(POSITIONS)) {
            Path found = null;
            for (Path info : all) {
                if (position(info) == mark) {
                    if (found != null) {
                        throw new IOException("two open files have the same position");
                    }
                    found = DESCRIPTORS.resolve(info.getFileName());
                }
            }
            if (found == null) {
                throw new IOException("it is not a regular file");
            }
            return new Descriptor(found, Files.readAttributes(found, PosixFileAttributes.class));
        } finally {
            channel.position(0);
        }
    }

    /**
     * An open file of this process.
     *
     * @param path its link in {@code /proc/self/fd}, which can be opened again
     * @param attributes of the file that is open
     */
    record Descriptor(Path path, PosixFileAttributes attributes) {}

    private static long position(Path info) {
        try {
            String line = Files.readString(info).lines().findFirst().orElse("");
            return line.startsWith("pos:") ? Long.parseLong(line.substring(4).strip()) : -1;
        } catch (IOException | NumberFormatException e) {
            // Closed since the folder was listed.
            return -1;
        }
    }
}
