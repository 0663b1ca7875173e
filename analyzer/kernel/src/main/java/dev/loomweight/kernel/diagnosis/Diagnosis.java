package dev.loomweight.kernel.diagnosis;

import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.PinRule.FrameCause;
import dev.loomweight.jvm.Releases;
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

    /**
     * One cause of a pin; each of several alone would pin.
     *
     * @param kind what it is
     * @param frame the place to blame; null where none is
     * @param own whether that is the application's own; false where none is
     * @param lock the monitor as its source names it, or null where there is none or the class file does not show it
     * @param caller the application's method, without a line, that called into the frame, where that is not the
     *     application's or was called by the JVM; null otherwise
     * @param detail a clause that says more: why it is unknown, which class is meant; may be empty
     * @param releases in which JDKs it pins
     */
    public record PinCause(
            CauseKind kind,
            @Nullable CodePlace frame,
            boolean own,
            @Nullable String lock,
            @Nullable CodePlace caller,
            String detail,
            Releases releases) {

        /** A cause that frames show, and that pins where its kind does. */
        static PinCause of(FrameCause cause) {
            return of(cause, null);
        }

        /** The same with its monitor, where the class file shows it. */
        static PinCause of(FrameCause cause, @Nullable String lock) {
            return new PinCause(
                    cause.kind(),
                    cause.frame(),
                    cause.own(),
                    lock,
                    cause.caller(),
                    cause.detail(),
                    cause.kind().releases());
        }

        /** The same, of which more is known. */
        PinCause with(Releases known) {
            return new PinCause(kind, frame, own, lock, caller, detail, known);
        }

        /** The same of another kind, which pins where that does. */
        PinCause with(CauseKind known) {
            return new PinCause(known, frame, own, lock, caller, detail, known.releases());
        }

        /** The same with a clause that says more. */
        PinCause with(String more) {
            return new PinCause(kind, frame, own, lock, caller, more, releases);
        }

        /** A cause that no frame is to blame for. */
        static PinCause of(CauseKind kind, String detail) {
            return new PinCause(kind, null, false, null, null, detail, kind.releases());
        }

        /** The method that people would look at, as {@link FrameCause#shown} finds it. */
        public @Nullable CodePlace method() {
            return FrameCause.shown(own, frame, caller);
        }

        /**
         * The same without the line and what follows from it, to compare and to group by: lines differ from build to build.
         */
        PinCause withoutLine() {
            return new PinCause(
                    kind, frame == null ? null : frame.withoutLine(), own, lock, caller, detail, kind.releases());
        }

        // By all components. A record's own are made of method handles, which takes longer than all pins of a small
        // recording.
        @Override
        public boolean equals(@Nullable Object object) {
            return object instanceof PinCause other
                    && kind == other.kind
                    && own == other.own
                    && Objects.equals(frame, other.frame)
                    && Objects.equals(lock, other.lock)
                    && Objects.equals(caller, other.caller)
                    && detail.equals(other.detail)
                    && releases.equals(other.releases);
        }

        @Override
        public int hashCode() {
            int hash = kind.hashCode() * 31 + Objects.hashCode(frame);
            hash = (hash * 31 + Objects.hashCode(lock)) * 31 + Objects.hashCode(caller);
            return hash * 31 + detail.hashCode();
        }
    }
}
