package dev.loomweight.kernel.diagnosis;

import dev.loomweight.jvm.CodePlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What pins one distinct stack.
 *
 * @param causes why the thread was pinned, the innermost first; empty where it was not
 * @param blocker the call of the JDK that blocked, such as {@code java.lang.Thread.sleep}, without a line; null where a
 *     bytecode did, or it is not known
 * @param needsClassFile whether the cause is unknown because a class file is missing
 * @param undecided the positions in the stack of the frames that may hold monitors too, because their class files are
 *     missing or are not what ran
 */
public record Diagnosis(
        List<PinCause> causes, @Nullable CodePlace blocker, boolean needsClassFile, List<Integer> undecided) {

    /** The thread did unmount. */
    static final Diagnosis NO_PIN = new Diagnosis(List.of(), null, false);

    public Diagnosis {
        causes = List.copyOf(causes);
        undecided = List.copyOf(undecided);
    }

    /** Of a stack whose frames are all decided, or of which it does not matter. */
    Diagnosis(List<PinCause> causes, @Nullable CodePlace blocker, boolean needsClassFile) {
        this(causes, blocker, needsClassFile, List.of());
    }

    /** Whether it is a pin at all. */
    public boolean isPin() {
        return !causes.isEmpty();
    }

    /** The innermost cause; there must be one. */
    public PinCause first() {
        return causes.getFirst();
    }

    /** The same with the frames that class files do not decide. */
    Diagnosis withUndecided(List<Integer> positions) {
        return new Diagnosis(causes, blocker, needsClassFile, positions);
    }

    /** The same without the frames that are not decided: those differ from stack to stack of one site. */
    public Diagnosis withoutUndecided() {
        return undecided.isEmpty() ? this : withUndecided(List.of());
    }

    /** The same without lines, and without the frames that are not decided. */
    public Diagnosis withoutLines() {
        List<PinCause> without = new ArrayList<>(causes.size());
        for (PinCause cause : causes) {
            without.add(cause.withoutLine());
        }
        return new Diagnosis(without, blocker, needsClassFile);
    }

    // By all components. A record's own are made of method handles, which takes longer than all pins of a small
    // recording.
    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof Diagnosis other
                && causes.equals(other.causes)
                && Objects.equals(blocker, other.blocker)
                && needsClassFile == other.needsClassFile
                && undecided.equals(other.undecided);
    }

    @Override
    public int hashCode() {
        return (causes.hashCode() * 31 + Objects.hashCode(blocker)) * 31 + undecided.hashCode();
    }
}
