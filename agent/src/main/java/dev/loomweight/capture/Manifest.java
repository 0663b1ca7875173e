package dev.loomweight.capture;

import dev.loomweight.capture.CaptureFolder.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code capture.json} while it is being written: saved after every change, so that whatever ends the capture leaves a
 * true account behind.
 */
public class Manifest {

    /** The key of a snapshot that is being taken, or was when its collector or its process ended: the files that it was to have. */
    public static final String UNFINISHED = "unfinished";

    private static final String STATUS = "status";
    private static final String FOLDER = "folder";

    private final CaptureFolder folder;
    private final Map<String, Object> keys = new LinkedHashMap<>();
    private final List<Map<String, Object>> snapshots = new ArrayList<>();
    private final Instant started;
    private final CaptureCourse course;

    /** That of a capture that begins now. */
    public Manifest(CaptureFolder folder, Instant started) {
        this(folder, started, new CaptureCourse());
    }

    /** The same, of a capture whose course is known outside too. */
    Manifest(CaptureFolder folder, Instant started, CaptureCourse course) {
        this.folder = folder;
        this.started = started;
        this.course = course;
        keys.put("schemaVersion", CaptureFolder.SCHEMA_VERSION);
        keys.put("started", started.toString());
        keys.put(STATUS, CaptureState.RUNNING.words());
        keys.put("snapshots", snapshots);
    }

    public final Instant started() {
        return started;
    }

    /** Sets a key and saves. */
    public final synchronized void put(String key, Object value) {
        keys.put(key, value);
        save();
    }

    /** Sets keys and saves once. */
    public final synchronized void putAll(Map<String, ?> values) {
        keys.putAll(values);
        save();
    }

    /**
     * Adds a snapshot that is about to be taken and saves: what is killed meanwhile leaves the files that are complete.
     *
     * @param wanted the parts that it is to have
     */
    public final synchronized void beginSnapshot(
            int index, String name, Instant time, String folderName, Set<Part> wanted) {
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("index", index);
        snapshot.put("name", name);
        snapshot.put("time", time.toString());
        snapshot.put(FOLDER, folderName);
        snapshot.put(UNFINISHED, wanted.stream().map(Part::fileName).toList());
        snapshots.add(snapshot);
        save();
    }

    /** Says that a snapshot which was begun has all that is to be had, and saves. */
    public final synchronized void finishSnapshot(String folderName, Map<Part, String> missing) {
        for (Map<String, Object> snapshot : snapshots) {
            if (folderName.equals(snapshot.get(FOLDER))) {
                snapshot.remove(UNFINISHED);
                if (!missing.isEmpty()) {
                    Map<String, String> why = new LinkedHashMap<>();
                    missing.forEach((part, reason) -> why.put(part.fileName(), reason));
                    snapshot.put("missing", why);
                }
            }
        }
        save();
    }

    /** Removes a snapshot whose folder is about to go, and saves. */
    final synchronized void removeSnapshot(String folderName) {
        snapshots.removeIf(snapshot -> folderName.equals(snapshot.get(FOLDER)));
        save();
    }

    /** What captures. */
    public interface Work<T, X extends Exception> {

        /** Captures, and ends the capture; whatever it throws is the end. */
        T run() throws X;
    }

    /**
     * Captures, so that the capture has an end whatever happens.
     *
     * @param doing what is being done at a moment, for the case that it fails; may give an empty text
     * @param work what captures; where it throws before it has ended the capture, that ends it
     * @return what the work gives
     */
    public final <T extends @Nullable Object, X extends Exception> T capture(Supplier<String> doing, Work<T, X> work)
            throws X {
        try {
            return work.run();
        } catch (Throwable e) {
            try {
                end(
                        e instanceof InterruptedException
                                ? CaptureEnd.interrupted(doing.get())
                                : CaptureEnd.failed(
                                        doing.get(),
                                        e instanceof DataException ? String.valueOf(e.getMessage()) : e.toString()));
            } catch (DataException unwritten) {
                e.addSuppressed(unwritten);
            }
            throw e;
        }
    }

    /**
     * Says how the capture ended, once: the first end is the true one.
     *
     * @return whether this call ended it
     * @throws DataException if the manifest cannot be written; the capture has ended all the same
     */
    public final synchronized boolean end(CaptureEnd end) {
        CaptureEnd last = course.end(end);
        if (last == null) {
            return false;
        }
        keys.put("ended", Instant.now().toString());
        keys.put(STATUS, last.status());
        save();
        return true;
    }

    /** How the target ended: when that was seen, and with which status, or null where that is not known. */
    public final synchronized void exited(Instant when, @Nullable Integer status) {
        keys.put("exited", when.toString());
        if (status != null) {
            keys.put("exitStatus", status);
        }
        save();
    }

    /** Whether the text of a manifest is that of a capture that has no end. */
    static boolean isRunning(String text) {
        return text.contains("\"" + STATUS + "\": \"" + CaptureState.RUNNING.words() + "\"");
    }

    private void save() {
        folder.writeManifest(keys);
    }
}
