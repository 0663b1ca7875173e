package dev.loomweight.sample.state;

import dev.loomweight.sample.StackTrace;
import java.util.List;

/**
 * The traced waits of virtual threads of one process.
 *
 * @param stacks the waits of each stack; none is empty
 * @param longest the longest ones
 */
public record WaitParts(List<OfStack> stacks, List<One> longest) implements StateParts {

    public WaitParts {
        stacks = List.copyOf(stacks);
        longest = List.copyOf(longest);
    }

    /**
     * The waits of one stack.
     *
     * @param stack the stack
     * @param notified whether they are in {@code Object.wait}
     * @param figures how long they are, and of which threads
     */
    public record OfStack(StackTrace stack, boolean notified, PinParts.OfFamily figures) {}

    /**
     * One wait.
     *
     * @param beganNanos when it began, in nanoseconds since 1970
     * @param nanos how long it lasted, in nanoseconds
     * @param thread the id of the thread
     * @param name its name; may be empty
     * @param notified whether it was in {@code Object.wait}
     * @param stack where
     */
    public record One(long beganNanos, long nanos, long thread, String name, boolean notified, StackTrace stack) {}
}
