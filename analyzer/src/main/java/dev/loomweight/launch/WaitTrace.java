package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.input.recording.RepositoryFollower;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.times.WaitPace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets a JVM of 25 or newer record how long its virtual threads wait, and when they begin and end: by a recording of its own,
 * whose events come into all recordings of the JVM. What it records follows the rate of the events, by another recording in
 * its place, since no command changes one. None has a duration: JFR would write a file into the target's working directory.
 *
 * <p>The lowest threshold of all recordings holds: where another traces methods already, its trace is taken as it is.
 *
 * <p>Used by one thread.
 */
public final class WaitTrace implements AutoCloseable {

    private static final long LONG_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long KEPT_BYTES = 1 << 20;

    /** What JFR says of the trace of a recording that is on, in {@code JFR.check verbose=true}. */
    private static final Pattern TRACE =
            Pattern.compile("\\(jdk\\.MethodTrace\\)\\s*\\[([^\\]]*enabled=true[^\\]]*)\\]");

    private static final Pattern THRESHOLD = Pattern.compile("threshold=(\\d+ \\w+)");

    private final DiagnosticCommands jvm;
    private final String name;
    private final Consumer<String> remarks;
    private final LongAdder seen = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final WaitPace pace = new WaitPace(System.nanoTime());
    private @Nullable RepositoryFollower follower;
    private @Nullable JfrCommands running;
    private int number;

    private WaitTrace(DiagnosticCommands jvm, Consumer<String> remarks) {
        this.jvm = jvm;
        this.remarks = remarks;
        this.name = "loomweight-waits-" + ProcessHandle.current().pid();
    }

    /** Whether the JVM of a process can trace its methods; false where it does not answer. */
    public static boolean isOfferedBy(long pid) {
        try (Attached jvm = Attached.attach(pid)) {
            return isOffered(jvm);
        } catch (DataException e) {
            // Whoever captures it says why.
            return false;
        }
    }

    /** Whether a JVM can trace its methods. */
    static boolean isOffered(DiagnosticCommands jvm) {
        try {
            return jvm.run("help JFR.start").contains("method-trace");
        } catch (DataException e) {
            return false;
        }
    }

    /**
     * Starts it, in addition to a recording that runs.
     *
     * @param remarks gets a line on what the user must know
     * @return null where the JVM cannot, or another recording traces methods
     */
    static @Nullable WaitTrace start(DiagnosticCommands jvm, Consumer<String> remarks) {
        try {
            if (!isOffered(jvm)) {
                return null;
            }
            String other = another(jvm);
            if (other != null) {
                remarks.accept(other);
                return null;
            }
            WaitTrace trace = new WaitTrace(jvm, remarks);
            trace.begin();
            return trace;
        } catch (Unanswered e) {
            throw e;
        } catch (DataException e) {
            remarks.accept("how long virtual threads wait is not recorded: " + e.getMessage());
            return null;
        }
    }

    /** What is to be said of a recording that traces methods already, or null where none does. */
    private static @Nullable String another(DiagnosticCommands jvm) {
        Matcher trace = TRACE.matcher(jvm.run("JFR.check verbose=true"));
        if (trace.find()) {
            String settings = trace.group(1);
            Matcher found = THRESHOLD.matcher(settings);
            String from = found.find() ? " from " + found.group(1) + " on" : "";
            return settings.contains(VirtualThreads.UNMOUNTS)
                    ? "waits of virtual threads are recorded" + from + ", as another recording of process " + jvm.pid()
                            + " asks for them: the lowest threshold of all holds"
                    : "how long virtual threads wait is not recorded: another recording of process " + jvm.pid()
                            + " has jdk.MethodTrace on" + from + ", which would hold for each of their waits; switch it"
                            + " off there";
        }
        return null;
    }

    private void begin() {
        long before = System.nanoTime();
        running = next();
        long took = System.nanoTime() - before;
        if (took > LONG_NANOS) {
            remarks.accept("to trace the waits of virtual threads, a class of process " + jvm.pid()
                    + " was changed, which took " + Amounts.time(took));
        }
        ProcFiles files = new ProcFiles(jvm.pid());
        Path repository = running.repository();
        try {
            if (repository != null) {
                follower = RepositoryFollower.of(
                        files.open(repository.toString(), files.user()),
                        Instant.now(),
                        Interest.in(),
                        Map.of(
                                VirtualThreads.TRACE,
                                at -> seen.increment(),
                                VirtualThreadStart.EVENT,
                                at -> started.increment()),
                        sample -> {});
            }
        } catch (IOException e) {
            // The same as where it does not say where it writes.
        }
        if (follower == null) {
            // The threshold cannot follow a rate that is not known.
            close();
            throw new DataException("the recording of process " + jvm.pid() + " cannot be followed");
        }
    }

    /** Starts a recording with the threshold in force. */
    private JfrCommands next() {
        JfrCommands next = new JfrCommands(jvm, name + "-" + ++number);
        next.start(
                "none"
                        + " +" + VirtualThreads.TRACE + "#enabled=true"
                        + " +" + VirtualThreads.TRACE + "#stackTrace=true"
                        + " +" + VirtualThreads.TRACE + "#threshold="
                        + pace.threshold().toMillis() + "ms"
                        + " +" + VirtualThreads.TRACE + "#filter=" + VirtualThreads.TRACED
                        + (pace.isOfThreads() ? on(VirtualThreadStart.EVENT) + on(VirtualThreadEnd.EVENT) : ""),
                null,
                KEPT_BYTES,
                0);
        return next;
    }

    private static String on(String event) {
        return " +" + event + "#enabled=true +" + event + "#stackTrace=false";
    }

    /** To be called some times a second: moves the threshold where waits are too many, or few. */
    void look() {
        boolean changed = pace.look(System.nanoTime(), seen.sum(), started.sum());
        JfrCommands before = running;
        if (before == null || !changed) {
            return;
        }
        try {
            running = next();
            before.stop();
        } catch (DataException e) {
            // It ends, or does not answer now: what runs goes on.
        }
    }

    /** Stops it. */
    @Override
    public void close() {
        if (follower != null) {
            follower.close();
        }
        JfrCommands last = running;
        running = null;
        if (last != null) {
            try {
                last.stop();
            } catch (DataException e) {
                // The process has ended, or finds the command when it goes on.
            }
        }
    }
}
