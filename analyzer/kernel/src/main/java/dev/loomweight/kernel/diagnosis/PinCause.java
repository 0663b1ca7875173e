package dev.loomweight.kernel.diagnosis;

import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.FrameCause;
import dev.loomweight.jvm.Releases;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
