package dev.loomweight.capture;

import dev.loomweight.amount.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the thread dumps of a capture when they are due, and says in its manifest how many there are and what they took.
 *
 * <p>Used by one thread.
 */
public final class DumpTaker {

    /** The key of the manifest. */
    public static final String KEY = "dumps";

    /** {@code capture.json} is written whole; not more often than that for dumps that follow each other fast. */
    private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** After this many requests in a row without an answer, no more are sent. */
    private static final int MAX_FAILURES = 3;

    private final DumpRequest request;
    private final ThreadDumps dumps;
    private final RollingCapture capture;
    private final Consumer<String> remarks;
    private final DumpPace pace;
    private DumpRequest.Print print;
    private int prints;
    private long printedNanos;
    private @Nullable String missing;
    private int failures;
    private int taken;
    private Duration last = Duration.ZERO;
    private long savedNanos;
    private boolean changed;

    /**
     * Prepares it.
     *
     * @param dumps where they go
     * @param capture has the manifest
     * @param remarks gets a line on what cannot be taken, once for each reason
     */
    public DumpTaker(DumpRequest request, ThreadDumps dumps, RollingCapture capture, Consumer<String> remarks) {
        this.request = request;
        this.dumps = dumps;
        this.capture = capture;
        this.remarks = remarks;
        this.print = request.print();
        this.pace = new DumpPace(request, System::nanoTime);
    }

    /**
     * To be called some times a second: takes a dump if one is due.
     *
     * @param jvm the target
     * @throws DataException if the capture cannot be written
     */
    public void look(DiagnosticCommands jvm) {
        if (!pace.isDue() || failures >= MAX_FAILURES) {
            return;
        }
        try {
            boolean printed = isPrintDue();
            ThreadDumps.Taken dump = dumps.take(
                    jvm, request.isSampled() ? "sampled" : "periodic", printed ? print : DumpRequest.Print.NONE);
            if (dump.file() == null) {
                failed(String.valueOf(dump.missing()));
                return;
            }
            failures = 0;
            taken++;
            last = Duration.ofNanos(dump.tookNanos());
            if (printed) {
                print = print.later();
                prints++;
                printedNanos = System.nanoTime();
            }
            pace.taken(dump.tookNanos(), dump.pausedNanos());
            if (dump.missing() != null) {
                say(dump.missing());
            }
        } catch (Unanswered e) {
            failed(String.valueOf(e.getMessage()));
        }
        changed = true;
        if (savedNanos == 0 || System.nanoTime() - savedNanos > SAVE_NANOS) {
            save();
        }
    }

    /** Sampled dumps cost what the budget says; the few with which more is taken do not count there. */
    private boolean isPrintDue() {
        return !request.isSampled()
                || (prints < DumpRequest.USUAL_COUNT
                        && (prints == 0 || System.nanoTime() - printedNanos >= DumpRequest.USUAL_EVERY.toNanos()));
    }

    private void failed(String why) {
        failures++;
        pace.missed();
        say(why);
        changed = true;
        save();
    }

    private void say(String why) {
        if (!why.equals(missing)) {
            missing = why;
            remarks.accept(why);
        }
    }

    /** Whether there are fewer dumps than are to show what does not move, and the next can be taken. */
    public boolean needsMore() {
        return taken < request.needed() && failures < MAX_FAILURES;
    }

    /** Says why there are fewer dumps than that, if so, when no more are taken. */
    public void end() {
        if (taken > 0 && needsMore()) {
            say("only " + taken + " of " + request.needed()
                    + " thread dumps taken, so less is known of what does not move:" + " the last one took "
                    + Durations.text(last));
            changed = true;
        }
        save();
    }

    /** How long the last dump took; zero before the first. */
    public Duration last() {
        return last;
    }

    /** Whether no further dump will be taken. */
    public boolean isOver() {
        return pace.isOver() || failures >= MAX_FAILURES;
    }

    /**
     * Says in the manifest what was taken, where it does not say so yet.
     *
     * @throws DataException if the capture cannot be written
     */
    public void save() {
        if (!changed) {
            return;
        }
        Map<String, Object> facts = new LinkedHashMap<>(dumps.facts());
        if (request.isSampled()) {
            facts.put("budget", request.budget());
        }
        if (missing != null) {
            facts.put("missing", missing);
        }
        capture.put(KEY, facts);
        changed = false;
        savedNanos = System.nanoTime();
    }
}
