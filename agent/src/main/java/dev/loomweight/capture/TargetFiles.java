package dev.loomweight.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a target writes files for this program and reads what it is given: in the capture itself, or, where the target
 * runs in a container or as another user and so cannot write there, in a folder in its own {@code /tmp}, from which they
 * are fetched.
 */
final class TargetFiles implements Closeable {

    private final CaptureFolder capture;
    private final Path here;
    private final String there;
    private final @Nullable HeldFolder held;

    private TargetFiles(CaptureFolder capture, Path here, String there, @Nullable HeldFolder held) {
        this.capture = capture;
        this.here = here;
        this.there = there;
        this.held = held;
    }

    /**
     * Finds the place, and makes it where it must be made.
     *
     * @throws DataException if the target's {@code /tmp} cannot be written to
     */
    static TargetFiles of(long pid, CaptureFolder capture) {
        ProcFiles proc = new ProcFiles(pid);
        Path process = Path.of("/proc/" + pid);
        boolean sameUser = Objects.equals(ProcessOwner.owner(process), ProcessOwner.owner(Path.of("/proc/self")));
        if (sameUser && proc.seesOurFiles()) {
            Path folder = capture.path().toAbsolutePath();
            return new TargetFiles(capture, folder, folder.toString(), null);
        }
        Path temporary = proc.file("/tmp");
        try {
            Path here = Files.createTempDirectory(
                    temporary,
                    "loomweight",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            if (!sameUser) {
                Files.getFileAttributeView(here, PosixFileAttributeView.class).setOwner(Files.getOwner(process));
            }
            return new TargetFiles(capture, here, "/tmp/" + here.getFileName(), HeldFolder.open(here));
        } catch (IOException e) {
            throw new DataException(
                    "cannot write to the /tmp of process " + pid + ": " + CaptureFolder.reason(e)
                            + "; the target needs a folder there that it can write to",
                    e);
        }
    }

    /** How the target calls a file. */
    String there(String name) {
        return there + "/" + name;
    }

    /** Puts a file of the capture where the target can read it. */
    void offer(Path file) {
        Path copy = here.resolve(String.valueOf(file.getFileName()));
        if (!Files.exists(copy)) {
            try {
                Files.copy(file, copy);
                Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
            } catch (IOException | UnsupportedOperationException e) {
                throw new DataException("cannot write " + copy + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * Brings what the target wrote into the capture, whether the target runs still or not.
     *
     * @throws DataException if it cannot be copied; it stays where it is then
     */
    void fetch() {
        if (held == null) {
            return;
        }
        try {
            held.copyTo(capture.path());
        } catch (IOException e) {
            throw CaptureFolder.cannotWrite(capture.path(), e);
        }
        remove();
    }

    private void remove() {
        try (var files = Files.newDirectoryStream(here)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(here);
        } catch (IOException e) {
            // The container is gone, and the folder with it.
        }
    }

    @Override
    public void close() {
        if (held != null) {
            held.close();
        }
    }
}
