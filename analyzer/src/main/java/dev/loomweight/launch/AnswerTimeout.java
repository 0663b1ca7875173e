package dev.loomweight.launch;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.TimeLimit;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.report.Amounts;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Limits the time to wait for an answer of a target, so that this program can always end. Work that may block forever, such
 * as the JDK's attach client on the socket of a stopped process, runs on a separate daemon thread; when it has taken too
 * long it is given up, and nothing waits for that thread any more.
 *
 * <p>The limit depends on what the target does meanwhile: {@link #STOPPED} while it is stopped, {@link #STALLED} while it
 * uses no processor time and sends nothing, {@link #LONGEST} at all. A target that works on a long answer, such as the
 * histogram of a large heap, uses processor time. All of them are shorter when the calling thread is interrupted, or
 * {@link TimeLimit#hurry} was called.
 */
public final class AnswerTimeout {

    /** For a process that the kernel reports as stopped or frozen, without a break. */
    public static final Duration STOPPED = Duration.ofSeconds(5);

    /** For a process that does not use processor time and sends no byte of an answer: as long as a slow disk may take. */
    static final Duration STALLED = Duration.ofSeconds(30);

    /** For any answer: longer than the histogram of a heap of 100 GB takes. */
    static final Duration LONGEST = Duration.ofMinutes(5);

    private static final Duration HURRIED_STOPPED = Duration.ofMillis(500);
    private static final Duration HURRIED_STALLED = Duration.ofSeconds(2);
    /** What a target that runs may take to write its recording after Ctrl-C; another Ctrl-C does not wait for it. */
    private static final Duration HURRIED_LONGEST = Duration.ofSeconds(20);

    /** A wait that is longer is said to the user, with what is waited for. */
    static final Duration UNEXPLAINED = Duration.ofSeconds(2);

    private final long pid;
    private final String question;
    private final LongSupplier received;
    private final Consumer<String> waiting;
    private final long began = System.nanoTime();
    private long stoppedSince = began;
    private long quietSince = began;
    private long progress = -1;
    private final boolean hurried;
    private boolean explained;

    private AnswerTimeout(long pid, String question, LongSupplier received, Consumer<String> waiting, boolean hurried) {
        this.pid = pid;
        this.question = question;
        this.received = received;
        this.waiting = waiting;
        this.hurried = hurried;
    }

    /**
     * Does work that needs the target.
     *
     * @param pid the target
     * @param question what it is asked, for the message
     * @param received how much of the answer is there, in bytes: any measure that grows
     * @param waiting gets one line on what is waited for, and for how long at most, when that takes longer than {@link
     *     #UNEXPLAINED}; on the calling thread
     * @param work the work; it may block its thread
     * @return what the work gives
     * @throws Unanswered if it takes too long, or the calling thread is interrupted; the work may go on unseen
     * @throws DataException if the target has ended
     * @throws Exception what the work throws
     */
    public static <T> T ask(
            long pid, String question, LongSupplier received, Consumer<String> waiting, Callable<T> work)
            throws Exception {
        return new AnswerTimeout(pid, question, received, waiting, false).await(TimeLimit.start(question, work));
    }

    /**
     * Waits for work that is under way, or waits in a queue.
     *
     * @param waiting as in {@link #ask}
     * @param task what {@link #ask} would have started; it is cancelled if it is given up before it has begun
     * @param hurried whether a process that is stopped is waited for no longer than it takes to send the question
     */
    public static <T> T await(
            long pid,
            String question,
            LongSupplier received,
            Consumer<String> waiting,
            boolean hurried,
            FutureTask<T> task)
            throws Exception {
        return new AnswerTimeout(pid, question, received, waiting, hurried).await(task);
    }

    private <T> T await(FutureTask<T> task) throws Exception {
        try {
            return TimeLimit.await(task, this::look);
        } catch (DataException e) {
            // Not begun yet, it never will be; under way, it is left to itself.
            task.cancel(false);
            throw e;
        }
    }

    /** Looks at the target, and throws if no answer can be expected. */
    private void look(boolean interrupted) {
        ProcessState state = ProcessState.read(pid);
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
        boolean leaving = TimeLimit.isHurried() || interrupted;
        if (now - stoppedSince > (leaving || hurried ? HURRIED_STOPPED : STOPPED).toNanos()) {
            throw unanswered(now, state.words());
        }
        if (now - quietSince > (leaving ? HURRIED_STALLED : STALLED).toNanos()) {
            throw unanswered(now, idle());
        }
        Duration longest = interrupted ? HURRIED_STALLED : TimeLimit.isHurried() ? HURRIED_LONGEST : LONGEST;
        if (now - began > longest.toNanos()) {
            throw unanswered(
                    now,
                    leaving
                            ? "it is running, but loomweight is ending and does not wait any longer"
                            : "it is running but does not answer");
        }
        if (!leaving && !explained && now - began > UNEXPLAINED.toNanos()) {
            explained = true;
            explain(state, now);
        }
    }

    private void explain(ProcessState state, long now) {
        boolean isIdle = now - quietSince > UNEXPLAINED.toNanos() / 2;
        String why = state.isStopped() ? state.words() : isIdle ? idle() : "it is running";
        Duration limit = state.isStopped() ? STOPPED : isIdle ? STALLED : LONGEST;
        waiting.accept("waiting for process " + pid + " to answer " + question + ", at most "
                + Amounts.time(limit.toNanos()) + ": " + why);
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

    public static Unanswered unanswered(long pid, String question, Duration waited, String why) {
        return new Unanswered("process " + pid + " did not answer " + question
                + (waited.isZero() ? "" : " for " + Durations.text(waited)) + ": " + why);
    }
}
