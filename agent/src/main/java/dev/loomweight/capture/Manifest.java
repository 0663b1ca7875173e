package dev.loomweight.capture;

import dev.loomweight.capture.CaptureFolder.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code capture.json} while it is being written: saved after every change, so that whatever ends the capture leaves a
 * true account behind.
 */
public final class Manifest {

    private final CaptureFolder folder;
    private final Map<String, Object> keys = new LinkedHashMap<>();
    private final List<Map<String, Object>> snapshots = new ArrayList<>();
    private final Instant started;

    public Manifest(CaptureFolder folder, Instant started) {
        this.folder = folder;
        this.started = started;
        keys.put("schemaVersion", CaptureFolder.SCHEMA_VERSION);
        keys.put("started", started.toString());
        keys.put("status", "running");
        keys.put("snapshots", snapshots);
    }

    public Instant started() {
        return started;
    }

    /** Sets a key and saves. */
    public synchronized void put(String key, Object value) {
        keys.put(key, value);
        save();
    }

    /** Sets keys and saves once. */
    public synchronized void putAll(Map<String, ?> values) {
        keys.putAll(values);
        save();
    }

    /** Adds a snapshot that has been taken and saves. */
    public synchronized void addSnapshot(
            int index, String name, Instant time, String folderName, Map<Part, String> missing) {
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("index", index);
        snapshot.put("name", name);
        snapshot.put("time", time.toString());
        snapshot.put("folder", folderName);
        if (!missing.isEmpty()) {
            Map<String, String> why = new LinkedHashMap<>();
            missing.forEach((part, reason) -> why.put(part.fileName(), reason));
            snapshot.put("missing", why);
        }
        snapshots.add(snapshot);
        save();
    }

    /** Removes a snapshot whose folder is about to go, and saves. */
    synchronized void removeSnapshot(String folderName) {
        snapshots.removeIf(snapshot -> folderName.equals(snapshot.get("folder")));
        save();
    }

    /**
     * Says how the capture ended, once: the first end is the true one.
     *
     * @param status {@code complete}, or why it is not
     */
    public synchronized void end(String status) {
        if (!keys.containsKey("ended")) {
            keys.put("ended", Instant.now().toString());
            keys.put("status", status);
            save();
        }
    }

    private void save() {
        folder.writeManifest(keys);
    }
}
