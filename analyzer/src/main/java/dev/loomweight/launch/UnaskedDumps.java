package dev.loomweight.launch;

import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.ThreadDumps;
import dev.loomweight.capture.Unanswered;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread dumps that {@code run} takes unless the user says which: of carriers that stand still, which no recording
 * explains. Of a JVM whose virtual threads move none is taken unasked: on JDK 25 one dump in some thousands ends such a JVM
 * (JDK-8364343).
 *
 * <p>Used by one thread.
 */
final class UnaskedDumps {

    /** What all dumps of a capture are that nobody has asked for, compressed; the oldest are removed. */
    private static final long MAX_BYTES = 64 << 20;

    /** Two show what does not move; to look for owned locks in the heap would stop an application that may go on. */
    private static final DumpRequest OF_STILL =
            new DumpRequest(2, Duration.ofSeconds(1), DumpRequest.USUAL_BUDGET, DumpRequest.Print.THREADS);

    /** Carriers that stand still again and again are dumped once in this time. */
    private static final long AGAIN_NANOS = Duration.ofMinutes(1).toNanos();

    /** Who sends a signal waits for this long at most for a last dump. */
    private static final Duration MAX_LAST = Duration.ofSeconds(1);

    private final BooleanSupplier still;
    private final RollingCapture capture;
    private final Consumer<String> problem;
    private final ThreadDumps dumps;
    private @Nullable DumpTaker ofStill;
    private long stillNanos;

    /**
     * Prepares them.
     *
     * @param still whether carriers stand still now
     * @param problem gets a line on what cannot be taken
     */
    UnaskedDumps(BooleanSupplier still, RollingCapture capture, long minFreeBytes, Consumer<String> problem) {
        this.still = still;
        this.capture = capture;
        this.problem = problem;
        this.dumps = capture.dumps(ThreadDumps.MAX_DUMPS, MAX_BYTES, minFreeBytes);
    }

    /** To be called some times a second: takes the dump that is due. */
    void look(DiagnosticCommands jvm) {
        boolean now = still.getAsBoolean();
        boolean over = ofStill == null || (!now && System.nanoTime() - stillNanos > AGAIN_NANOS);
        if (now && over) {
            stillNanos = System.nanoTime();
            ofStill = new DumpTaker(OF_STILL, dumps, capture, problem);
        } else if (over) {
            ofStill = null;
        }
        if (ofStill != null) {
            ofStill.look(jvm);
        }
    }

    /** The same just before the end: once more where carriers stand still, unless a dump takes long. */
    void last(DiagnosticCommands jvm) {
        Duration took = ofStill == null ? Duration.ZERO : ofStill.last();
        if (!still.getAsBoolean() || took.compareTo(MAX_LAST) > 0) {
            return;
        }
        try {
            ThreadDumps.Taken unused = dumps.take(jvm, "end", DumpRequest.Print.THREADS);
            capture.put(DumpTaker.KEY, dumps.facts());
        } catch (Unanswered e) {
            problem.accept(String.valueOf(e.getMessage()));
        }
    }

    /** Says in the manifest what was taken. */
    void save() {
        if (ofStill != null) {
            ofStill.save();
        }
    }
}
