package dev.loomweight.command;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.OwnerOnly;
import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.FleetSums;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Folds of recordings, kept from one run to the next: each in a file that is named for the path, size and last change of
 * its recording, the options, and the version of folds. A fold is there completely or not at all, so that a run that was
 * killed goes on where it was. A fold that cannot be read is made again.
 */
final class FleetCache {

    private final Path folder;
    private final String options;
    // Why nothing more is kept; the run goes on without.
    private final AtomicReference<String> failure = new AtomicReference<>("");

    /**
     * Opens a folder, which is made if it is not there.
     *
     * @param options all on which folds depend, besides their recordings
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
    }

    /** The fold of a recording, or null if it is not there. */
    @Nullable
    FleetSums get(FleetInputs.Unit unit) {
        Path file = file(unit);
        try {
            return Files.isRegularFile(file) ? FleetBytes.read(Files.readAllBytes(file), file.toString()) : null;
        } catch (IOException | DataException e) {
            return null;
        }
    }

    /** Keeps the fold of a recording. A disk that is full ends keeping, and not the run. */
    void put(FleetInputs.Unit unit, FleetSums sums) {
        if (!failure.get().isEmpty()) {
            return;
        }
        Path file = file(unit);
        try {
            Path parent = file.getParent();
            if (parent != null && !Files.isDirectory(parent)) {
                Files.createDirectories(parent, OwnerOnly.folder(parent));
            }
            Path part = Files.createTempFile(folder, ".part", ".lwf", OwnerOnly.file(folder));
            try {
                Files.write(part, FleetBytes.write(sums));
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            failure.set("folds are no longer kept in " + folder + ": " + CaptureFolder.reason(e));
        }
    }

    /** Why not all folds were kept; empty if they were. */
    String failure() {
        return failure.get();
    }

    private Path file(FleetInputs.Unit unit) {
        String key = String.join(
                "\n",
                Integer.toString(FleetBytes.VERSION),
                options,
                unit.path().toAbsolutePath().normalize().toString(),
                unit.name(),
                Long.toString(unit.bytes()),
                Long.toString(unit.changed()));
        String hash;
        try {
            hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            // Every JDK has it.
            throw new IllegalStateException(e);
        }
        return folder.resolve(hash.substring(0, 2)).resolve(hash.substring(2) + ".lwf");
    }
}
