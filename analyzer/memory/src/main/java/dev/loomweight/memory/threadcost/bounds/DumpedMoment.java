package dev.loomweight.memory.threadcost.bounds;

import java.util.List;

/**
 * A thread dump and a class histogram of about the same time.
 *
 * @param sites where the virtual threads stand; of several moments the same sites in the same order
 * @param chunks how many {@code jdk.internal.vm.StackChunk} the heap has
 * @param chunkBytes what they take, in bytes
 */
public record DumpedMoment(List<Standing> sites, long chunks, long chunkBytes) {

    public DumpedMoment {
        sites = List.copyOf(sites);
    }

    long threads() {
        return sites.stream().mapToLong(Standing::threads).sum();
    }
}
