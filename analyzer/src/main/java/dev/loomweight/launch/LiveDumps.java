package dev.loomweight.launch;

import dev.loomweight.capture.CaptureDriver;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.OrderlyEnd;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.ThreadDumps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Thread dumps of a JVM that runs already, and nothing else: no recording, no snapshot. As {@link RecordRun} keeps them, in
 * a capture.
 */
public final class LiveDumps {

    /** What must stay free on the disk of the capture, in bytes, unless the user says otherwise. */
    public static final long MIN_FREE_BYTES = 256L << 20;

    private static final String SCHEDULER = "Thread.vthread_scheduler";
    private static final long LOOK_MILLIS = 20;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final long pid;
    private final DumpRequest dumps;
    private final @Nullable Duration duration;
    private final long minFreeBytes;

    /**
     * Prepares it.
     *
     * @param pid the JVM's process; it must belong to the caller
     * @param dumps which dumps
     * @param duration how long at most, or null for as long as it takes; sampled dumps have no end of their own
     * @param minFreeBytes what must stay free on the disk, in bytes
     */
    public LiveDumps(long pid, DumpRequest dumps, @Nullable Duration duration, long minFreeBytes) {
        this.pid = pid;
        this.dumps = dumps;
        this.duration = duration;
        this.minFreeBytes = minFreeBytes;
    }

    /** Ends it before its time; safe on any thread, also before it has begun. */
    public void stop() {
        stopped.countDown();
    }

    /**
     * Takes them.
     *
     * @param path the capture to make; must not exist or be empty
     * @param progress gets what the user must know
     * @throws DataException if there is no such process, it belongs to another user or is no JVM, if no dump could be
     *     taken, or if the capture cannot be written
     * @throws InterruptedException if the calling thread is interrupted; what was taken is kept
     */
    @SuppressWarnings("try") // The work is open as long as the block runs.
    public void take(Path path, CaptureProgress progress) throws InterruptedException {
        try (OrderlyEnd.Entry work = OrderlyEnd.awaiting(this::stop);
                Attached jvm = Attached.attach(pid, progress::remark)) {
            Map<String, Object> facts = JvmFacts.of(jvm, "process " + pid, "dumps", Map.of(), true);
            RecordRun.requireTime();
            CaptureFolder folder = CaptureFolder.create(path);
            RollingCapture capture = new RollingCapture(folder, FollowedJvm.MAX_SNAPSHOTS, facts);
            ThreadDumps writer = capture.dumps(ThreadDumps.MAX_DUMPS, Long.MAX_VALUE, minFreeBytes);
            String[] said = new String[1];
            warn(jvm, dumps, progress::remark);
            DumpTaker taker = new DumpTaker(dumps, writer, capture, line -> {
                said[0] = line;
                progress.remark(line);
            });
            capture.capture(() -> "", () -> {
                CaptureEnd end = follow(jvm, capture, taker);
                taker.end();
                if (end.equals(CaptureEnd.COMPLETE) && writer.hasAny()) {
                    carriers(jvm, capture);
                }
                return capture.end(end);
            });
            if (!writer.hasAny()) {
                boolean unused = folder.removeIfNothingCaptured();
                throw new DataException(said[0] == null ? "no thread dump of process " + pid + " was taken" : said[0]);
            }
        }
    }

    /**
     * Says before it begins what many dumps can do to a JVM of 25 or newer.
     *
     * @param dumps those that are to be taken, or null for none
     */
    static void warn(DiagnosticCommands jvm, @Nullable DumpRequest dumps, Consumer<String> remarks) {
        if (dumps != null && dumps.isSampled() && WaitTrace.isOffered(jvm)) {
            remarks.accept("of a JDK 25 or newer, as process " + jvm.pid()
                    + " is, one dump in some thousands can end the JVM while its virtual threads move (JDK-8364343)");
        }
    }

    /** How many carriers there are, and who polls for virtual threads, where the JDK says so: no dump does. */
    private static void carriers(Attached jvm, RollingCapture capture) {
        try {
            if (jvm.run("help").contains(SCHEDULER)) {
                Path unused = capture.snapshot(jvm, "carriers", Set.of(Part.SCHEDULER, Part.POLLERS));
            }
        } catch (DataException e) {
            // It does not answer, or has ended: the dumps stand for themselves.
        }
    }

    private CaptureEnd follow(Attached jvm, RollingCapture capture, DumpTaker taker) throws InterruptedException {
        long began = System.nanoTime();
        // That it does not run is said where it does not answer.
        CaptureDriver driver = new CaptureDriver(capture.course(), (name, more) -> {}, taker, line -> {});
        driver.look(jvm);
        return driver.follow(
                stopped,
                LOOK_MILLIS,
                jvm,
                () -> {
                    boolean over =
                            taker.isOver() || (duration != null && System.nanoTime() - began >= duration.toNanos());
                    ProcessState state = ProcessState.read(pid);
                    return state.ending(
                            over
                                    ? CaptureEnd.COMPLETE
                                    : state.hasEnded() ? CaptureEnd.targetEnded(pid, state.words()) : null);
                },
                () -> {});
    }
}
