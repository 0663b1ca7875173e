package dev.loomweight.capture;

import dev.loomweight.capture.CaptureFolder.Part;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Captures a JVM that runs already, by the attach mechanism and without loading an agent: a recording of its own beside
 * any that runs there, and snapshots. Stopped at any time, it ends its own recording and no other.
 */
public final class RecordRun {

    private static final long LOOK_MILLIS = 50;
    /** What the target's recording lives on by itself, should this program be killed. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final Request request;
    private final Progress progress;
    private final ProcessHandle process;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private boolean recorded;
    private boolean alone;
    private @Nullable HeldFolder chunks;
    private @Nullable Path chunksFolder;

    /**
     * What to capture.
     *
     * @param pid the JVM's process
     * @param name what the capture says of its target
     * @param folder the capture to make; must not exist or be empty
     * @param duration how long, or null until {@link #stop}
     * @param every the longest time from one snapshot to the next; positive
     * @param parts what each snapshot takes
     * @param detail whether NMT is asked for its call sites, where it keeps them
     * @param settings a .jfc file, {@code default} or {@code profile} for the JDK's, {@code threads} for
     *     Loomweight's with thread events, null for Loomweight's
     * @param maxBytes how much of the recording is kept, in bytes
     * @param leastFreeBytes what must stay free on the disks of the capture and of the target's chunks, in bytes
     */
    public record Request(
            long pid,
            String name,
            Path folder,
            @Nullable Duration duration,
            Duration every,
            Set<Part> parts,
            boolean detail,
            @Nullable String settings,
            long maxBytes,
            long leastFreeBytes) {

        public Request {
            parts = Set.copyOf(parts);
        }
    }

    /**
     * Prepares it.
     *
     * @throws DataException if there is no such process
     */
    public RecordRun(Request request, Progress progress) {
        this.request = request;
        this.progress = progress;
        ProcessOwner.requireOwn(request.pid());
        this.process = ProcessHandle.of(request.pid()).orElseThrow();
    }

    /** Ends it before its time; safe on any thread, also before it has begun. */
    public void stop() {
        stopped.countDown();
    }

    /**
     * Captures until the time is over, the target has ended, or {@link #stop} is called.
     *
     * @return a line on why it is not whole, or null if nothing is missing
     * @throws DataException if nothing could be captured at all
     * @throws InterruptedException if the calling thread is interrupted; the recording is stopped
     */
    public @Nullable String run() throws InterruptedException {
        try (Attached jvm = Attached.to(request.pid())) {
            CaptureFolder folder = CaptureFolder.create(request.folder());
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("target", request.name());
            facts.put("collector", "record");
            facts.put("pid", request.pid());
            facts.putAll(JvmFacts.of(jvm));
            RollingCapture capture = new RollingCapture(folder, Followed.MOST_SNAPSHOTS, request.detail(), facts);
            Set<Part> parts = parts(String.valueOf(facts.get("nmt")));
            JfrCommands jfr =
                    new JfrCommands(jvm, "loomweight-" + ProcessHandle.current().pid());
            try (TargetFiles files = TargetFiles.of(request.pid(), folder)) {
                try {
                    startRecording(jfr, folder, files, capture);
                    String early = follow(jvm, capture, parts);
                    capture.end(early == null ? SampleRun.COMPLETE : early);
                    return early;
                } finally {
                    endRecording(jfr, folder, files);
                }
            } finally {
                capture.end("failed");
            }
        }
    }

    /** What is asked at each sampling point; says what this JVM does not give. */
    private Set<Part> parts(String level) {
        Set<Part> parts = EnumSet.copyOf(request.parts());
        if (level.equals("off")) {
            parts.remove(Part.NMT);
            progress.remark("native memory tracking is off in process " + request.pid()
                    + ", and cannot be switched on while it runs: start it with -XX:NativeMemoryTracking=summary to"
                    + " see native memory by category; all else is captured");
        } else if (request.detail() && !level.equals("detail")) {
            progress.remark("native memory tracking is not in detail in process " + request.pid()
                    + ": start it with -XX:NativeMemoryTracking=detail to see call sites");
        }
        return parts;
    }

    private void startRecording(JfrCommands jfr, CaptureFolder folder, TargetFiles files, RollingCapture capture) {
        Path settings = RecordingOptions.writeSettings(folder, request.settings());
        try {
            int depth = jfr.deepen(RecordingOptions.STACK_DEPTH);
            capture.put("stackDepthRecorded", depth);
            if (depth > 0 && depth < RecordingOptions.STACK_DEPTH) {
                progress.remark("stacks are recorded to " + depth + " frames: JFR was used in process " + request.pid()
                        + " before, and keeps its depth; start it with -XX:FlightRecorderOptions:stackdepth="
                        + RecordingOptions.STACK_DEPTH + " for deeper ones");
            }
            List<String> others = jfr.others();
            alone = others.isEmpty();
            if (!alone) {
                progress.remark(
                        "a recording runs in process " + request.pid() + " already (" + String.join(", ", others)
                                + ") and is left alone; while both run, each holds what the other asks for");
            }
            if (settings != null) {
                files.offer(settings);
            }
            Duration duration = request.duration();
            jfr.start(
                    settings == null
                            ? String.valueOf(request.settings())
                            : "\"" + files.there(RecordingOptions.SETTINGS) + "\"",
                    files.there(CaptureFolder.RECORDING),
                    request.maxBytes(),
                    duration == null ? 0 : duration.plus(MARGIN).toSeconds());
            recorded = true;
            Path repository = jfr.repository();
            if (repository != null) {
                chunksFolder = new ProcFiles(request.pid()).file(repository.toString());
                chunks = HeldFolder.open(chunksFolder);
            }
        } catch (DataException e) {
            progress.remark("there is no recording: " + e.getMessage());
        }
    }

    /** Takes snapshots until it ends; gives why it ended early, or null. */
    private @Nullable String follow(Attached jvm, RollingCapture capture, Set<Part> parts) throws InterruptedException {
        long began = System.nanoTime();
        HeldFolder held = chunks;
        DiskGuard disk =
                DiskGuard.of(capture.folder().path(), request.leastFreeBytes(), held == null ? () -> 0 : held::bytes);
        DiskGuard theirs =
                DiskGuard.of(chunksFolder == null ? capture.folder().path() : chunksFolder, request.leastFreeBytes());
        SnapshotSchedule schedule = new SnapshotSchedule(request.every(), System::nanoTime);
        capture.snapshot(jvm, "start", parts);
        progress.step("recording process " + request.pid());
        Duration duration = request.duration();
        while (!stopped.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (!process.isAlive()) {
                return "process " + request.pid() + " ended while it was captured";
            }
            if (disk.isNearlyFull()) {
                return "the disk of " + capture.folder().path() + " is nearly full";
            }
            if (theirs.isNearlyFull()) {
                return "the disk of the target's " + chunksFolder + " is nearly full";
            }
            if (duration != null && System.nanoTime() - began >= duration.toNanos()) {
                break;
            }
            if (schedule.isDue()) {
                snapshot(jvm, capture, "periodic", parts);
            }
        }
        snapshot(jvm, capture, "end", parts);
        return null;
    }

    private void snapshot(Attached jvm, RollingCapture capture, String name, Set<Part> parts) {
        Path taken = capture.snapshot(jvm, name, parts);
        if (!process.isAlive()) {
            capture.forget(taken);
        }
    }

    /** Whatever happened: the target's recording ends, and what there is of it comes into the capture. */
    private void endRecording(JfrCommands jfr, CaptureFolder folder, TargetFiles files) {
        try {
            if (recorded && process.isAlive()) {
                progress.step("writing the recording");
                jfr.stop();
            }
        } catch (DataException e) {
            if (process.isAlive()) {
                progress.remark(String.valueOf(e.getMessage()));
            }
        }
        try {
            files.fetch();
            if (recorded && chunks != null && !isWritten(folder)) {
                // It was killed, and could not write its recording: what it left are its chunks.
                Files.deleteIfExists(folder.resolve(CaptureFolder.RECORDING));
                chunks.copyTo(folder.resolve(CaptureFolder.REPOSITORY));
                removeChunks();
            }
        } catch (IOException | DataException e) {
            progress.remark("the recording could not be fetched: " + e.getMessage());
        } finally {
            if (chunks != null) {
                chunks.close();
            }
        }
    }

    /** A JVM that was killed leaves its chunks behind for good; they are removed where all of them are ours. */
    private void removeChunks() throws IOException {
        if (chunksFolder == null || !alone || process.isAlive() || !Files.isDirectory(chunksFolder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(chunksFolder, "*.jfr")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.deleteIfExists(chunksFolder);
    }

    private static boolean isWritten(CaptureFolder folder) throws IOException {
        Path recording = folder.resolve(CaptureFolder.RECORDING);
        return Files.exists(recording) && Files.size(recording) > 0;
    }
}
