package dev.loomweight.agent;

import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.JvmStack;
import dev.loomweight.jvm.PinRule.FrameCause;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread is pinned to its carrier, and why: the site that {@code loomweight pins} finds without class files.
 *
 * @param cause why
 * @param method the site: the method that holds the carrier, or the application's that called it; where no frame is to
 *     blame, the application's innermost one, such as {@code com.acme.Cart.add}
 * @param holder the method and line that hold the carrier, or null where no frame is known to
 * @param innermost the application's innermost method and line, or an empty string where the stack has none
 */
public record PinSite(
        CauseKind cause, String method, @Nullable String holder, String innermost) {

    /**
     * What makes pins one site in the figures and in the log, which are by cause: the analyzer's site is by what blocked,
     * too.
     *
     * @param cause why
     * @param method where
     */
    record Key(CauseKind cause, String method) {

        /** All sites beyond the bound, of that cause. */
        static Key other(CauseKind cause) {
            return new Key(cause, "other");
        }
    }

    /** What makes it one site with other pins. */
    Key key() {
        return new Key(cause, method);
    }

    /** The site of a stack. */
    static PinSite of(FrameCause cause, JvmStack stack) {
        CodePlace method = cause.method();
        CodePlace frame = cause.kind().isWait() ? null : cause.frame();
        int own = stack.ownFrom(0);
        return new PinSite(
                cause.kind(),
                method == null ? stack.placeName() : method.method(),
                frame == null ? null : frame.toString(),
                own == JvmStack.NONE ? "" : stack.at(own).toString());
    }
}
