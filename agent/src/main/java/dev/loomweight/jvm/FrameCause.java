package dev.loomweight.jvm;

import org.jspecify.annotations.Nullable;

/**
 * A cause of a pin, as the frames of its stack show it.
 *
 * @param kind what it is
 * @param at the frame that shows it, or {@link JvmStack#NONE} where none is to blame
 * @param frame the method to blame, class and name without a hidden class's suffix; null where none is. Of a bootstrap
 *     method and of an initializer without a frame, not that of {@code at}
 * @param own whether that is the application's own; false where none is
 * @param line its line, or -1 where it is not known
 * @param caller the application's method that called into the frame, where that is not the application's or was called
 *     by the JVM; null otherwise
 * @param detail a clause that says more: why it is unknown, which class is meant; may be empty
 */
public record FrameCause(
        CauseKind kind,
        int at,
        @Nullable String frame,
        boolean own,
        int line,
        @Nullable String caller,
        String detail) {

    /** The method that people would look at, as {@link #shown(boolean, String, String)} finds it. */
    public @Nullable String method() {
        return shown(own, frame, caller);
    }

    /**
     * The method that people would look at: the one to blame, or the application's that called it; null where there is
     * neither.
     */
    public static @Nullable String shown(boolean own, @Nullable String frame, @Nullable String caller) {
        return own || caller == null ? frame : caller;
    }
}
