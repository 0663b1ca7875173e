package dev.loomweight.memory.threadcost.site;

import dev.loomweight.memory.threadcost.bounds.ChunkBounds;
import dev.loomweight.memory.threadcost.bounds.DumpedMoment;
import dev.loomweight.memory.threadcost.bounds.MeanBounds;
import dev.loomweight.memory.threadcost.bounds.Standing;
import dev.loomweight.sample.Dumps.ThreadDump;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** What the stack chunks of sites are where no heap dump has them: a range, from their frames and what all chunks are. */
final class StackBounds {

    private StackBounds() {}

    /**
     * Bounds the sites of the last moment.
     *
     * @param moments those with threads, in the order of time
     * @return the sites in their order; as they are where they were measured, or no histogram has what all chunks are
     */
    static List<SiteWeight> of(List<SiteWeight> sites, List<MomentWeights> moments) {
        MomentWeights last = moments.getLast();
        List<SiteWeight> virtual = sites.stream().filter(StackBounds::isToBound).toList();
        if (virtual.isEmpty() || !last.sums().ofHistogram()) {
            return sites;
        }
        List<DumpedMoment> counted = moments.stream()
                .filter(moment -> moment.sums().ofHistogram() && !moment.weighed())
                .map(moment -> at(moment, virtual))
                .toList();
        // That of what stands at none of them is not asked for.
        Iterator<MeanBounds> bounds = ChunkBounds.of(counted, false).iterator();
        return sites.stream()
                .map(site -> isToBound(site) ? bounded(site, bounds.next()) : site)
                .toList();
    }

    private static boolean isToBound(SiteWeight site) {
        return site.common().virtual() && !site.isWeighed();
    }

    private static SiteWeight bounded(SiteWeight site, MeanBounds each) {
        long threads = site.weight().threads();
        return Double.isFinite(each.mostEach())
                ? site.withStacks(Math.round(threads * each.leastEach()), Math.round(threads * each.mostEach()))
                : site;
    }

    /** The threads of the sites at a moment; those that stood elsewhere then, as one more. */
    private static DumpedMoment at(MomentWeights moment, List<SiteWeight> sites) {
        List<Standing> standing = new ArrayList<>();
        for (SiteWeight site : sites) {
            standing.add(of(site.keys().stream()
                    .map(moment.standing()::get)
                    .filter(Objects::nonNull)
                    .toList()));
        }
        standing.add(of(moment.standing().values().stream()
                .filter(one -> one.key().virtual()
                        && sites.stream().noneMatch(site -> site.keys().contains(one.key())))
                .toList()));
        return new DumpedMoment(standing, moment.sums().chunks(), moment.sums().chunkBytes());
    }

    private static Standing of(List<SameStack> all) {
        return new Standing(
                all.stream().mapToLong(one -> one.weight().threads()).sum(),
                all.stream().map(StackBounds::stack).toList(),
                0,
                all.stream().flatMap(one -> one.chunksSeen().stream()).toList());
    }

    private static ThreadDump.Stack stack(SameStack standing) {
        return new ThreadDump.Stack(
                standing.key().stack().stack().frames(),
                true,
                null,
                false,
                standing.weight().threads(),
                List.of(),
                standing.key().stack().isTruncated() ? ThreadDump.Extent.TRUNCATED : ThreadDump.Extent.COMPLETE);
    }
}
