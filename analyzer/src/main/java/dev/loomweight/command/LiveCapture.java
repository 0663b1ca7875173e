package dev.loomweight.command;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.LiveDumps;
import dev.loomweight.launch.Progress;
import dev.loomweight.launch.RecordRun;
import dev.loomweight.launch.RunningJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * How a question that asks what happens in a running JVM captures it: for a while, and then it is answered from the capture.
 * One capture after the other where several JVMs are named.
 */
public final class LiveCapture {

    /** For how long a JVM is captured where the user does not say. */
    public static final Duration USUAL = Duration.ofSeconds(10);

    /** How many thread dumps are taken where the user does not say. */
    public static final int USUAL_DUMPS = 3;

    private static final Duration SNAPSHOTS = Duration.ofSeconds(10);
    private static final long MOST_BYTES = 256L << 20;
    private static final long MIN_FREE_BYTES = 256L << 20;

    private final Duration duration;
    private final @Nullable Path folder;
    private final Progress progress;
    private final Samples samples;
    private boolean stopped;
    private final @Nullable DumpRequest dumps;
    private @Nullable Runnable stopping;
    private @Nullable Path kept;

    /**
     * Captures nothing yet.
     *
     * @param duration for how long; positive
     * @param folder where the capture is kept, which must not exist or be empty; null to remove it once the question is
     *     answered
     * @param samples of running threads, as far as the JVM has them
     * @param progress gets the steps of the capture
     */
    public LiveCapture(Duration duration, @Nullable Path folder, Samples samples, Progress progress) {
        this(duration, folder, samples, null, progress);
    }

    private LiveCapture(
            Duration duration,
            @Nullable Path folder,
            Samples samples,
            @Nullable DumpRequest dumps,
            Progress progress) {
        this.duration = duration;
        this.folder = folder;
        this.samples = samples;
        this.dumps = dumps;
        this.progress = progress;
    }

    /**
     * A capture of thread dumps and nothing else.
     *
     * @param dumps which
     * @param folder where the capture is kept, as above
     * @param progress gets the steps of the capture
     */
    public static LiveCapture ofDumps(DumpRequest dumps, @Nullable Path folder, Progress progress) {
        return new LiveCapture(USUAL, folder, Samples.EXECUTION, dumps, progress);
    }

    /** For the usual time, into a folder that is removed. */
    static LiveCapture usual(ReadingProgress progress, boolean dumps) {
        if (dumps) {
            return ofDumps(DumpRequest.of(USUAL_DUMPS, DumpRequest.USUAL_EVERY), null, progress::waiting);
        }
        return new LiveCapture(USUAL, null, Samples.EXECUTION, progress::waiting);
    }

    /**
     * Whether there is a running JVM among some inputs.
     *
     * @throws dev.loomweight.capture.DataException if a jar is named that no JVM runs
     */
    public static boolean isNeeded(List<Path> paths) {
        return paths.stream().anyMatch(path -> CommandInputs.processOf(path) != 0);
    }

    /** Ends the capture before its time: what there is until then answers the question. Safe on any thread. */
    public synchronized void stop() {
        stopped = true;
        if (stopping != null) {
            stopping.run();
        }
    }

    /** The capture that was made and is kept; null where none is. */
    public synchronized @Nullable Path kept() {
        return kept;
    }

    /**
     * Captures one JVM.
     *
     * @param pid its process
     * @param temporary the folder to capture into if the user names none
     * @return the capture
     * @throws dev.loomweight.capture.DataException if nothing could be captured
     * @throws CancellationException if the calling thread is interrupted; the recording is stopped
     */
    Path capture(long pid, Path temporary) {
        // A second JVM gets a folder next to the first.
        Path into = folder == null ? temporary : kept() == null ? folder : sibling(folder, pid);
        try {
            if (dumps == null) {
                record(pid, into);
            } else {
                LiveDumps run = new LiveDumps(pid, dumps, null, MIN_FREE_BYTES);
                begin(run::stop);
                run.take(into, progress);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("stopped");
        }
        synchronized (this) {
            stopping = null;
            kept = folder == null ? null : into;
        }
        return into;
    }

    private synchronized void begin(Runnable stop) {
        stopping = stop;
        if (stopped) {
            stop.run();
        }
    }

    private void record(long pid, Path into) throws InterruptedException {
        String name = RunningJvm.find(pid).map(jvm -> jvm.command().name()).orElse("process " + pid);
        CaptureRequest request =
                new CaptureRequest(into, SNAPSHOTS, parts(), false, null, MIN_FREE_BYTES, true, true, samples, null);
        RecordRun run = new RecordRun(
                new RecordRun.Request(pid, name, duration, MOST_BYTES, request), progress);
        begin(run::stop);
        String early = run.run();
        if (early != null) {
            progress.remark(early + "; what was captured before is complete");
        }
    }

    private static Path sibling(Path folder, long pid) {
        String name = String.valueOf(folder.getFileName());
        String stem = name.endsWith(".lw") ? name.substring(0, name.length() - 3) : name;
        return folder.resolveSibling(stem + "-" + pid + ".lw");
    }

    /** Nothing that pauses the application. */
    private static EnumSet<Part> parts() {
        return EnumSet.complementOf(EnumSet.of(Part.THREADS_JSON, Part.HISTOGRAM, Part.THREADS));
    }
}
