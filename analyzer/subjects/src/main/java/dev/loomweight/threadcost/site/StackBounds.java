package dev.loomweight.threadcost.site;

import java.util.List;

/** What the stack chunks of sites are where no heap dump has them: a range, from their depth and what all chunks are. */
final class StackBounds {

    private StackBounds() {}

    static List<SiteWeight> of(List<SiteWeight> sites, HeapSums sums) {
        return sites;
    }
}
