package dev.loomweight.pinning;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What pins one distinct stack.
 *
 * @param causes why the thread was pinned, the innermost first; empty where it was not
 * @param blocker the call of the JDK that blocked, such as {@code java.lang.Thread.sleep}; null where a bytecode did, or
 *     it is not known
 * @param needsClassFile whether the cause is unknown because a class file is missing
 */
public record Diagnosis(List<PinCause> causes, @Nullable String blocker, boolean needsClassFile) {

    /** The thread did unmount. */
    static final Diagnosis NO_PIN = new Diagnosis(List.of(), null, false);

    public Diagnosis {
        causes = List.copyOf(causes);
    }

    /** One cause. */
    static Diagnosis of(PinCause cause, @Nullable String blocker) {
        return new Diagnosis(List.of(cause), blocker, false);
    }

    /** Whether it is a pin at all. */
    public boolean isPin() {
        return !causes.isEmpty();
    }

    /** The innermost cause; there must be one. */
    public PinCause first() {
        return causes.getFirst();
    }

    /** The same without lines. */
    Diagnosis withoutLines() {
        return new Diagnosis(causes.stream().map(PinCause::withoutLine).toList(), blocker, needsClassFile);
    }
}
