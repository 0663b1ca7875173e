package dev.loomweight.sample;

import dev.loomweight.jvm.VirtualThreads;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that its scheduler refused to run: {@code jdk.VirtualThreadSubmitFailed}, JDK 21 and later.
 *
 * @param time when it was refused
 * @param submitter the thread that tried to start or unpark the victim, or null where the recording does not name it
 * @param victimId {@link Thread#threadId()} of the virtual thread that was to run
 * @param message the message of the scheduler's exception, or null where it had none
 * @param stack the submitter's stack
 */
public record SubmitFailed(
        Instant time,
        @Nullable ThreadRef submitter,
        long victimId,
        @Nullable String message,
        StackTrace stack) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.VirtualThreadSubmitFailed";

    /** Whether the thread was to start, and not to continue; false without a stack. */
    public boolean isOfStart() {
        for (Frame frame : stack.frames()) {
            if (frame.methodName().equals("start") && frame.className().equals(VirtualThreads.CLASS)) {
                return true;
            }
        }
        return false;
    }

    static SubmitFailed from(EventView event) {
        return new SubmitFailed(
                event.startTime(),
                event.thread("eventThread"),
                event.longValue("javaThreadId"),
                event.text("exceptionMessage"),
                event.stack());
    }
}
