package dev.loomweight.jvm;

import org.jspecify.annotations.Nullable;

/**
 * A cause of a pin, as the frames of its stack show it.
 *
 * @param kind what it is
 * @param at the frame that shows it, or {@link JvmStack#NONE} where none is to blame
 * @param frame the place to blame; null where none is. Of a bootstrap method and of an initializer without a frame, not
 *     that of {@code at}
 * @param own whether that is the application's own; false where none is
 * @param caller the application's method, without a line, that called into the frame, where that is not the
 *     application's or was called by the JVM; null otherwise
 * @param detail a clause that says more: why it is unknown, which class is meant; may be empty
 */
public record FrameCause(
        CauseKind kind,
        int at,
        @Nullable CodePlace frame,
        boolean own,
        @Nullable CodePlace caller,
        String detail) {

    /** The method that people would look at, as {@link #shown(boolean, CodePlace, CodePlace)} finds it. */
    public @Nullable CodePlace method() {
        return shown(own, frame, caller);
    }

    /**
     * The method that people would look at, without a line: the one to blame, or the application's that called it; null
     * where there is neither.
     */
    public static @Nullable CodePlace shown(boolean own, @Nullable CodePlace frame, @Nullable CodePlace caller) {
        CodePlace shown = own || caller == null ? frame : caller;
        return shown == null ? null : shown.withoutLine();
    }
}
