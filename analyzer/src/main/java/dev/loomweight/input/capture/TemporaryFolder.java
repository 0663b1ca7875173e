package dev.loomweight.input.capture;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder for what is only needed while inputs are read: created on first use, removed with its content when
 * it is closed, and when the JVM ends before that. What a killed process left is removed by the next one that makes such
 * a folder: the folder's lock, which the system releases, shows whether its process still runs.
 */
public final class TemporaryFolder implements AutoCloseable {

    private static final String PREFIX = "loomweight-inputs-";
    private static final String LOCK = ".lock";

    private @Nullable Path folder;
    private @Nullable FileChannel lock;
    private @Nullable Thread atExit;

    /** A folder that does not exist yet. */
    public TemporaryFolder() {}

    /**
     * The folder.
     *
     * @throws IOException if it cannot be made
     */
    public synchronized Path path() throws IOException {
        Path made = folder;
        if (made == null) {
            made = Files.createTempDirectory(PREFIX);
            folder = made;
            removeLeftBehind(made);
            Path of = made;
            Thread hook = new Thread(() -> remove(of), "loomweight-clean-up");
            try {
                Runtime.getRuntime().addShutdownHook(hook);
                atExit = hook;
            } catch (IllegalStateException e) {
                // The JVM is about to end; closing removes it, or the next process.
                atExit = null;
            }
            lock = locked(made);
        }
        return made;
    }

    /** Locked under another name first: when others find the lock, it is held. */
    private static FileChannel locked(Path folder) throws IOException {
        Path begun = folder.resolve(LOCK + "-begun");
        FileChannel channel = FileChannel.open(begun, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            channel.tryLock();
            Files.move(begun, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void removeLeftBehind(Path own) {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(own.getParent(), PREFIX + "*")) {
            for (Path other : others) {
                if (!other.equals(own)
                        && Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))
                        && isLeftBehind(other)) {
                    remove(other);
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            // Of another user, or gone meanwhile: it is for another process to remove.
        }
    }

    private static boolean isLeftBehind(Path folder) {
        Path lock = folder.resolve(LOCK);
        if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock taken = channel.tryLock()) {
            return taken != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The rest is in the system's temporary folder, which the system empties.
        }
    }

    @Override
    public synchronized void close() {
        Path made = folder;
        if (made == null) {
            return;
        }
        folder = null;
        remove(made);
        try {
            if (lock != null) {
                lock.close();
            }
            if (atExit != null) {
                Runtime.getRuntime().removeShutdownHook(atExit);
            }
        } catch (IOException | IllegalStateException e) {
            // The JVM is about to end, which releases the lock.
        }
    }
}
