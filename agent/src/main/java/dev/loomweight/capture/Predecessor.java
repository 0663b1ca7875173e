package dev.loomweight.capture;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The capture of the same application before this one. Whoever is killed cannot say by whom; when the application is
 * started again in the same control group, the kernel's counts show it, and are stored with what is left.
 */
public final class Predecessor {

    /** That of a day has some hundred kilobytes. */
    private static final long MOST_MANIFEST_BYTES = 16 << 20;

    private Predecessor() {}

    /**
     * Puts the figures of this process' control group into the capture before, if that never ended and its process is
     * gone. Does nothing where that cannot be done.
     *
     * @param wanted the folder of the first capture, as {@link CaptureSlots#next} takes it
     */
    public static void note(Path wanted) {
        Path first = wanted.toAbsolutePath().normalize();
        List<String> made = CaptureSlots.made(first);
        Path parent = first.getParent();
        if (made.isEmpty() || parent == null) {
            return;
        }
        // The names may be another user's by now: that one's captures are not written to, and links are not followed.
        try (HeldFolder siblings = HeldFolder.open(parent, null);
                HeldFolder before = siblings.folder(made.get(made.size() - 1));
                FileChannel lockFile = before.openToLock(CaptureSlots.LOCK);
                FileLock lock = lockFile.tryLock()) {
            if (lock != null
                    && CaptureFolder.mayWriteTo(before)
                    && Manifest.isRunning(manifest(before))
                    && !before.names().contains(CaptureFolder.CGROUP_AFTER)) {
                String figures =
                        String.join("\n", Cgroup.figures(ProcessHandle.current().pid())) + "\n";
                try (FileChannel out = before.create(CaptureFolder.CGROUP_AFTER)) {
                    Channels.newOutputStream(out).write(figures.getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException | OverlappingFileLockException e) {
            // It is in use, or not to be written to: it stays as it is.
        }
    }

    private static String manifest(HeldFolder capture) throws IOException {
        try (HeldFile file = capture.open(CaptureFolder.MANIFEST, MOST_MANIFEST_BYTES)) {
            return new String(Channels.newInputStream(file.channel()).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
