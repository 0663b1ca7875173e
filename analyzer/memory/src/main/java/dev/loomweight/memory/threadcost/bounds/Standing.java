package dev.loomweight.memory.threadcost.bounds;

import dev.loomweight.sample.Dumps.ThreadDump;
import java.util.List;

/**
 * The virtual threads that stand at one site at one moment and have their frames in the heap: those on a carrier are not
 * among them.
 *
 * @param threads how many, 1 or more, or 0 where it had some at another moment
 * @param stacks their stacks; their counts are weights only
 * @param framesBefore the most frames with which any of them may have waited before: a thread keeps a chunk that is larger
 *     than it needs. 0 where they have not waited deeper than they do now
 * @param chunksSeen the sizes of those chunks of these threads that were recorded as allocated, in bytes, one a thread and of
 *     each the last: {@code allocationSize} of {@code jdk.ObjectAllocationInNewTLAB} and {@code -OutsideTLAB}. Empty without
 *     such a recording
 */
public record Standing(long threads, List<ThreadDump.Stack> stacks, long framesBefore, List<Long> chunksSeen) {

    public Standing {
        stacks = List.copyOf(stacks);
        chunksSeen = List.copyOf(chunksSeen);
    }

    /** Threads that have not waited deeper before, and of whose chunks none was recorded. */
    public Standing(long threads, List<ThreadDump.Stack> stacks) {
        this(threads, stacks, 0, List.of());
    }

    /** The mean number of frames that the dump shows; 0 without stacks. */
    double frames() {
        long weights = stacks.stream().mapToLong(ThreadDump.Stack::count).sum();
        long frames = stacks.stream()
                .mapToLong(stack -> stack.count() * stack.frames().size())
                .sum();
        return weights == 0 ? 0 : (double) frames / weights;
    }

    /** Whether there may be more frames than the dump shows. */
    boolean isTruncated() {
        return stacks.isEmpty() || stacks.stream().anyMatch(ThreadDump.Stack::isTruncated);
    }
}
