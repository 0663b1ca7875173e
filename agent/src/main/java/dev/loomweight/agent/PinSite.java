package dev.loomweight.agent;

import org.jspecify.annotations.Nullable;

/**
 * Where a thread is pinned to its carrier, and why.
 *
 * @param cause why
 * @param method the site: the method that holds the carrier, or the application's that called it; where no frame is to
 *     blame, the application's innermost one, such as {@code com.acme.Cart.add}
 * @param holder the method and line that hold the carrier, or null where no frame is known to
 * @param innermost the application's innermost method and line, or an empty string where the stack has none
 */
public record PinSite(Cause cause, String method, @Nullable String holder, String innermost) {

    /** The name of all sites beyond the bound. */
    public static final String OTHER = "other";
}
