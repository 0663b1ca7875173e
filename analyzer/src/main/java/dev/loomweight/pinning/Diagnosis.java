package dev.loomweight.pinning;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said of one distinct stack.
 *
 * @param causes why the carrier was kept, the innermost first; empty where it was not: no pin
 * @param blocker the call of the JDK that blocked, such as {@code java.lang.Thread.sleep}; null where a bytecode did, or
 *     it is not known
 * @param classFileWouldTell whether it is unknown for want of a class file
 */
public record Diagnosis(List<PinCause> causes, @Nullable String blocker, boolean classFileWouldTell) {

    /** It did unmount. */
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
        return new Diagnosis(causes.stream().map(PinCause::withoutLine).toList(), blocker, classFileWouldTell);
    }
}
