package dev.loomweight.command;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.input.capture.TemporaryFolder;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.CaptureRequest.SnapshotRequest;
import dev.loomweight.launch.CaptureRequest.Watched;
import dev.loomweight.launch.LiveDumps;
import dev.loomweight.launch.LiveSnapshot;
import dev.loomweight.launch.RecordRun;
import dev.loomweight.launch.RunningJvm;
import dev.loomweight.launch.WaitTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * How a question that asks what happens in a running JVM captures it: for a while, and then it is answered from the capture.
 * One capture after the other where several JVMs are named.
 */
public final class LiveCapture {

    private static final Duration SNAPSHOTS = Duration.ofSeconds(10);
    private static final long MAX_BYTES = 256L << 20;
    private static final long MIN_FREE_BYTES = 256L << 20;

    /** Whether what runs is also sampled by processor time. */
    static final Option<Boolean> CPU_SAMPLES = Option.flag(
            "--cpu-samples",
            "Also record jdk.CPUTimeSample of a running JVM (JDK 25+, Linux): what runs, by processor time,"
                    + " native code included. The event is experimental and can crash the JVM when the"
                    + " recording ends.");

    private final What what;
    private final @Nullable Path folder;
    private final CaptureProgress progress;
    private boolean stopped;
    private @Nullable Runnable stopper;
    private @Nullable Path kept;

    /**
     * What is captured.
     *
     * @param samples of running threads, in a recording with where the time of the carriers goes; null for no recording
     * @param dumps the thread dumps, or null for none
     * @param exact whether waits are traced in the place of dumps where the JVM can: on JDK 25 dumps that follow each other
     *     can end a JVM whose virtual threads move (JDK-8364343)
     * @param duration for how long, positive; null for a number of dumps, which end by themselves, and for one snapshot of
     *     threads and classes where neither samples nor dumps are wanted
     */
    public record What(
            @Nullable Samples samples,
            @Nullable DumpRequest dumps,
            boolean exact,
            @Nullable Duration duration) {

        /** One snapshot, with the threads and a class histogram. */
        static final What WEIGHT = new What(null, null, null);

        /** The same where dumps are taken as they are asked for. */
        public What(@Nullable Samples samples, @Nullable DumpRequest dumps, @Nullable Duration duration) {
            this(samples, dumps, false, duration);
        }
    }

    /** The samples of a question that asks what runs. */
    static Samples samples(Options given) {
        return given.get(CPU_SAMPLES) ? Samples.CPU_TIME : Samples.EXECUTION;
    }

    /**
     * Captures nothing yet.
     *
     * @param what what is captured, and for how long
     * @param folder where the capture is kept, which must not exist or be empty; null to remove it once the question is
     *     answered
     * @param progress gets the steps of the capture
     */
    public LiveCapture(What what, @Nullable Path folder, CaptureProgress progress) {
        this.what = what;
        this.folder = folder;
        this.progress = progress;
    }

    /** Ends the capture before its time: what there is until then answers the question. Safe on any thread. */
    public synchronized void stop() {
        stopped = true;
        if (stopper != null) {
            stopper.run();
        }
    }

    /** Says something that the user must know. */
    void remark(String what) {
        progress.remark(what);
    }

    /** The capture that was made and is kept; null where none is. */
    public synchronized @Nullable Path kept() {
        return kept;
    }

    /**
     * Captures one JVM.
     *
     * @param pid its process
     * @param unkept the folder to capture into if the user names none
     * @param temporary where that is
     * @return the capture
     * @throws dev.loomweight.capture.DataException if nothing could be captured
     * @throws CancellationException if the calling thread is interrupted; the recording is stopped
     */
    Path capture(long pid, Path unkept, TemporaryFolder temporary) {
        // A second JVM gets a folder next to the first.
        Path into = folder == null ? unkept : kept() == null ? folder : sibling(folder, Long.toString(pid));
        try {
            if (what.samples() != null) {
                record(pid, into, what.samples(), traces(pid) ? few(what.dumps()) : what.dumps());
            } else if (traces(pid)) {
                record(pid, into, Samples.NONE, null);
            } else if (what.dumps() != null) {
                dump(pid, into, what.dumps());
            } else {
                progress.step(
                        "asking for the threads and a class histogram, which stops the application for a full garbage"
                                + " collection");
                LiveSnapshot.weigh(
                        pid,
                        progress::remark,
                        () -> folder == null
                                ? temporary.make(CaptureFolder::create, into)
                                : CaptureFolder.create(into));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("stopped");
        }
        synchronized (this) {
            stopper = null;
            kept = folder == null ? null : into;
        }
        return into;
    }

    private boolean traces(long pid) {
        return what.exact() && WaitTrace.isOfferedBy(pid);
    }

    /** As many as show what does not move. */
    private static @Nullable DumpRequest few(@Nullable DumpRequest dumps) {
        return dumps == null ? null : DumpRequest.of(DumpRequest.USUAL_COUNT, DumpRequest.USUAL_EVERY);
    }

    private void record(long pid, Path into, Samples samples, @Nullable DumpRequest dumps) throws InterruptedException {
        String name = RunningJvm.find(pid).map(jvm -> jvm.command().name()).orElse("process " + pid);
        Duration duration = what.duration();
        RecordRun.Until until = duration == null ? RecordRun.Until.DUMPED : RecordRun.Until.after(duration);
        RecordRun run = new RecordRun(
                request(pid, name, into, new Watched(true, what.exact(), samples), dumps, until), progress, true);
        begun(run::stop);
        String early = run.run();
        if (early != null) {
            progress.remark(early + "; what was captured before is complete");
        }
    }

    /**
     * A capture that answers a question, with nothing that pauses the application.
     *
     * @param name what the process is called
     * @param into the folder of the capture
     * @param watched what is watched of its threads
     */
    public static RecordRun.Request request(
            long pid, String name, Path into, Watched watched, @Nullable DumpRequest dumps, RecordRun.Until until) {
        return new RecordRun.Request(
                pid,
                name,
                until,
                MAX_BYTES,
                new CaptureRequest(
                        into,
                        new SnapshotRequest(
                                SNAPSHOTS, Part.usualWithout(Part.THREADS_JSON, Part.HISTOGRAM, Part.THREADS), false),
                        null,
                        MIN_FREE_BYTES,
                        true,
                        watched,
                        dumps,
                        Map.of()));
    }

    private void dump(long pid, Path into, DumpRequest dumps) throws InterruptedException {
        LiveDumps run = new LiveDumps(pid, dumps, what.duration(), MIN_FREE_BYTES);
        begun(run::stop);
        run.take(into, progress);
    }

    private synchronized void begun(Runnable stop) {
        stopper = stop;
        if (stopped) {
            stop.run();
        }
    }

    /** A capture next to another, with something after its name. */
    static Path sibling(Path folder, String after) {
        String name = String.valueOf(folder.getFileName());
        String stem = name.endsWith(".lw") ? name.substring(0, name.length() - 3) : name;
        return folder.resolveSibling(stem + "-" + after + ".lw");
    }
}
