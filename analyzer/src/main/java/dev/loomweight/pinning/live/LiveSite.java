package dev.loomweight.pinning.live;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CauseKind;
import java.util.List;

/**
 * One place that pinned carriers within a window.
 *
 * @param key identifies it from window to window; not for people
 * @param name what people call it: their method that is to blame, or that called what is, or where it was seen
 * @param causeId why, by the key of {@link CauseKind}
 * @param cause the same in words
 * @param holder the method and line that hold the carrier, or an empty string where that is unknown
 * @param lock the monitor as its source names it, or an empty string
 * @param blocker the call of the JDK that blocked, or an empty string
 * @param detail a clause that says more, such as why it is unknown; may be empty
 * @param sum how many pins, and how long
 * @param stacks how many distinct stacks
 * @param stack the costliest of them, the innermost frame first
 */
public record LiveSite(
        String key,
        String name,
        String causeId,
        String cause,
        String holder,
        String lock,
        String blocker,
        String detail,
        Sum sum,
        int stacks,
        List<String> stack) {

    public LiveSite {
        stack = List.copyOf(stack);
    }
}
