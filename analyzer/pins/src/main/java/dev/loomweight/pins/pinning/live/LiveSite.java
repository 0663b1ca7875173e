package dev.loomweight.pins.pinning.live;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.util.List;

/**
 * One place that pinned carriers within a window.
 *
 * @param key identifies it from window to window; not for people
 * @param site the same in other recordings, with its name
 * @param cause why
 * @param holder the method and line that hold the carrier, or an empty string where that is unknown
 * @param lock the monitor as its source names it, or an empty string
 * @param detail a clause that says more, such as why it is unknown; may be empty
 * @param sum how many pins, and how long
 * @param stacks how many distinct stacks
 * @param stack the costliest of them, the innermost frame first
 */
public record LiveSite(
        String key,
        SiteKey site,
        CauseKind cause,
        String holder,
        String lock,
        String detail,
        Sum sum,
        int stacks,
        List<String> stack) {

    public LiveSite {
        stack = List.copyOf(stack);
    }

    /** What people call it. */
    public String name() {
        return site.name();
    }

    /** The call of the JDK that blocked, or an empty string. */
    public String blocker() {
        return site.blocker();
    }
}
