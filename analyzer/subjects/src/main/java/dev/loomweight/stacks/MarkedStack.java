package dev.loomweight.stacks;

import dev.loomweight.fold.Sum;
import dev.loomweight.report.StackTree.Marker;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stack with what it cost, and what some of its frames are.
 *
 * @param group the name of the tree that it is in
 * @param lines its frames
 * @param total how many events have it, and how long they lasted
 * @param holders the methods that hold what pins
 * @param blocker the method that blocked; null where it is not known
 */
public record MarkedStack(
        String group,
        StackLines lines,
        Sum total,
        Set<String> holders,
        @Nullable String blocker) {

    public MarkedStack {
        holders = Set.copyOf(holders);
    }

    /** What a frame is, by the name of its method. */
    Marker marker(String method) {
        if (holders.contains(method)) {
            return Marker.HOLDER;
        }
        return method.equals(blocker) ? Marker.BLOCKER : Marker.NONE;
    }

    /** The costliest first, then by name and frames. */
    static int heaviestFirst(MarkedStack one, MarkedStack other) {
        int order = Sum.HEAVIEST.compare(one.total, other.total);
        if (order == 0) {
            order = one.group.compareTo(other.group);
        }
        return order == 0 ? one.lines.compareTo(other.lines) : order;
    }
}
