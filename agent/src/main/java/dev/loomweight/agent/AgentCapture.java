package dev.loomweight.agent;

import dev.loomweight.capture.CaptureCourse;
import dev.loomweight.capture.CaptureDriver;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.CaptureSlots;
import dev.loomweight.capture.CaptureState;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiskGuard;
import dev.loomweight.capture.DiskReserve;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.FailureLog;
import dev.loomweight.capture.OwnJvm;
import dev.loomweight.capture.Predecessor;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.SetSizes;
import dev.loomweight.capture.ThreadDumps;
import dev.loomweight.capture.own.OwnRecording;
import dev.loomweight.times.CarrierCollector;
import dev.loomweight.times.OwnCarriers;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The capture that the agent writes, if it writes one: recording, snapshots, thread dumps, the time of the carriers. */
final class AgentCapture {

    private static final Duration DUMP_CHECK = Duration.ofMillis(50);
    /** What a capture keeps of thread dumps: enough for the shares of a wait profile. */
    private static final int MAX_DUMPS = 500;

    /** Of a disk on which there is room again and again, the newest. */
    private static final int MAX_PAUSES = 50;

    private static final long MAX_DUMP_BYTES = 128L << 20;

    private final AgentOptions options;
    private final Instrumentation instrumentation;
    private final AgentLog log;
    private final Map<String, String> labels;
    private final CaptureCourse course = new CaptureCourse();
    private volatile @Nullable RollingCapture capture;
    private volatile @Nullable OwnRecording recording;
    private volatile @Nullable DiskReserve reserve;
    private volatile @Nullable ThreadDumps dumps;
    private volatile @Nullable CarrierCollector carriers;
    private final @Nullable FoldLauncher foldCommand;
    private volatile @Nullable Folds folds;
    /** Whether the recording waits for room on the disk. */
    private boolean late;

    private final List<Map<String, String>> pauses = new ArrayList<>();

    /**
     * Prepares it.
     *
     * @param foldCommand what folds the recording, or null if nothing does
     */
    AgentCapture(
            AgentOptions options, Instrumentation instrumentation, AgentLog log, @Nullable FoldLauncher foldCommand) {
        this.foldCommand = foldCommand;
        this.options = options;
        this.instrumentation = instrumentation;
        this.log = log;
        Map<String, String> found = Extra.of("labels", () -> TargetFacts.labels(options));
        this.labels = found == null ? Map.of() : found;
    }

    /**
     * Begins it, with its recording.
     *
     * @return false if its disk is nearly full, so that nothing may be written until {@link #goOn}
     */
    boolean begin() {
        Path out = options.capture().out();
        if (out == null) {
            return true;
        }
        RollingCapture rolling = null;
        try {
            Extra.start("note in the capture before", () -> Predecessor.note(out));
            CaptureFolder folder = CaptureSlots.next(out, options.capture().keep());
            rolling = new RollingCapture(
                    folder, options.capture().snapshots(), false, TargetFacts.of(options, labels), course);
            capture = rolling;
            dumps = rolling.dumps(MAX_DUMPS, MAX_DUMP_BYTES, options.capture().minFree());
            if (DiskGuard.of(folder.path(), options.capture().minFree()).isNearlyFull()) {
                late = true;
                return false;
            }
            record(folder);
        } catch (RuntimeException e) {
            String why = e instanceof DataException ? String.valueOf(e.getMessage()) : e.toString();
            Agent.warn(why + "; nothing is recorded");
            if (rolling != null) {
                rolling.notRecorded(why);
            }
        }
        return true;
    }

    private void record(CaptureFolder folder) {
        reserve = DiskReserve.in(folder);
        recording = OwnRecording.start(
                folder,
                options.capture().maxSize(),
                options.recorded().threadEvents(),
                options.recorded().carriers() ? Samples.EXECUTION : Samples.NONE,
                instrumentation);
    }

    /** Called late, because a recording of the command line can start after the agent. */
    void warnOfSecrets() {
        OwnRecording running = recording;
        RollingCapture rolling = capture;
        List<String> types = running == null ? List.of() : running.secretsOfOthers();
        if (!types.isEmpty() && rolling != null) {
            Path folder = rolling.folder().path();
            Agent.warn("another recording of this JVM records events that can hold secrets (" + String.join(", ", types)
                    + "), so " + folder + " holds them too; loomweight scrub " + folder
                    + " COPY makes a copy without them");
        }
    }

    /** Its folder; an empty path without a capture. */
    Path path() {
        RollingCapture rolling = capture;
        return rolling == null ? Path.of("") : rolling.folder().path();
    }

    /** Whether a recording was started in it, or is when there is room. */
    boolean isRecording() {
        return recording != null || late;
    }

    /** Whether there is a capture. */
    boolean isThere() {
        return capture != null;
    }

    /** Whether there is a capture that may be written to now. */
    boolean isWritten() {
        return written().isPresent();
    }

    private Optional<RollingCapture> written() {
        return Optional.ofNullable(isClosed() ? null : capture);
    }

    private boolean isClosed() {
        return course.state() != CaptureState.RUNNING;
    }

    /** What drives it, of which snapshots are taken so. */
    CaptureDriver driver(BiConsumer<String, Set<Part>> snapshots) {
        return new CaptureDriver(course, snapshots, null, log::say);
    }

    /**
     * Stops what writes by itself, and gives the reserve back, which JFR may need to finish its chunk. Folds are of what is
     * recorded, so that none are begun.
     *
     * @param why the disk is nearly full
     */
    void pause(String why) {
        boolean unused = course.halt();
        releaseReserve();
        CarrierCollector following = carriers;
        if (following != null) {
            following.pause(true);
        }
        OwnRecording running = recording;
        if (running != null) {
            running.stop(instrumentation);
        }
        pauses.add(Map.of("from", Instant.now().toString(), "why", why));
        notePauses();
    }

    /**
     * Goes on after {@link #pause}.
     *
     * @throws DataException if the recording cannot be started
     */
    void goOn() {
        RollingCapture rolling = capture;
        OwnRecording running = recording;
        if (running != null && rolling != null) {
            reserve = DiskReserve.in(rolling.folder());
            running.goOn(instrumentation);
        } else if (late && rolling != null) {
            record(rolling.folder());
        }
        course.resume();
        CarrierCollector following = carriers;
        if (following != null) {
            following.pause(false);
        }
        Map<String, String> last = new LinkedHashMap<>(pauses.removeLast());
        last.put("to", Instant.now().toString());
        pauses.add(last);
        notePauses();
    }

    /** To be called some times a second while it is not paused. */
    void trim() {
        OwnRecording running = recording;
        if (running != null) {
            running.trim();
        }
    }

    private void notePauses() {
        RollingCapture rolling = capture;
        try {
            if (rolling != null) {
                rolling.put(
                        RollingCapture.PAUSES,
                        List.copyOf(pauses.subList(Math.max(0, pauses.size() - MAX_PAUSES), pauses.size())));
            }
        } catch (DataException e) {
            // It has no room for that either; the next time has.
        }
    }

    /** Gives back what was kept on the disk for the end of the recording. */
    void releaseReserve() {
        DiskReserve kept = reserve;
        if (kept != null) {
            kept.release();
        }
    }

    /** Says where metrics are. */
    void putMetrics(String url) {
        written().ifPresent(rolling -> rolling.put("metricsUrl", url));
    }

    /**
     * Takes a snapshot.
     *
     * @return its folder
     * @throws DataException if nothing can be written
     * @throws IllegalStateException if there is no capture
     */
    Path snapshot(OwnJvm opened, String name, Set<Part> parts) {
        RollingCapture rolling = capture;
        if (rolling == null) {
            throw new IllegalStateException("there is no capture");
        }
        return rolling.snapshot(opened, name, parts);
    }

    /** Lets this JVM log into it which allocations fail, and notes how large the heap may become, and which sizes were set. */
    void logFailures(OwnJvm opened) {
        written().ifPresent(rolling -> {
            boolean unused = FailureLog.begin(
                    opened,
                    rolling.folder()
                            .resolve(CaptureFolder.JVM_LOG)
                            .toAbsolutePath()
                            .toString(),
                    false);
            rolling.putAll(SetSizes.facts(opened.run("VM.flags -all")));
        });
    }

    /** Notes what became known of the application. */
    void putAll(Map<String, Object> facts) {
        written().ifPresent(rolling -> rolling.putAll(facts));
    }

    /** Says since when the application is ending. */
    void exited(Instant when) {
        RollingCapture rolling = capture;
        if (rolling != null) {
            rolling.exited(when, null);
        }
    }

    /** Writes where the time of the carriers goes, if it is asked for. */
    void followCarriers() {
        RollingCapture rolling = capture;
        if (!options.recorded().carriers() || rolling == null || carriers != null || isClosed()) {
            return;
        }
        carriers = OwnCarriers.follow(instrumentation, rolling.folder(), log::say);
    }

    /** Folds the recording until the application ends, if that is asked for, on a thread of its own. */
    void foldRecording() {
        RollingCapture rolling = capture;
        OwnRecording running = recording;
        FoldLauncher command = foldCommand;
        if (rolling == null || running == null || command == null || folds != null || isClosed()) {
            return;
        }
        Folds folding = new Folds(
                running::takeNewest,
                rolling.folder(),
                command,
                labels,
                new Folds.Limits(options.capture().maxSize(), options.capture().minFree(), Folds.LONGEST),
                until -> rolling.put(CaptureFolder.FOLDED_UNTIL, until.toString()),
                log::say);
        folds = folding;
        Thread.ofPlatform().daemon().name("loomweight-folds").start(() -> {
            try {
                folding.run(options.folds().every(), () -> !course.isOpen());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Throwable e) {
                if (!folding.isClosed()) {
                    log.say("the recording is no longer folded (" + e + ")");
                }
            }
        });
    }

    /** Ends that, with the process that folds. */
    void endFolds() {
        Folds folding = folds;
        if (folding != null) {
            folding.close();
        }
    }

    /** Ends that. */
    void endCarriers() {
        CarrierCollector following = carriers;
        carriers = null;
        if (following != null) {
            following.close();
        }
    }

    /**
     * Takes a thread dump for an alarm on the calling thread, a platform thread.
     *
     * @param opened the JVM, or null if it was not asked anything yet
     * @return where it is, or why there is none; null where nothing is captured
     */
    @Nullable
    String dumpForAlarm(@Nullable OwnJvm opened) {
        ThreadDumps writer = dumps;
        if (writer == null || isClosed()) {
            return null;
        }
        try {
            ThreadDumps.Taken taken =
                    writer.take(opened == null ? OwnJvm.open() : opened, "alarm", DumpRequest.Print.NONE);
            // The agent knows no faults: their list is newer in the tool than in applications.
            return taken.file() == null
                    ? "no thread dump: " + taken.missing()
                    : "the thread dump is " + taken.file() + " (loomweight faults " + path()
                            + " compares the capture with known faults)";
        } catch (DataException e) {
            return "no thread dump: " + e.getMessage();
        } catch (RuntimeException | LinkageError e) {
            return "no thread dump: " + e;
        }
    }

    /** Takes thread dumps until the application ends, if asked for, on a thread of its own: one can take seconds. */
    void dumpThreads(OwnJvm opened, CountDownLatch ended) {
        DumpRequest request = options.recorded().dumps();
        ThreadDumps writer = dumps;
        RollingCapture rolling = capture;
        if (request == null || writer == null || rolling == null) {
            return;
        }
        DumpTaker taker = new DumpTaker(request, writer, rolling, log::say);
        Extra.loop("loomweight-dumps", "taking thread dumps", ended, () -> {
            try {
                while (!taker.isOver()
                        && course.isOpen()
                        && !ended.await(DUMP_CHECK.toMillis(), TimeUnit.MILLISECONDS)) {
                    if (!isClosed()) {
                        taker.look(opened);
                    }
                }
            } catch (DataException e) {
                log.say("no more thread dumps: " + e.getMessage());
            }
        });
    }

    /** Says that it has ended, and where nothing was recorded at the end, why. */
    void end() {
        RollingCapture rolling = capture;
        try {
            if (rolling != null) {
                CaptureEnd end = course.state() == CaptureState.HALTED
                        ? CaptureEnd.stopped(String.valueOf(pauses.getLast().get("why")))
                        : CaptureEnd.COMPLETE;
                boolean unused = rolling.end(end);
            }
        } catch (DataException e) {
            // The disk is full; why the capture ended is on standard error.
        }
    }
}
