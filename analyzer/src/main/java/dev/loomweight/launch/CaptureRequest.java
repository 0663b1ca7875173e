package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.CaptureLabels;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.ThreadDumps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What to capture of an application, however it was started.
 *
 * @param folder the capture to make; must not exist or be empty
 * @param snapshots the snapshots that are taken
 * @param settings a .jfc file, {@code default} or {@code profile} for the JDK's settings, {@code threads} for
 *     Loomweight's with thread events, null for Loomweight's
 * @param minFreeBytes the space to keep free on the disks that are written to, in bytes
 * @param classes whether the capture names the class path and the JDK of the application
 * @param watched what is watched of its threads
 * @param dumps which thread dumps are taken in addition to snapshots, or null for none
 * @param labels what the capture says that it is of, by name, in addition to what the target's environment says
 */
public record CaptureRequest(
        Path folder,
        SnapshotRequest snapshots,
        @Nullable String settings,
        long minFreeBytes,
        boolean classes,
        Watched watched,
        @Nullable DumpRequest dumps,
        Map<String, String> labels) {

    public CaptureRequest {
        labels = Map.copyOf(labels);
    }

    /**
     * What is watched of the threads of an application.
     *
     * @param carriers whether the capture has where the time of the carriers of virtual threads goes
     * @param waits whether the capture has how long virtual threads wait, where the JVM can trace that
     * @param samples the samples of running threads that Loomweight's settings record
     */
    public record Watched(boolean carriers, boolean waits, Samples samples) {

        /** Nothing. */
        public static final Watched NOTHING = new Watched(false, false, Samples.NONE);
    }

    /**
     * Which snapshots are taken.
     *
     * @param every the maximum time between two; positive
     * @param parts the parts of each
     * @param detail whether call sites of native memory are captured, if NMT has them
     */
    public record SnapshotRequest(Duration every, Set<Part> parts, boolean detail) {

        public SnapshotRequest {
            parts = Set.copyOf(parts);
        }
    }

    /**
     * The labels of a target, by the key of {@code capture.json}: those that were given, and those of its environment.
     *
     * @param environment of which few variables are read
     */
    Map<String, Object> labelFacts(Map<String, String> environment) {
        Map<String, String> all = new TreeMap<>(CaptureLabels.of(environment, CaptureLabels.POD_LABELS));
        all.putAll(labels);
        return all.isEmpty() ? Map.of() : Map.of(CaptureLabels.KEY, all);
    }

    /** See {@link Watched}. */
    boolean carriers() {
        return watched.carriers;
    }

    /** See {@link Watched}. */
    Samples samples() {
        return watched.samples;
    }

    /** Whether waits are traced: those who give settings of their own say what they want. */
    boolean tracesWaits() {
        return watched.waits && (settings == null || settings.equals(RecordingOptions.THREADS));
    }

    /** Whether {@code run} may take thread dumps that are not asked for. */
    boolean takesUnasked() {
        return dumps == null;
    }

    /** What takes these thread dumps into a capture, or null where none are wanted. */
    @Nullable
    DumpTaker taker(RollingCapture capture, Consumer<String> remarks) {
        return dumps == null
                ? null
                : new DumpTaker(
                        dumps, capture.dumps(ThreadDumps.MAX_DUMPS, Long.MAX_VALUE, minFreeBytes), capture, remarks);
    }
}
