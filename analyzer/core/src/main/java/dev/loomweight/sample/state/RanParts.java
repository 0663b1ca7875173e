package dev.loomweight.sample.state;

import dev.loomweight.sample.StackTrace;
import java.util.List;

/**
 * What ran on carriers, by stack.
 *
 * @param stacks the samples of each stack
 * @param lost how many samples of processor time were lost
 * @param failed how many samples of processor time have no stack because the JVM could not walk it
 * @param biased how many samples of processor time have the stack of the next safepoint
 */
public record RanParts(List<OfStack> stacks, long lost, long failed, long biased) implements StateParts {

    public RanParts {
        stacks = List.copyOf(stacks);
    }

    /**
     * Samples of one stack.
     *
     * @param event the full name of the event that has them
     * @param virtual whether a virtual thread was mounted
     * @param stack the stack
     * @param count how many there are; positive
     * @param nanos the processor time that they stand for, in nanoseconds; 0 where they stand for none
     */
    public record OfStack(String event, boolean virtual, StackTrace stack, long count, long nanos) {

        /** @throws IllegalArgumentException if there are none */
        public OfStack {
            if (count < 1) {
                throw new IllegalArgumentException(count + " samples");
            }
        }
    }
}
