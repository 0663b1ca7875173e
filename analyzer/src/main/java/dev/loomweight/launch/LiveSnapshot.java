package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.Manifest;
import dev.loomweight.capture.Snapshots;
import dev.loomweight.capture.Unanswered;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * One snapshot of a JVM that runs already, without what makes it pause or write files: no histogram, no thread dump, NMT
 * as it is tracked.
 */
public final class LiveSnapshot {

    private static final Set<Part> PARTS =
            EnumSet.complementOf(EnumSet.of(Part.HISTOGRAM, Part.THREADS, Part.THREADS_JSON));

    private LiveSnapshot() {}

    /**
     * Takes it.
     *
     * @param pid the JVM's process; it must belong to the caller
     * @param path the capture to make; must not exist or be empty
     * @throws DataException if there is no such process, it belongs to another user or is no JVM, or if the capture
     *     cannot be written
     */
    public static void take(long pid, Path path) {
        try (Attached jvm = Attached.attach(pid)) {
            CaptureFolder folder = CaptureFolder.create(path);
            Manifest manifest = new Manifest(folder, Instant.now());
            Map<String, Object> keys = new LinkedHashMap<>();
            keys.put("target", "process " + pid);
            keys.put("pid", pid);
            keys.putAll(JvmFacts.ask(jvm));
            manifest.putAll(keys);
            Path snapshot = folder.createSnapshot(0, 0, "now");
            Snapshots snapshots = new Snapshots(jvm, "detail".equals(keys.get("nmt")));
            Map<Part, String> missing = snapshots.take(snapshot, PARTS);
            manifest.addSnapshot(0, "now", manifest.started(), String.valueOf(snapshot.getFileName()), missing);
            Unanswered unanswered = snapshots.unanswered();
            manifest.end(unanswered == null ? SampleRun.COMPLETE : "stopped: " + unanswered.getMessage());
        }
    }
}
