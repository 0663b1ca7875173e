package dev.loomweight.command;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.OwnerOnly;
import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.FleetSums;
import dev.loomweight.fleet.GroupSums;
import dev.loomweight.input.capture.FleetInputs;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.output.FolderUse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sums of recordings, kept from one run to the next: each in a file that is named for the path, size and last change of its
 * recording, the options, and the version that wrote it. A file is there completely or not at all, so that a run that was
 * killed goes on where it was; what such a run left of a file that was not complete is removed by the next. A file that
 * cannot be read is made again. A recording that cannot be read is tried again each time: permissions and disks change
 * without a change of the file.
 *
 * <p>The files have another ending than folds, since they are none: whoever names their folder with recordings in it would
 * count these twice.
 */
final class FleetCache implements AutoCloseable {

    /** The ending of the names of its files. */
    static final String ENDING = ".lws";

    private static final String PART = ".part";

    /** A larger file is not read: the sums of a recording have some kilobytes for each of its sites. */
    private static final long MAX_BYTES = 64L << 20;

    private final Path folder;
    private final String options;
    // No two runs have the same, on whatever machine they are.
    private final String run = PART + UUID.randomUUID() + "-";
    private final AtomicLong parts = new AtomicLong();
    private final @Nullable FolderUse use;
    // Why nothing more is kept; the run goes on without.
    private final AtomicReference<String> failure = new AtomicReference<>("");

    /**
     * Opens a folder, which is made if it is not there.
     *
     * @param options all on which sums depend, besides their recordings
     * @throws DataException if it cannot be made
     */
    FleetCache(Path folder, String options) {
        this.folder = folder;
        this.options = options;
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder, OwnerOnly.folder(folder));
            }
        } catch (IOException e) {
            throw new DataException("cannot create the folder " + folder + ": " + CaptureFolder.reason(e), e);
        }
        FolderUse begun = null;
        try {
            begun = FolderUse.begin(folder, this::removeParts);
        } catch (IOException e) {
            fail(e);
        }
        this.use = begun;
    }

    /** Runs while no other writer is there: who wrote these has ended. */
    private void removeParts() throws IOException {
        for (Path file : FolderTree.list(folder)) {
            if (file.getFileName().toString().startsWith(PART) && Files.isRegularFile(file)) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** The sums of a recording without what is read elsewhere, or null if they are not there. */
    @Nullable
    FleetSums get(FleetInputs.Unit unit, Set<Chunk> others) {
        Path file = file(unit, others);
        try {
            return isOurs(file) && Files.size(file) <= MAX_BYTES
                    ? FleetBytes.read(Files.readAllBytes(file), file.toString())
                    : null;
        } catch (IOException | DataException e) {
            return null;
        }
    }

    /** Whether it is a file in a folder of ours: links lead to what others wrote, or are to keep. */
    private static boolean isOurs(Path file) {
        Path parent = file.getParent();
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && parent != null
                && Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS);
    }

    /** Keeps the sums of a recording. A disk that is full ends keeping, and not the run. */
    void put(FleetInputs.Unit unit, Set<Chunk> others, FleetSums sums) {
        if (!failure.get().isEmpty()
                || sums.groups().values().stream().anyMatch(group -> group.get(GroupSums.Counter.UNREADABLE) > 0)) {
            return;
        }
        Path file = file(unit, others);
        try {
            Path parent = file.getParent();
            if (parent != null && Files.isSymbolicLink(parent)) {
                throw new IOException(parent.getFileName() + " in it is a link; remove it");
            }
            if (parent != null && !Files.isDirectory(parent)) {
                Files.createDirectories(parent, OwnerOnly.folder(parent));
            }
            byte[] bytes = FleetBytes.write(sums);
            Path part = Files.createFile(folder.resolve(run + parts.incrementAndGet()), OwnerOnly.file(folder));
            try {
                Files.write(part, bytes);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                Files.deleteIfExists(part);
                throw e;
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private void fail(IOException e) {
        failure.set("sums are no longer kept in " + folder + ": " + CaptureFolder.reason(e));
    }

    /** Why not all sums were kept; empty if they were. */
    String failure() {
        return failure.get();
    }

    /** Nothing more is put. */
    @Override
    public void close() {
        if (use != null) {
            use.close();
        }
    }

    private Path file(FleetInputs.Unit unit, Set<Chunk> others) {
        String key = String.join(
                "\n",
                FleetBytes.version(),
                options,
                unit.path().toAbsolutePath().normalize().toString(),
                unit.name(),
                Long.toString(unit.bytes()),
                Long.toString(unit.changed()),
                new TreeSet<>(others).toString());
        String hash;
        try {
            hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            // Every JDK has it.
            throw new IllegalStateException(e);
        }
        return folder.resolve(hash.substring(0, 2)).resolve(hash.substring(2) + ENDING);
    }
}
