package dev.loomweight.input.capture;

import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.OrderlyEnd;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A folder for what is only needed while inputs are read: created on first use, removed with its content when
 * it is closed, and when the JVM ends before that. What a killed process left is removed by the next one that makes such
 * a folder: the folder's lock, which the system releases, shows whether its process still runs.
 */
public final class TemporaryFolder implements AutoCloseable {

    private static final String PREFIX = "loomweight-inputs-";
    private static final String LOCK = ".lock";
    private static final Duration LONGEST_BEGINNING = Duration.ofHours(1);
    private static final ReentrantLock TIDYING = new ReentrantLock();
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    /** Held by whoever makes something in it or removes it; from the end of the program on, by what removes it then, for good. */
    private final ReentrantLock changing = new ReentrantLock();

    private @Nullable Path folder;
    private @Nullable FileChannel lock;
    private OrderlyEnd.@Nullable Entry atEnd;

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
            List<Path> one = new ArrayList<>();
            atEnd = OrderlyEnd.removing(
                    () -> one.add(Files.createTempDirectory(PREFIX)), () -> removeAtEnd(one.getFirst()));
            made = one.getFirst();
            OWN.add(made);
            folder = made;
            removeLeftBehind(made);
            lock = locked(made);
        }
        return made;
    }

    /** What makes something. */
    public interface Making {

        /** Makes it. */
        void make() throws IOException;
    }

    /**
     * Makes something in the folder. Once it is removed at the end of the program this never returns: what is removed then is
     * not made again, and no message says that it is gone.
     *
     * @throws IOException if it cannot be made
     */
    public void make(Making making) throws IOException {
        changing.lock();
        try {
            making.make();
        } finally {
            changing.unlock();
        }
    }

    /** The same of what is made at a path, and known afterwards. */
    public <T> T make(Function<Path, T> making, Path at) {
        changing.lock();
        try {
            return making.apply(at);
        } finally {
            changing.unlock();
        }
    }

    @SuppressWarnings("LockNotBeforeTry") // It is never given back.
    private void removeAtEnd(Path made) {
        changing.lock();
        Path gone = made.resolveSibling(
                PREFIX + "ended-" + String.valueOf(made.getFileName()).substring(PREFIX.length()));
        try {
            // What others still write there, the target of a capture too, they do not find any more.
            Files.move(made, gone, StandardCopyOption.ATOMIC_MOVE);
            remove(gone);
        } catch (IOException e) {
            remove(made);
        }
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

    /** One thread of this process at a time; others need not wait for it. */
    private static void removeLeftBehind(Path own) {
        if (!TIDYING.tryLock()) {
            return;
        }
        try {
            for (Path other : FolderTree.list(Objects.requireNonNull(own.getParent()))) {
                String name = String.valueOf(other.getFileName());
                // A lock that this process has would be given up by closing another channel of its file.
                if (name.startsWith(PREFIX) && !OWN.contains(other)) {
                    removeIfLeftBehind(other, Files.getOwner(own));
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            // It is for another process to remove.
        } finally {
            TIDYING.unlock();
        }
    }

    private static void removeIfLeftBehind(Path folder, UserPrincipal user) {
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                return;
            }
            Path lock = folder.resolve(LOCK);
            if (Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
                removeUnlessLocked(folder, lock);
            } else if (Files.getLastModifiedTime(folder)
                    .toInstant()
                    .isBefore(Instant.now().minus(LONGEST_BEGINNING))) {
                // Killed before it had its lock, or when it had removed all else. Not deleted if something is in it.
                Files.deleteIfExists(folder);
            }
        } catch (IOException | OverlappingFileLockException e) {
            // Of another user, in use, or gone meanwhile.
        }
    }

    /** The lock is kept meanwhile: no other process removes the same. */
    private static void removeUnlessLocked(Path folder, Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock taken = channel.tryLock()) {
            if (taken != null) {
                FolderTree.remove(folder);
            }
        }
    }

    private static void remove(Path folder) {
        try {
            FolderTree.remove(folder);
        } catch (IOException e) {
            // The rest is in the system's temporary folder, which the system empties.
        }
    }

    /** Removes it. Does not return once the end of the program has: no message says what went wrong for lack of it. */
    @Override
    public synchronized void close() {
        Path made = folder;
        if (made == null) {
            return;
        }
        folder = null;
        changing.lock();
        try {
            remove(made);
        } finally {
            changing.unlock();
        }
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException e) {
            // The JVM is about to end, which releases the lock.
        }
        if (atEnd != null) {
            atEnd.close();
        }
        OWN.remove(made);
    }
}
