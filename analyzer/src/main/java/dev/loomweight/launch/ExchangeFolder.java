package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.OrderlyEnd;
import dev.loomweight.capture.ProcessUser;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Files through which this program and a target exchange what is larger than a command or an answer, where the target
 * runs as another user or in a container and so cannot write a capture.
 *
 * <p>The target is not trusted. The files lie in a folder in its {@code /tmp} that belongs to this program's user, in
 * which the target can change no name. Each file is made by this program, given to the target's user, and read through
 * the channel with which it was made: what its name comes to mean is never asked. Nothing is deleted but those names and
 * the folder, once it is empty.
 */
public final class ExchangeFolder implements Closeable {

    private static final String TEMPORARY = "/tmp";
    private static final int BLOCK_BYTES = 1 << 20;

    private final HeldFolder temporary;
    private final String name;
    private final HeldFolder folder;
    private final @Nullable UserPrincipal user;
    private final Map<String, FileChannel> files = new LinkedHashMap<>();
    private final OrderlyEnd.Entry atEnd;
    private boolean kept;
    private boolean closed;

    private ExchangeFolder(HeldFolder temporary, String name, HeldFolder folder, @Nullable UserPrincipal user) {
        this.temporary = temporary;
        this.name = name;
        this.folder = folder;
        this.user = user;
        this.atEnd = OrderlyEnd.removing(() -> {}, this::close);
    }

    /**
     * Makes the folder.
     *
     * @param pid the target
     * @throws DataException if the target's {@code /tmp} cannot be written to
     */
    public static ExchangeFolder create(long pid) {
        UserPrincipal theirs = ProcessUser.of(pid);
        UserPrincipal ours = ProcessUser.own();
        HeldFolder temporary = null;
        try {
            temporary = new ProcFiles(pid).open(TEMPORARY, null);
            String name = "loomweight-" + UUID.randomUUID();
            HeldFolder folder = temporary.makeFolder(name);
            ExchangeFolder made = new ExchangeFolder(
                    temporary, name, folder, theirs == null || Objects.equals(theirs, ours) ? null : theirs);
            if (made.user != null) {
                folder.letPass();
            }
            return made;
        } catch (IOException e) {
            if (temporary != null) {
                temporary.close();
            }
            throw new DataException(
                    "cannot write to the /tmp of process " + pid + ": " + CaptureFolder.reason(e)
                            + "; the target needs a folder there that it can write to",
                    e);
        }
    }

    /**
     * Makes an empty file for the target to write.
     *
     * @return what the target calls it
     * @throws DataException if it cannot be made
     */
    public String expect(String file) {
        return make(file, new byte[0]);
    }

    /**
     * Makes a file for the target to read.
     *
     * @return what the target calls it
     * @throws DataException if it cannot be written
     */
    public String offer(String file, byte[] content) {
        return make(file, content);
    }

    private synchronized String make(String file, byte[] content) {
        String there = TEMPORARY + "/" + name + "/" + file;
        try {
            FileChannel channel = folder.create(file);
            files.put(file, channel);
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            if (user != null) {
                folder.give(file, user);
            }
            return there;
        } catch (IOException e) {
            throw new DataException("cannot write " + there + " for the target: " + CaptureFolder.reason(e), e);
        }
    }

    /**
     * Copies what the target has written into a file, whether the target still runs or not.
     *
     * @param file its name, as in {@link #expect}
     * @param to the file to make; replaced if it exists
     * @param mostBytes how much it may be, in bytes
     * @return whether it has written anything
     * @throws IOException if it has written more, or it cannot be copied; then it stays where it is
     */
    public synchronized boolean fetch(String file, Path to, long mostBytes) throws IOException {
        FileChannel from = files.get(file);
        long size = from == null ? 0 : from.size();
        if (from == null || size == 0) {
            return false;
        }
        if (size > mostBytes) {
            throw new IOException("the target wrote " + size + " bytes where at most " + mostBytes + " are expected");
        }
        try (OutputStream out = write(to)) {
            copy(from, size, out);
        } catch (IOException e) {
            kept = true;
            throw new IOException(
                    CaptureFolder.reason(e) + "; it stays in the target's " + TEMPORARY + "/" + name + "/" + file, e);
        }
        return true;
    }

    /** Opens a file of the capture for writing, and never what a link of its name leads to. */
    public static OutputStream write(Path to) throws IOException {
        return Files.newOutputStream(
                to,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    /** Copies so many bytes of a file from its beginning, fewer where it has been cut since. */
    public static void copy(FileChannel from, long bytes, OutputStream out) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BLOCK_BYTES);
        long at = 0;
        while (at < bytes) {
            buffer.clear().limit((int) Math.min(BLOCK_BYTES, bytes - at));
            int read = from.read(buffer, at);
            if (read < 0) {
                return;
            }
            out.write(buffer.array(), 0, read);
            at += read;
        }
    }

    /** Removes the files and the folder, but for a file that could not be copied. */
    @Override
    public synchronized void close() {
        atEnd.close();
        if (closed) {
            return;
        }
        closed = true;
        files.forEach((file, channel) -> {
            try (channel) {
                if (!kept) {
                    folder.deleteFile(file);
                }
            } catch (IOException e) {
                // The container is gone, and the folder with it.
            }
        });
        folder.close();
        try (temporary) {
            temporary.deleteFolder(name);
        } catch (IOException e) {
            // Gone, or not empty: then what is in it is not from here.
        }
    }
}
