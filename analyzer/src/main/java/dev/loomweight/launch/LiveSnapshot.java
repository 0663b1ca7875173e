package dev.loomweight.launch;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.jvm.NmtStart;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One snapshot of a JVM that runs already, without what makes it pause or write files: no histogram, no thread dump, NMT
 * as it is tracked.
 */
public final class LiveSnapshot {

    private static final Set<Part> PARTS = Part.usualWithout(Part.HISTOGRAM, Part.THREADS, Part.THREADS_JSON);

    private static final Set<Part> OF_WEIGHTS = Part.usualWithout(Part.THREADS);

    private static final String DETAIL = "detail";

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
        take(pid, null, what -> {}, () -> CaptureFolder.create(path));
    }

    /**
     * Takes it for a user who waits.
     *
     * @param pid the JVM's process; it must belong to the caller
     * @param detail whether to ask for native memory with call sites, or null for as it is tracked
     * @param waiting gets a line on what is waited for, where that takes long
     * @param making makes the capture, when the JVM has answered
     * @throws DataException as above, and if detail is wanted that the JVM does not track
     */
    public static void take(
            long pid, @Nullable Boolean detail, Consumer<String> waiting, Supplier<CaptureFolder> making) {
        take(pid, detail, PARTS, waiting, making);
    }

    /**
     * Takes it with the threads and a class histogram, for which the application is stopped meanwhile.
     *
     * @param pid the JVM's process; it must belong to the caller
     * @param waiting gets a line on what is waited for, where that takes long
     * @param making makes the capture, when the JVM has answered
     * @throws DataException as above
     */
    public static void weigh(long pid, Consumer<String> waiting, Supplier<CaptureFolder> making) {
        take(pid, null, OF_WEIGHTS, waiting, making);
    }

    private static void take(
            long pid,
            @Nullable Boolean detail,
            Set<Part> parts,
            Consumer<String> waiting,
            Supplier<CaptureFolder> making) {
        try (Attached jvm = Attached.attach(pid, waiting)) {
            Map<String, Object> facts = JvmFacts.ask(jvm);
            String tracked = String.valueOf(facts.get("nmt"));
            if (Boolean.TRUE.equals(detail) && !tracked.equals(DETAIL)) {
                throw new DataException("process " + pid + " tracks native memory "
                        + (tracked.equals("off") ? "not at all" : "in " + tracked)
                        + ", which cannot be changed while it runs: " + NmtStart.START_DETAIL
                        + ", or ask without --nmt detail");
            }
            CaptureFolder folder = making.get();
            Map<String, Object> keys = new LinkedHashMap<>();
            keys.put("target", "process " + pid);
            keys.put("pid", pid);
            keys.putAll(facts);
            RollingCapture capture =
                    new RollingCapture(folder, 2, detail == null ? tracked.equals(DETAIL) : detail, keys);
            capture.capture(() -> "", () -> {
                Path unused = capture.snapshot(jvm, "now", parts);
                return capture.end(answered(capture));
            });
        }
    }

    /** The end of a capture whose last snapshot was taken. */
    static CaptureEnd answered(RollingCapture capture) {
        Unanswered unanswered = capture.unanswered();
        return unanswered == null ? CaptureEnd.COMPLETE : CaptureEnd.stopped(String.valueOf(unanswered.getMessage()));
    }
}
