package dev.loomweight.memory.threadcost.bounds;

import java.util.ArrayList;
import java.util.List;

/**
 * Bounds of the mean stack chunk of each site, where only the total of all chunks is known.
 *
 * <p>How large a chunk is depends on which of its frames were compiled when the thread parked, which neither the dump nor
 * the histogram shows: for one site alone that is a factor of 7 to 15. The total narrows it for sites that have a large share
 * of the bytes, the more so where all is interpreted or all is compiled. Sizes of chunks that were recorded as allocated
 * ({@link Standing#chunksSeen}) narrow it for every site of which there are some.
 */
public final class ChunkBounds {

    private ChunkBounds() {}

    /** From one moment. */
    public static List<MeanBounds> of(DumpedMoment moment) {
        return narrow(moment, moment.sites().stream().map(ChunkSizes::of).toList());
    }

    /**
     * From several moments of one process: what has changed between two of them is the weight of the threads that came or
     * went.
     *
     * @param moments 1 or more, in the order of time
     * @param warm whether the code has been compiled for long, so that a thread that comes weighs what one that stands does, within a
     *     factor of 1.4.
     *     If not, what came lets out nothing of those that stood before
     * @return the bounds at the last moment, one for each site, in their order; never wider than those from that moment alone
     */
    public static List<MeanBounds> of(List<DumpedMoment> moments, boolean warm) {
        DumpedMoment last = moments.get(moments.size() - 1);
        List<MeanBounds> alone = of(last);
        List<MeanBounds> byChange = warm ? Changes.steady(moments) : Changes.cohorts(moments);
        List<MeanBounds> both = new ArrayList<>();
        for (int i = 0; i < alone.size(); i++) {
            MeanBounds narrower = alone.get(i).and(byChange.get(i));
            if (narrower.leastEach() > narrower.mostEach()) {
                // What came does not weigh what stands does: the moments show different code, or code compiled
                // meanwhile.
                return alone;
            }
            both.add(narrower);
        }
        List<MeanBounds> narrowed = total(last, both).narrow(withOthers(both));
        return narrowed.isEmpty() ? alone : narrowed.subList(0, alone.size());
    }

    private static List<MeanBounds> narrow(DumpedMoment moment, List<MeanBounds> each) {
        Total total = total(moment, each);
        List<MeanBounds> all = withOthers(each);
        List<MeanBounds> narrowed = total.narrow(all);
        if (narrowed.isEmpty()) {
            // These frames are not in the range of any that were measured, so that they say less.
            boolean larger = total.isMoreThan(all);
            List<MeanBounds> wider = each.stream()
                    .map(bounds -> larger
                            ? new MeanBounds(bounds.leastEach(), Double.POSITIVE_INFINITY)
                            : new MeanBounds(0, bounds.mostEach()))
                    .toList();
            narrowed = total(moment, wider).narrow(withOthers(wider));
        }
        return narrowed.subList(0, each.size());
    }

    /** The chunks that no thread of the dump has, as one more site: of threads that came meanwhile, or not needed any more. */
    private static long others(DumpedMoment moment) {
        return Math.max(0, moment.chunks() - moment.threads());
    }

    private static List<MeanBounds> withOthers(List<MeanBounds> each) {
        List<MeanBounds> all = new ArrayList<>(each);
        all.add(new MeanBounds(0, largest(each)));
        return all;
    }

    private static double largest(List<MeanBounds> each) {
        return each.stream().mapToDouble(MeanBounds::mostEach).max().orElse(Double.POSITIVE_INFINITY);
    }

    private static Total total(DumpedMoment moment, List<MeanBounds> each) {
        List<Long> counts = new ArrayList<>();
        moment.sites().forEach(site -> counts.add(site.threads()));
        counts.add(others(moment));
        // Threads without a chunk, which have ended since the dump: what they would have.
        long missing = Math.max(0, moment.threads() - moment.chunks());
        double most = moment.chunkBytes() + (missing == 0 ? 0 : missing * largest(each));
        return new Total(counts, (double) moment.chunkBytes(), most);
    }
}
