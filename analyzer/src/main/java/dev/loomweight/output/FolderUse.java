package dev.loomweight.output;

import dev.loomweight.capture.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * That this process writes into a folder: a shared lock of the file {@code .lock} in it, which the system releases when the
 * process ends, however it ends. A process that gets the lock for itself alone knows that all earlier writers have ended.
 *
 * <p>Locks belong to a JVM, and closing a file gives up all that the JVM has of it: so a JVM has one for each folder.
 */
public final class FolderUse implements AutoCloseable {

    private static final String LOCK = ".lock";
    private static final Map<Path, FolderUse> IN_USE = new HashMap<>();

    private final Path folder;
    private final FileChannel channel;
    // Guarded by IN_USE.
    private int users;

    /** What is done while there is no other writer. */
    @FunctionalInterface
    public interface Cleaning {

        /** Does it. */
        void run() throws IOException;
    }

    private FolderUse(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Begins to use a folder.
     *
     * @param folder a folder that is there
     * @param cleaning what to do before, if no other process or thread uses it
     * @throws IOException if nothing can be written there, or as thrown by the cleaning
     */
    public static FolderUse begin(Path folder, Cleaning cleaning) throws IOException {
        Path real = folder.toRealPath();
        synchronized (IN_USE) {
            FolderUse known = IN_USE.get(real);
            if (known == null) {
                known = open(real, cleaning);
                IN_USE.put(real, known);
            }
            known.users++;
            return known;
        }
    }

    private static FolderUse open(Path folder, Cleaning cleaning) throws IOException {
        FileChannel channel = FileChannel.open(
                folder.resolve(LOCK),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                OwnerOnly.file(folder));
        try {
            FileLock alone = tryLock(channel);
            if (alone != null) {
                try (alone) {
                    cleaning.run();
                }
            }
            share(channel);
            return new FolderUse(folder, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Null if another process has it, or if the file system has no locks: then nobody knows who writes. */
    private static @Nullable FileLock tryLock(FileChannel channel) {
        try {
            return channel.tryLock();
        } catch (IOException e) {
            return null;
        }
    }

    // Released when the channel is closed. Waits while another process cleans.
    @SuppressWarnings("CheckReturnValue")
    private static void share(FileChannel channel) {
        try {
            channel.lock(0, Long.MAX_VALUE, true);
        } catch (IOException e) {
            // A file system without locks: there, no process ever gets one for itself alone.
        }
    }

    /** Ends the use. */
    @Override
    public void close() {
        synchronized (IN_USE) {
            users--;
            if (users > 0) {
                return;
            }
            IN_USE.remove(folder);
            try {
                channel.close();
            } catch (IOException e) {
                // The system releases it with the process.
            }
        }
    }
}
