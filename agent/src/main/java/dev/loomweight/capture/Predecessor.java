package dev.loomweight.capture;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The capture of the same application before this one. Whoever is killed cannot say by whom; when the application is
 * started again in the same control group, the kernel's counts show it, and are stored with what is left.
 */
public final class Predecessor {

    /** That of a day has some hundred kilobytes. */
    private static final long MAX_MANIFEST_BYTES = 16 << 20;

    private static final Pattern PID = Pattern.compile("\"pid\": (\\d{1,10})\\b");
    private static final Pattern STARTED = Pattern.compile("\"started\": \"([-\\dT:.]{10,40}Z)\"");

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
                write(before, CaptureFolder.CGROUP_AFTER, figures);
                List<String> crash = crash(manifest(before));
                if (!crash.isEmpty()) {
                    write(before, CaptureFolder.CRASH, String.join("\n", crash) + "\n");
                }
            }
        } catch (IOException | OverlappingFileLockException e) {
            // It is in use, or not to be written to: it stays as it is.
        }
    }

    private static void write(HeldFolder folder, String name, String text) throws IOException {
        try (FileChannel out = folder.create(name)) {
            Channels.newOutputStream(out).write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Of a JVM that crashed in this one's working directory. */
    private static List<String> crash(String manifest) {
        Matcher pid = PID.matcher(manifest);
        Matcher started = STARTED.matcher(manifest);
        return pid.find() && started.find()
                ? CrashLogs.lines(
                        Path.of("").toAbsolutePath(),
                        ManagementFactory.getRuntimeMXBean().getInputArguments(),
                        Long.parseLong(pid.group(1)),
                        Instant.parse(started.group(1)))
                : List.of();
    }

    private static String manifest(HeldFolder capture) throws IOException {
        try (HeldFile file = capture.open(CaptureFolder.MANIFEST, MAX_MANIFEST_BYTES)) {
            return new String(Channels.newInputStream(file.channel()).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
