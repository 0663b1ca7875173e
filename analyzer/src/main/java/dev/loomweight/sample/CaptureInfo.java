package dev.loomweight.sample;

import dev.loomweight.capture.CaptureState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code capture.json}: what the collector knew of the target.
 *
 * @param target what ran, such as {@code sleepers}
 * @param jdk the target's JDK, as {@code java.vm.version} gives it
 * @param pid the target's process id
 * @param started when the capture began
 * @param command the target's command line, without its environment
 * @param threads the threads that were to be started
 * @param status how the capture ended: {@code complete}, or why it is not
 * @param run its place in a series of runs, or null if it stands alone
 * @param end how the target ended
 * @param dumpBudget the share of the time for which thread dumps were allowed to stop the target; 0 where their number was
 *     not left to that
 */
public record CaptureInfo(
        String target,
        String jdk,
        long pid,
        Instant started,
        List<String> command,
        Threads threads,
        String status,
        @Nullable Run run,
        End end,
        double dumpBudget)
        implements Sample {

    /** A capture whose thread dumps, if any, had no budget. */
    public CaptureInfo(
            String target,
            String jdk,
            long pid,
            Instant started,
            List<String> command,
            Threads threads,
            String status,
            @Nullable Run run,
            End end) {
        this(target, jdk, pid, started, command, threads, status, run, end, 0);
    }

    public CaptureInfo {
        command = List.copyOf(command);
    }

    /** The kind of threads, {@code platform} or {@code virtual}; null where it is not fixed. */
    public @Nullable String kind() {
        return threads.kind;
    }

    /** Whether nothing lacks that it was to have. */
    public boolean isComplete() {
        return state() == CaptureState.COMPLETE;
    }

    /** Whether it goes on, or its collector was killed. */
    public boolean isRunning() {
        return state() == CaptureState.RUNNING;
    }

    /** Whether it ended before its time, which hides what came later and nothing of what it has. */
    public boolean wasStopped() {
        return state() == CaptureState.STOPPED;
    }

    /** Whether nothing but the end of the target ended it, or it goes on: then it has all that there was to capture. */
    public boolean goesToTheEndOfTheTarget() {
        return isRunning() || state() == CaptureState.TARGET_ENDED || end.killed();
    }

    private CaptureState state() {
        return CaptureState.of(status);
    }

    /** How many threads were to be started; 0 where it is not fixed. */
    public long threadsAsked() {
        return threads.asked;
    }

    /** How many threads slept when the last snapshot was taken. */
    public long threadsRan() {
        return threads.ran;
    }

    /** How many frames each thread has below its sleep. */
    public int depth() {
        return threads.depth;
    }

    /** The stack size of a platform thread, in bytes; 0 where it is not known. */
    public long stackSizeBytes() {
        return threads.stackSizeBytes;
    }

    /**
     * The threads that a target was to start.
     *
     * @param kind {@code platform} or {@code virtual}, or null where that is not fixed
     * @param asked how many were to be started, or 0 where that is not fixed
     * @param ran how many of them slept when the last snapshot was taken
     * @param depth how many frames each has below its sleep
     * @param stackSizeBytes the stack size of a platform thread, in bytes, or 0 where it is not known
     */
    public record Threads(@Nullable String kind, long asked, long ran, int depth, long stackSizeBytes) {

        /** Nothing is fixed. */
        public static final Threads NONE = new Threads(null, 0, 0, 0, 0);
    }

    /**
     * One run of a series.
     *
     * @param number its place in the order of the runs, from 1
     * @param of how many were planned
     * @param repeat which repetition of the same settings it is, from 1
     */
    public record Run(int number, int of, int repeat) {}

    /**
     * How the target ended, as far as its collector, or its successor, saw it.
     *
     * @param time when the capture ended, or null if that is not known
     * @param exited when the target was seen to have ended, or null
     * @param exitStatus the target's, or null if that is not known
     * @param killed whether it ended without ending by itself
     * @param count what the kernel counted of its control group
     * @param threads what refuses it threads
     * @param log what the log of its JVM has, or null if there is none
     * @param printed the errors that it printed, where its output went to a file
     */
    public record End(
            @Nullable Instant time,
            @Nullable Instant exited,
            @Nullable Integer exitStatus,
            boolean killed,
            KillCount count,
            ThreadLimit threads,
            @Nullable JvmLog log,
            List<OutOfMemory> printed) {

        /** Nothing is known. */
        public static final End UNKNOWN =
                new End(null, null, null, false, KillCount.NONE, ThreadLimit.NONE, null, List.of());

        public End {
            printed = List.copyOf(printed);
        }

        /** 128 + SIGKILL. */
        public static final int STATUS_OF_KILL = 137;

        /** Whether it was killed, by whomever. */
        public boolean wasKilled() {
            return exitStatus == null ? killed : exitStatus == STATUS_OF_KILL;
        }

        /** Whether the kernel killed it for lack of memory. */
        public boolean wasKilledForMemory() {
            return wasKilled() && count.kills() > 0;
        }

        /** Whether it was killed, and it is known that the kernel did not do it for lack of memory. */
        public boolean wasKilledByAnother() {
            return wasKilled() && count.kills() == 0 && count.group() == KillCount.Group.SAME;
        }
    }
}
