package dev.loomweight.agent;

import org.jspecify.annotations.Nullable;

/**
 * What made a thread keep its carrier, and where.
 *
 * @param cause why
 * @param method the method to blame: that which holds the carrier where modifiers decide it, else the application's
 *     innermost one, such as {@code com.acme.Cart.add}
 * @param holder the method and line that hold the carrier where modifiers or the JVM's words decide it, else null
 * @param caller the application's innermost method and line, or an empty string where the stack has none
 */
public record PinSite(Cause cause, String method, @Nullable String holder, String caller) {

    /** What all sites beyond the bound are called. */
    public static final String OTHER = "other";
}
