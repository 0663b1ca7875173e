package dev.loomweight.capture;

import dev.loomweight.capture.CaptureFolder.Part;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The driver of a capture that runs, of {@code run}, {@code record}, {@code dumps} and the agent: decides what is taken of
 * the target at a moment, and lets the capture stand as the target does. What state it is in its {@link CaptureCourse}
 * says.
 *
 * <p>Used by one thread, but for {@link #lookAtLimit}, which may have one of its own.
 */
public final class CaptureDriver {

    /** From one look at a target to the next, in milliseconds. */
    public static final long LOOK_MILLIS = 50;

    /** What a snapshot at the limit has in addition: what the heap holds, and who holds it. */
    private static final Set<Part> AT_LIMIT = Set.of(Part.HISTOGRAM, Part.THREADS);

    private final CaptureCourse course;
    private final BiConsumer<String, Set<Part>> snapshots;
    private final @Nullable DumpTaker dumps;
    private final Consumer<String> remarks;
    private final NearLimit near = new NearLimit();
    private @Nullable Schedule schedule;

    /**
     * What a look at the target shows.
     *
     * @param end what ends the capture, or null where it goes on
     * @param halted why the target does not run until it is continued, for people; null where it runs
     */
    public record Seen(@Nullable CaptureEnd end, @Nullable String halted) {}

    /**
     * Drives a capture of which nothing is taken yet.
     *
     * @param snapshots takes a snapshot: its name, and the parts that it has in addition to the usual ones
     * @param dumps takes the thread dumps, or null where none are wanted
     * @param remarks gets what the user must know
     */
    public CaptureDriver(
            CaptureCourse course,
            BiConsumer<String, Set<Part>> snapshots,
            @Nullable DumpTaker dumps,
            Consumer<String> remarks) {
        this.course = course;
        this.snapshots = snapshots;
        this.dumps = dumps;
        this.remarks = remarks;
    }

    /**
     * Takes the first snapshot of a target; from now on others follow.
     *
     * @param every the longest time between two; positive
     */
    public void begin(Duration every) {
        snapshots.accept("start", Set.of());
        schedule = new Schedule(every, System::nanoTime);
    }

    /**
     * Captures until the target ends it, or the user.
     *
     * @param stopped counted down when the user wants it to end
     * @param millis from one look to the next
     * @param target what it shows at a look
     * @param idle what is done where nothing else is due
     */
    public CaptureEnd follow(
            CountDownLatch stopped, long millis, DiagnosticCommands jvm, Supplier<Seen> target, Runnable idle)
            throws InterruptedException {
        while (!stopped.await(millis, TimeUnit.MILLISECONDS)) {
            Seen seen = target.get();
            if (seen.end() != null) {
                return seen.end();
            }
            if (runs(jvm.pid(), seen.halted()) && !look(jvm)) {
                idle.run();
            }
        }
        return CaptureEnd.COMPLETE;
    }

    /**
     * Halts the capture with its target, or lets it go on: that can happen at any moment.
     *
     * @param halted as in {@link Seen}
     * @return whether the target can be asked
     */
    public boolean runs(long pid, @Nullable String halted) {
        if (halted == null) {
            course.resume();
        } else if (course.halt()) {
            remarks.accept(
                    "process " + pid + " is not running: " + halted + "; no snapshots are taken until it runs again");
        }
        return halted == null;
    }

    /**
     * Takes what is most urgent of a target that runs.
     *
     * @return false if nothing is ever due but snapshots, and none was
     */
    public boolean look(DiagnosticCommands jvm) {
        if (schedule != null && lookAtLimit(Cgroup.memory(jvm.pid()))) {
            return true;
        } else if (schedule != null && schedule.isDue()) {
            snapshots.accept("periodic", Set.of());
            return true;
        } else if (dumps != null) {
            dumps.look(jvm);
        }
        return dumps != null;
    }

    /** Takes the snapshots that are due because the limit on memory is near; false if none is. */
    public boolean lookAtLimit(Cgroup.MemoryLimit limit) {
        NearLimit.Due due = near.look(limit.chargedShare(), System.nanoTime());
        if (due != NearLimit.Due.NOTHING) {
            snapshots.accept(NearLimit.CLOSE_NAME, Set.of());
        }
        if (due == NearLimit.Due.COMPLETE) {
            // After the other: it takes longer than there may be.
            snapshots.accept(NearLimit.COMPLETE_NAME, AT_LIMIT);
        }
        return due != NearLimit.Due.NOTHING;
    }

    /** Whether snapshots follow each other as the limit comes near, so that those between must be comparable. */
    public boolean isNearLimit() {
        return near.isNear();
    }

    /**
     * When snapshots are due: after one second, then after twice the time each until the requested maximum. No snapshot can
     * be taken of a process that has ended, so the last one of a program that runs for some seconds is to be no older than
     * half its life.
     */
    static final class Schedule {

        private static final Duration FIRST = Duration.ofSeconds(1);

        private final long everyNanos;
        private final LongSupplier clock;
        private long gapNanos;
        private long due;

        /**
         * @param every the longest gap; positive
         * @param clock nanoseconds, as {@link System#nanoTime}
         */
        Schedule(Duration every, LongSupplier clock) {
            this.everyNanos = every.toNanos();
            this.clock = clock;
            this.gapNanos = Math.min(FIRST.toNanos(), everyNanos);
            this.due = clock.getAsLong() + gapNanos;
        }

        /** Whether one is due; if so, the next one is due later. */
        boolean isDue() {
            long now = clock.getAsLong();
            if (now - due < 0) {
                return false;
            }
            gapNanos = Math.min(2 * gapNanos, everyNanos);
            due = now + gapNanos;
            return true;
        }
    }
}
