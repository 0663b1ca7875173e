package dev.loomweight.launch;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.CaptureState;
import dev.loomweight.capture.Cgroup;
import dev.loomweight.capture.CrashLogs;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiskGuard;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.FailureLog;
import dev.loomweight.capture.NearLimit;
import dev.loomweight.capture.OrderlyEnd;
import dev.loomweight.capture.PidsLimits;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.ThreadDumps;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.launch.group.OomKills;
import dev.loomweight.report.Amounts;
import dev.loomweight.times.CarrierCollector;
import dev.loomweight.times.RemoteCarriers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Captures a running JVM by the attach mechanism and without loading an agent: a recording in addition to any that runs
 * there, and snapshots. Stopped at any time, it ends only its own recording.
 */
public final class RecordRun {

    private static final long LOOK_MILLIS = 50;

    /** Far above the size at which the JVM begins a new file, where it may; otherwise of 600,000 collections. */
    private static final long MOST_LOG_BYTES = 64 << 20;

    private static final DumpRequest OF_STILL = DumpRequest.of(2, Duration.ofSeconds(1));
    /** What the target's recording lives on by itself, should this program be killed. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final long SLACK_BYTES = 256L << 20;

    private final Request request;
    private final Progress progress;
    private final ProcessHandle process;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final OomKills kills = new OomKills();
    private final PidsLimits pids = new PidsLimits();
    private final NearLimit near = new NearLimit();
    private final Instant began = Instant.now();
    private final Path workingDirectory;
    private List<String> flags = List.of();
    private boolean closely;
    private boolean recorded;
    private boolean written;
    private boolean alone;
    private @Nullable CarrierCollector carriers;
    private @Nullable DumpTaker ofStill;
    private @Nullable LeftoverChunks chunks;
    private @Nullable Path chunksFolder;

    /**
     * What to record.
     *
     * @param pid the JVM's process
     * @param name the name of the target in the capture
     * @param until when it ends by itself
     * @param maxBytes the maximum size of the recording, in bytes
     * @param capture what to capture
     */
    public record Request(long pid, String name, Until until, long maxBytes, CaptureRequest capture) {}

    /**
     * When a capture ends by itself, unless its target has ended or {@link #stop} is called before.
     *
     * @param duration how long it takes, or null where its length does not end it
     * @param dumps whether it ends after the last of a number of thread dumps
     */
    public record Until(@Nullable Duration duration, boolean dumps) {

        /** Not before its target has ended or {@link #stop} is called. */
        public static final Until STOPPED = new Until(null, false);

        /** After the last of a number of thread dumps. */
        public static final Until DUMPED = new Until(null, true);

        /** After a time. */
        public static Until after(Duration duration) {
            return new Until(duration, false);
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
        this.workingDirectory = new ProcFiles(request.pid()).workingDirectory();
    }

    /** The same, looking at the carriers more often: for up to 5 % of the time, and not 0.5 %. */
    public RecordRun lookingClosely() {
        closely = true;
        return this;
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
    @SuppressWarnings("try") // The work is open as long as the block runs.
    public @Nullable String run() throws InterruptedException {
        // First: it may be killed while it is asked.
        lookAtGroup();
        try (OrderlyEnd.Entry work = OrderlyEnd.awaiting(this::stop);
                Attached jvm = Attached.attach(request.pid(), progress::remark)) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("target", request.name());
            facts.put("collector", "record");
            facts.put("pid", request.pid());
            facts.putAll(JvmFacts.ask(jvm));
            facts.putAll(request.capture().labelFacts(Environment.of(request.pid())));
            RunningJvm.find(request.pid())
                    .map(found -> found.askedBy(jvm))
                    .ifPresent(found -> facts.putAll(
                            OwnClasses.facts(found, request.capture().classes())));
            flags = List.of(jvm.run("VM.flags").split("\\s+"));
            requireTime();
            CaptureFolder folder = CaptureFolder.create(request.capture().folder());
            RollingCapture capture = new RollingCapture(folder, FollowedJvm.MOST_SNAPSHOTS, detail(jvm, facts), facts);
            Set<Part> parts = parts(String.valueOf(facts.get("nmt")));
            JfrCommands jfr =
                    new JfrCommands(jvm, "loomweight-" + ProcessHandle.current().pid());
            try {
                return capture.capture(() -> "", () -> capture(jvm, jfr, capture, parts));
            } catch (DataException e) {
                boolean unused = folder.removeIfNothingCaptured();
                throw e;
            }
        }
    }

    /**
     * Before anything is captured.
     *
     * @throws InterruptedException if the program is ending
     */
    static void requireTime() throws InterruptedException {
        if (OrderlyEnd.isEnding()) {
            throw new InterruptedException("the program is ending");
        }
    }

    private void lookAtGroup() {
        kills.look(request.pid());
        boolean unused = pids.look(request.pid());
    }

    private @Nullable String capture(Attached jvm, JfrCommands jfr, RollingCapture capture, Set<Part> parts)
            throws InterruptedException {
        CaptureFolder folder = capture.folder();
        try (TargetFiles files = TargetFiles.create(request.pid(), folder.path())) {
            CaptureEnd end;
            String log = files.expect(CaptureFolder.JVM_LOG);
            boolean logs = logFailures(jvm, log, files.areMade());
            try {
                startRecording(jfr, folder, files, capture);
                carriers = request.capture().carriers()
                        ? RemoteCarriers.follow(
                                () -> Attached.attach(request.pid()), folder, request.pid(), closely, progress::remark)
                        : null;
                end = follow(jvm, capture, parts);
            } finally {
                endCarriers();
                if (logs) {
                    endLog(jvm, log, files);
                }
                endRecording(jfr, folder, files);
            }
            RemoteCarriers.nameByRecording(folder);
            return end(capture, end);
        }
    }

    /** Whether NMT is asked in detail: on request, and where the JDK has no other list of its addresses. */
    private boolean detail(Attached jvm, Map<String, Object> facts) {
        return request.capture().detail()
                || ("detail".equals(facts.get("nmt")) && !jvm.run("help").contains("System.map"));
    }

    /** Says in the manifest how it ended; gives the line on it, or null. */
    private @Nullable String end(RollingCapture capture, CaptureEnd seen) {
        lookAtGroup();
        capture.putAll(kills.facts());
        capture.putAll(pids.facts());
        if (!ProcessState.isAlive(process)) {
            CrashLogs.put(capture.folder(), CrashLogs.lines(workingDirectory, flags, request.pid(), began));
        }
        CaptureEnd end = seen;
        if (end.state() != CaptureState.COMPLETE && !ProcessState.isAlive(process)) {
            // A JVM that ends by itself writes its recording.
            boolean killed = !(recorded && written);
            capture.put("targetEnded", killed ? "killed" : "ended");
            if (killed && kills.killed() > 0) {
                // Why it ended is more than how that was seen: that its parent has not asked for its status, say.
                end = CaptureEnd.targetEnded(request.pid(), kills.end().status());
            }
        }
        capture.end(end);
        return end.state() == CaptureState.COMPLETE ? null : end.why();
    }

    /** What is asked at each sampling point; says what this JVM does not give. */
    private Set<Part> parts(String level) {
        Set<Part> parts = EnumSet.copyOf(request.capture().parts());
        if (level.equals("off")) {
            parts.remove(Part.NMT);
            // Who asks what threads do gets an answer without it.
            if (closely) {
                return parts;
            }
            progress.remark("native memory tracking is off in process " + request.pid()
                    + ", and cannot be switched on while it runs: " + NmtStart.START_SUMMARY
                    + " to see native memory by category; everything else is captured");
        } else if (request.capture().detail() && !level.equals("detail")) {
            progress.remark("native memory tracking is not in detail mode in process " + request.pid() + ": "
                    + NmtStart.START_DETAIL + " to see call sites");
        }
        return parts;
    }

    /** Lets the target log which allocations fail; false where it does not. */
    private boolean logFailures(Attached jvm, String log, boolean made) {
        try {
            return FailureLog.begin(jvm, log, made);
        } catch (Unanswered e) {
            throw e;
        } catch (DataException e) {
            // What it runs out of is not said.
            return false;
        }
    }

    private void endLog(Attached jvm, String log, TargetFiles files) {
        try {
            if (ProcessState.isAlive(process)) {
                FailureLog.end(jvm, log);
            }
            boolean unused = files.fetch(CaptureFolder.JVM_LOG, MOST_LOG_BYTES);
        } catch (IOException | DataException e) {
            // It goes on logging into a file of at most a megabyte.
        }
    }

    private void endCarriers() {
        if (carriers != null) {
            carriers.close();
        }
    }

    private void startRecording(JfrCommands jfr, CaptureFolder folder, TargetFiles files, RollingCapture capture) {
        Path settings = RecordingOptions.writeSettings(
                folder,
                request.capture().settings(),
                request.capture().samples(),
                request.capture().parts());
        try {
            int depth = jfr.deepen(RecordingOptions.STACK_DEPTH);
            capture.put("stackDepthRecorded", depth);
            if (depth > 0 && depth < RecordingOptions.STACK_DEPTH) {
                progress.remark(
                        "stacks are recorded up to " + depth + " frames: JFR was used in process " + request.pid()
                                + " before and keeps its stack depth; start it with -XX:FlightRecorderOptions:stackdepth="
                                + RecordingOptions.STACK_DEPTH + " for deeper stacks");
            }
            List<String> others = jfr.others();
            alone = others.isEmpty();
            if (!alone) {
                progress.remark(
                        "a recording runs in process " + request.pid() + " already (" + String.join(", ", others)
                                + ") and continues; while both run, each contains the events that the other enables");
            }
            Duration duration = request.until().duration();
            String offered = settings == null
                    ? String.valueOf(request.capture().settings())
                    : "\"" + files.offer(settings) + "\"";
            String file = files.expect(CaptureFolder.RECORDING);
            // From here on it may run, whatever the answer is, or become of it.
            recorded = true;
            start(
                    jfr,
                    offered,
                    file,
                    duration == null ? 0 : duration.plus(MARGIN).toSeconds());
            String secrets = RecordingOptions.secretsWarning(request.capture().settings(), folder.path());
            if (secrets != null) {
                progress.remark(secrets);
            }
            Path repository = jfr.repository();
            if (repository != null) {
                chunksFolder = new ProcFiles(request.pid()).file(repository.toString());
                chunks = LeftoverChunks.open(request.pid(), repository);
            }
        } catch (IOException e) {
            progress.remark("the chunks of the recording are not held open and are lost if process " + request.pid()
                    + " is killed: " + CaptureFolder.reason(e));
        } catch (DataException e) {
            progress.remark("there is no recording: " + e.getMessage());
            if (!recorded) {
                capture.notRecorded(String.valueOf(e.getMessage()));
            }
        }
    }

    private void start(JfrCommands jfr, String settings, String file, long seconds) {
        try {
            jfr.start(settings, file, request.maxBytes(), seconds);
        } catch (Unanswered e) {
            throw e;
        } catch (DataException e) {
            recorded = false;
            throw e;
        }
    }

    /** Takes snapshots until it ends; gives how it did. */
    private CaptureEnd follow(Attached jvm, RollingCapture capture, Set<Part> all) throws InterruptedException {
        Set<Part> parts = HeapDumps.without(all);
        long began = System.nanoTime();
        LeftoverChunks held = chunks;
        DiskGuard disk = DiskGuard.of(
                capture.folder().path(), request.capture().minFreeBytes(), held == null ? () -> 0 : held::bytes);
        DiskGuard theirs = DiskGuard.of(
                chunksFolder == null ? capture.folder().path() : chunksFolder,
                request.capture().minFreeBytes());
        SnapshotSchedule schedule = new SnapshotSchedule(request.capture().every(), System::nanoTime);
        DumpTaker dumps = request.capture().taker(capture, progress::remark);
        snapshot(jvm, capture, "start", parts);
        progress.step("recording process " + request.pid());
        Duration duration = request.until().duration();
        while (!stopped.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            ProcessState state = ProcessState.read(request.pid());
            lookAtGroup();
            if (state.hasEnded() || !process.isAlive()) {
                capture.exited(Instant.now(), state.exitStatus());
                return CaptureEnd.targetEnded(request.pid(), state.words());
            }
            if (disk.isNearlyFull()) {
                return CaptureEnd.stopped("the disk of " + capture.folder().path() + " is nearly full");
            }
            if (theirs.isNearlyFull()) {
                return CaptureEnd.stopped("the disk of the target's " + chunksFolder + " is nearly full");
            }
            if (duration != null && System.nanoTime() - began >= duration.toNanos()) {
                break;
            }
            if (request.until().dumps() && dumps != null && dumps.isOver()) {
                break;
            }
            if (state.isStopped()) {
                // It can go on at any moment, and the capture with it.
                if (capture.course().halt()) {
                    progress.remark("process " + request.pid() + " is not running: " + state.words()
                            + "; no snapshots are taken until it runs again");
                }
                continue;
            }
            capture.course().resume();
            NearLimit.Due due = near.look(Cgroup.memory(request.pid()).chargedShare(), System.nanoTime());
            if (due != NearLimit.Due.NOTHING) {
                snapshot(jvm, capture, NearLimit.CLOSE_NAME, parts);
                if (due == NearLimit.Due.COMPLETE) {
                    snapshot(jvm, capture, NearLimit.COMPLETE_NAME, complete(parts));
                }
            } else if (schedule.isDue()) {
                snapshot(jvm, capture, "periodic", parts);
            } else if (dumps != null) {
                dumps.look(jvm);
            } else if (closely && carriers != null && !carriers.still().isEmpty()) {
                dumpOfStill(capture).look(jvm);
            }
        }
        if (ofStill != null) {
            ofStill.save();
        }
        if (dumps != null) {
            dumps.save();
        }
        ProcessState last = ProcessState.read(request.pid());
        if (last.isStopped()) {
            return CaptureEnd.stopped("no snapshot at the end of process " + request.pid() + ": " + last.words());
        }
        boolean heap = all.contains(Part.HEAP)
                && HeapDumps.announce(jvm, capture.folder().path(), minFree(), progress);
        snapshot(jvm, capture, "end", heap ? all : parts);
        return LiveSnapshot.answered(capture);
    }

    private long minFree() {
        return request.capture().minFreeBytes();
    }

    private static Set<Part> complete(Set<Part> parts) {
        Set<Part> all = EnumSet.copyOf(parts);
        all.addAll(EnumSet.of(Part.HISTOGRAM, Part.THREADS));
        return all;
    }

    /** What carriers hold that stand still is in no recording: two dumps of it, taken when it is first seen. */
    private DumpTaker dumpOfStill(RollingCapture capture) {
        DumpTaker taker = ofStill;
        if (taker == null) {
            taker = new DumpTaker(
                    OF_STILL,
                    capture.dumps(
                            ThreadDumps.MOST, Long.MAX_VALUE, request.capture().minFreeBytes()),
                    capture,
                    progress::remark);
            ofStill = taker;
        }
        return taker;
    }

    private void snapshot(Attached jvm, RollingCapture capture, String name, Set<Part> parts) {
        FollowedJvm.snapshot(capture, jvm, process, name, parts, progress::remark);
    }

    /** Whatever happened: the target's recording ends, and what there is of it comes into the capture. */
    private void endRecording(JfrCommands jfr, CaptureFolder folder, TargetFiles files) {
        try {
            if (recorded && ProcessState.isAlive(process)) {
                progress.step("writing the recording");
                jfr.stop();
            }
        } catch (Unanswered e) {
            Duration duration = request.until().duration();
            progress.remark(e.getMessage() + "; the recording is taken from what it has written to disk, and it stops"
                    + " recording as soon as it continues"
                    + (duration == null
                            ? ""
                            : ", at the latest "
                                    + Amounts.time(duration.plus(MARGIN).toNanos()) + " after the recording began"));
        } catch (DataException e) {
            if (ProcessState.isAlive(process)) {
                progress.remark(String.valueOf(e.getMessage()));
            }
        }
        try {
            written = files.fetch(CaptureFolder.RECORDING, most());
            if (recorded && chunks != null && !written) {
                // It was killed or is stopped, and could not write its recording: what there is are its chunks. One
                // that is stopped writes it when it goes on, and finds the file only if that is there.
                boolean ended = !ProcessState.isAlive(process);
                if (ended) {
                    Files.deleteIfExists(folder.resolve(CaptureFolder.RECORDING));
                }
                chunks.copyTo(folder.resolve(CaptureFolder.REPOSITORY), most());
                // All of them are ours, and its JVM is not there to remove them.
                if (alone && ended) {
                    chunks.remove();
                }
            }
        } catch (IOException e) {
            progress.remark("the recording could not be fetched: " + CaptureFolder.reason(e));
        } finally {
            if (chunks != null) {
                chunks.close();
            }
        }
    }

    /** The largest recording that the target may hand over, in bytes: JFR exceeds its bound by the newest chunks. */
    private long most() {
        return Math.addExact(2 * request.maxBytes(), SLACK_BYTES);
    }
}
