package dev.loomweight.launch;

import dev.loomweight.capture.CaptureDriver;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.CaptureState;
import dev.loomweight.capture.CrashLogs;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.FailureLog;
import dev.loomweight.capture.OrderlyEnd;
import dev.loomweight.capture.PidsLimits;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.ThreadDumps;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.launch.group.OomKills;
import dev.loomweight.times.CarrierCollector;
import dev.loomweight.times.RemoteCarriers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Captures a running JVM by the attach mechanism and without loading an agent: a recording in addition to any that runs
 * there, and snapshots. Stopped at any time, it ends only its own recording.
 */
public final class RecordRun {

    /** Far above the size at which the JVM begins a new file, where it may; otherwise of 600,000 collections. */
    private static final long MAX_LOG_BYTES = 64 << 20;

    private static final DumpRequest OF_STILL = DumpRequest.of(2, Duration.ofSeconds(1));

    private final Request request;
    private final CaptureProgress progress;
    private final boolean closely;
    private final ProcessHandle process;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final OomKills kills = new OomKills();
    private final PidsLimits pids = new PidsLimits();
    private final Instant began = Instant.now();
    private final Path workingDirectory;
    private List<String> flags = List.of();
    private @Nullable CarrierCollector carriers;
    private @Nullable WaitTrace waits;
    private @Nullable DumpTaker ofStill;

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

        /** Under load a dump takes many times as long as usual. */
        private static final long LONGEST_FOR_DUMPS_NANOS =
                Duration.ofMinutes(1).toNanos();

        /** Not before its target has ended or {@link #stop} is called. */
        public static final Until STOPPED = new Until(null, false);

        /** After the last of a number of thread dumps. */
        public static final Until DUMPED = new Until(null, true);

        /** After a time, or later where the dumps that are to show what does not move take longer. */
        public static Until after(Duration duration) {
            return new Until(duration, false);
        }

        boolean isOver(long beganNanos, @Nullable DumpTaker taker) {
            long left = duration == null ? Long.MAX_VALUE : duration.toNanos() - (System.nanoTime() - beganNanos);
            boolean waits = taker != null && taker.needsMore() && left > -LONGEST_FOR_DUMPS_NANOS;
            return (left <= 0 && !waits) || (dumps && taker != null && taker.isOver());
        }
    }

    /**
     * Prepares it.
     *
     * @throws DataException if there is no such process
     */
    public RecordRun(Request request, CaptureProgress progress) {
        this(request, progress, false);
    }

    /**
     * Prepares it for a question.
     *
     * @param closely whether the carriers are looked at more often: for up to 5 % of the time, and not 0.5 %
     * @throws DataException if there is no such process
     */
    public RecordRun(Request request, CaptureProgress progress, boolean closely) {
        this.request = request;
        this.progress = progress;
        this.closely = closely;
        ProcessOwner.requireOwn(request.pid());
        this.process = ProcessHandle.of(request.pid()).orElseThrow();
        this.workingDirectory = new ProcFiles(request.pid()).workingDirectory();
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
            CaptureRequest wanted = request.capture();
            Map<String, Object> facts = JvmFacts.of(
                    jvm,
                    request.name(),
                    "record",
                    wanted.labelFacts(new ProcFiles(request.pid()).environment()),
                    wanted.classes());
            flags = List.of(jvm.run("VM.flags").split("\\s+"));
            requireTime();
            CaptureFolder folder = CaptureFolder.create(wanted.folder());
            RollingCapture capture = new RollingCapture(folder, FollowedJvm.MAX_SNAPSHOTS, detail(jvm, facts), facts);
            Set<Part> parts = parts(String.valueOf(facts.get("nmt")));
            try {
                return capture.capture(() -> "", () -> capture(jvm, capture, parts));
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

    private @Nullable String capture(Attached jvm, RollingCapture capture, Set<Part> parts)
            throws InterruptedException {
        CaptureFolder folder = capture.folder();
        try (TargetFiles files = TargetFiles.create(request.pid(), folder.path())) {
            TargetRecording recording = new TargetRecording(request, process, progress, jvm, folder, files);
            CaptureEnd end;
            String log = files.expect(CaptureFolder.JVM_LOG);
            boolean logs = logFailures(jvm, log, files.areMade());
            try {
                recording.start(capture);
                carriers = request.capture().carriers()
                        ? RemoteCarriers.follow(
                                () -> Attached.attach(request.pid()), folder, request.pid(), closely, progress::remark)
                        : null;
                end = follow(jvm, capture, recording, parts);
            } finally {
                if (carriers != null) {
                    carriers.close();
                }
                if (waits != null) {
                    waits.close();
                }
                if (logs) {
                    endLog(jvm, log, files);
                }
                recording.end();
            }
            RemoteCarriers.nameByRecording(folder);
            return end(capture, end, recording.isWritten());
        }
    }

    /** Whether NMT is asked in detail: on request, and where the JDK has no other list of its addresses. */
    private boolean detail(Attached jvm, Map<String, Object> facts) {
        return request.capture().snapshots().detail()
                || ("detail".equals(facts.get("nmt")) && !jvm.run("help").contains("System.map"));
    }

    /** Says in the manifest how it ended; gives the line on it, or null. */
    private @Nullable String end(RollingCapture capture, CaptureEnd seen, boolean recorded) {
        lookAtGroup();
        capture.putAll(kills.facts());
        capture.putAll(pids.facts());
        if (!ProcessState.isAlive(process)) {
            CrashLogs.put(capture.folder(), CrashLogs.lines(workingDirectory, flags, request.pid(), began));
        }
        CaptureEnd end = seen;
        if (end.state() != CaptureState.COMPLETE && !ProcessState.isAlive(process)) {
            // A JVM that ends by itself writes its recording.
            capture.put("targetEnded", recorded ? "ended" : "killed");
            if (!recorded && kills.killed() > 0) {
                // Why it ended is more than how that was seen: that its parent has not asked for its status, say.
                end = CaptureEnd.targetEnded(request.pid(), kills.end().status());
            }
        }
        capture.end(end);
        return end.state() == CaptureState.COMPLETE ? null : end.why();
    }

    /** What is asked at each sampling point; says what this JVM does not give. */
    private Set<Part> parts(String level) {
        Set<Part> parts = EnumSet.copyOf(request.capture().snapshots().parts());
        if (level.equals("off")) {
            parts.remove(Part.NMT);
            // Who asks what threads do gets an answer without it.
            if (closely) {
                return parts;
            }
            progress.remark("native memory tracking is off in process " + request.pid()
                    + ", and cannot be switched on while it runs: " + NmtStart.START_SUMMARY
                    + " to see native memory by category; everything else is captured");
        } else if (request.capture().snapshots().detail() && !level.equals("detail")) {
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
            boolean unused = files.fetch(CaptureFolder.JVM_LOG, MAX_LOG_BYTES);
        } catch (IOException | DataException e) {
            // It goes on logging into a file of at most a megabyte.
        }
    }

    /** Takes snapshots until it ends; gives how it did. */
    private CaptureEnd follow(Attached jvm, RollingCapture capture, TargetRecording recording, Set<Part> all)
            throws InterruptedException {
        DumpTaker dumps = request.capture().taker(capture, progress::remark);
        LiveDumps.warn(jvm, request.capture().dumps(), progress::remark);
        BiConsumer<String, Set<Part>> snapshots =
                FollowedJvm.snapshots(capture, jvm, process, HeapDumps.without(all), progress::remark);
        CaptureDriver driver = new CaptureDriver(capture.course(), snapshots, dumps, progress::remark);
        long began = System.nanoTime();
        driver.begin(request.capture().snapshots().every());
        // After the first snapshot: a class is changed for it.
        if (recording.isStarted() && request.capture().tracesWaits()) {
            waits = WaitTrace.start(jvm, progress::remark);
        }
        progress.step("recording process " + request.pid());
        Supplier<@Nullable String> disks = recording.disks();
        CaptureEnd early = driver.follow(
                stopped,
                CaptureDriver.LOOK_MILLIS,
                jvm,
                () -> look(capture, disks, request.until().isOver(began, dumps)),
                () -> lookAtStill(jvm, capture));
        if (early.state() != CaptureState.COMPLETE) {
            return early;
        }
        if (ofStill != null) {
            ofStill.save();
        }
        if (dumps != null) {
            dumps.end();
        }
        ProcessState last = ProcessState.read(request.pid());
        if (last.isStopped()) {
            return CaptureEnd.stopped("no snapshot at the end of process " + request.pid() + ": " + last.words());
        }
        boolean heap = all.contains(Part.HEAP)
                && HeapDumps.announce(jvm, capture.folder().path(), minFree(), progress);
        snapshots.accept("end", heap ? Set.of(Part.HEAP) : Set.of());
        return LiveSnapshot.answered(capture);
    }

    private CaptureDriver.Seen look(RollingCapture capture, Supplier<@Nullable String> disks, boolean over) {
        ProcessState state = ProcessState.read(request.pid());
        lookAtGroup();
        if (waits != null && !state.isStopped() && !state.hasEnded()) {
            waits.look();
        }
        if (state.hasEnded() || !process.isAlive()) {
            capture.exited(Instant.now(), state.exitStatus());
            return state.ending(CaptureEnd.targetEnded(request.pid(), state.words()));
        }
        String full = disks.get();
        return state.ending(
                full != null ? CaptureEnd.stopped(full + " is nearly full") : over ? CaptureEnd.COMPLETE : null);
    }

    private long minFree() {
        return request.capture().minFreeBytes();
    }

    /** What carriers hold that stand still is in no recording: two dumps of it, taken when it is first seen. */
    private void lookAtStill(Attached jvm, RollingCapture capture) {
        if (!closely || carriers == null || carriers.still().isEmpty()) {
            return;
        }
        if (ofStill == null) {
            ofStill = new DumpTaker(
                    OF_STILL,
                    capture.dumps(ThreadDumps.MAX_DUMPS, Long.MAX_VALUE, minFree()),
                    capture,
                    progress::remark);
        }
        ofStill.look(jvm);
    }
}
