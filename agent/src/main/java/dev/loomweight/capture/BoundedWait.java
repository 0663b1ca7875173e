package dev.loomweight.capture;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Bounds every wait for a target, so that the user can always end this program. What can block forever, as the JDK's
 * attach client does on the socket of a stopped process, runs on a daemon thread of its own; when it has taken too long,
 * nothing waits for that thread any more.
 *
 * <p>The limit depends on what the target does meanwhile: {@link #STOPPED} while it is stopped, {@link #STALLED} while it
 * uses no processor time and sends nothing, {@link #LONGEST} in any case. A target that works on a long answer, such as
 * the histogram of a large heap, uses processor time. All limits are shorter when the calling thread is interrupted, or
 * after {@link #programEnds}.
 */
public final class BoundedWait {

    /** Limit for a process that the kernel reports as stopped or frozen without a break. */
    public static final Duration STOPPED = Duration.ofSeconds(5);

    /** Limit for a process that uses no processor time and sends nothing: as long as a slow disk can take. */
    static final Duration STALLED = Duration.ofSeconds(30);

    /** Limit for any answer: longer than the histogram of a heap of 100 GB takes. */
    static final Duration LONGEST = Duration.ofMinutes(5);

    /** Limit for files of {@code /proc}, some of which wait for a lock of the process: smaps of a million mappings takes 10 s. */
    static final Duration KERNEL = Duration.ofSeconds(30);

    private static final Duration HURRIED_STOPPED = Duration.ofMillis(500);
    private static final Duration HURRIED_STALLED = Duration.ofSeconds(2);
    /** Limit for a running target to write its recording after Ctrl-C; a second Ctrl-C does not wait. */
    private static final Duration HURRIED_LONGEST = Duration.ofSeconds(20);

    private static final long LOOK_MILLIS = 50;

    private static volatile boolean ending;

    private final long pid;
    private final String question;
    private final LongSupplier received;
    private final long began = System.nanoTime();
    private long stoppedSince = began;
    private long quietSince = began;
    private long progress = -1;
    private final boolean hurried;

    private BoundedWait(long pid, String question, LongSupplier received, boolean hurried) {
        this.pid = pid;
        this.question = question;
        this.received = received;
        this.hurried = hurried;
    }

    /** The user wants the program to end: from now on, waits for a target use the short limits. */
    public static void programEnds() {
        ending = true;
    }

    /**
     * Runs something that needs the target.
     *
     * @param pid the target
     * @param question what it is asked, for the message
     * @param received how much of the answer has arrived, in bytes; any measure that grows
     * @param work runs on a thread of its own
     * @return the result of the work
     * @throws Unanswered if it takes too long, or the calling thread is interrupted; the work can continue unseen
     * @throws DataException if the target has ended
     * @throws Exception what the work throws
     */
    public static <T> T ask(long pid, String question, LongSupplier received, Callable<T> work) throws Exception {
        return await(pid, question, received, false, start(question, work));
    }

    /**
     * Waits for a task that runs or is queued.
     *
     * @param task cancelled if the wait ends before it has begun
     * @param hurried whether to wait for a stopped process no longer than it takes to send the question
     */
    public static <T> T await(long pid, String question, LongSupplier received, boolean hurried, FutureTask<T> task)
            throws Exception {
        return await(task, new BoundedWait(pid, question, received, hurried)::check);
    }

    /**
     * Runs something with a fixed limit, whatever the target does.
     *
     * @param what what is done, for the message, such as {@code reading /proc/1/smaps}
     * @throws Unanswered if it takes longer
     * @throws Exception what the work throws
     */
    public static <T> T within(Duration limit, String what, Callable<T> work) throws Exception {
        long began = System.nanoTime();
        return await(start(what, work), interrupted -> {
            Duration most = ending || interrupted ? least(limit, HURRIED_STALLED) : limit;
            if (System.nanoTime() - began > most.toNanos()) {
                throw new Unanswered(what + " took longer than " + seconds(most) + " and was abandoned");
            }
        });
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static <T> FutureTask<T> start(String name, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name("loomweight: " + name).start(task);
        return task;
    }

    /** Waits for a task; asks at intervals whether to continue, with whether the calling thread was interrupted. */
    private static <T> T await(FutureTask<T> task, Consumer<Boolean> check) throws Exception {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    check.accept(interrupted);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw cause(e);
                }
            }
        } catch (DataException e) {
            // If it has not begun yet, it never will; if it runs, it is abandoned.
            task.cancel(false);
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Throws if no answer is to be expected from the target any more. */
    private void check(boolean interrupted) {
        ProcessState state = ProcessState.of(pid);
        long now = System.nanoTime();
        if (state.hasEnded()) {
            throw new DataException(question + " failed in process " + pid + ": "
                    + (state.words().isEmpty() ? "the process is gone" : state.words()));
        }
        if (!state.isStopped()) {
            stoppedSince = now;
        }
        long sofar = state.cpuTicks() + received.getAsLong();
        if (sofar != progress || state.isStopped()) {
            progress = sofar;
            quietSince = now;
        }
        boolean leaving = ending || interrupted;
        if (now - stoppedSince > (leaving || hurried ? HURRIED_STOPPED : STOPPED).toNanos()) {
            throw unanswered(now, state.words());
        }
        if (now - quietSince > (leaving ? HURRIED_STALLED : STALLED).toNanos()) {
            throw unanswered(now, idle());
        }
        Duration longest = interrupted ? HURRIED_STALLED : ending ? HURRIED_LONGEST : LONGEST;
        if (now - began > longest.toNanos()) {
            throw unanswered(
                    now,
                    leaving ? "it runs, but the wait was cut short" : "it runs, but does not answer");
        }
    }

    private String idle() {
        long waiting = ProcessState.threadsWaitingForDevices(pid);
        return waiting == 0
                ? "it uses no processor time"
                : "it uses no processor time, and " + waiting + " of its threads wait for a disk or another device"
                        + " (state D)";
    }

    private Unanswered unanswered(long now, String why) {
        return unanswered(pid, question, Duration.ofNanos(now - began), why);
    }

    /**
     * The error for a target that does not answer.
     *
     * @param waited how long the caller has waited; zero if it did not
     * @param why what the target does instead, as the end of a sentence
     */
    public static Unanswered unanswered(long pid, String question, Duration waited, String why) {
        return new Unanswered("process " + pid + " did not answer " + question
                + (waited.isZero() ? "" : " within " + seconds(waited)) + ": " + why);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }

    private static Exception cause(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof Exception exception ? exception : e;
    }
}
