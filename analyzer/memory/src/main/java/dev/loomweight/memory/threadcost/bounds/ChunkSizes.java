package dev.loomweight.memory.threadcost.bounds;

import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * What frames take in a stack chunk, in bytes for each frame that a thread dump shows, on HotSpot with 64 bits.
 *
 * <p>Measured on JDK 21.0.8 and 25.0.3. A compiled frame takes 25 to 60 bytes, but what is inlined into it takes none, so
 * that code that is all callbacks and recursion took 8 a frame. An interpreted frame takes 88 and its variables and operands,
 * 90 to 150 for small methods; methods with many variables, and hidden frames of lambdas, which no dump shows, took it to 195
 * a frame of the dump.
 */
final class ChunkSizes {

    /** The mean of the frames of a stack of which all is compiled and as much inlined as can be. */
    static final double MIN_FRAME_BYTES = 7;

    /** The mean of the frames of a stack of which all is interpreted. */
    static final double MAX_FRAME_BYTES = 200;

    /** A chunk before any frame that a dump shows: its head, and the frames of the yield. */
    static final double MIN_CHUNK_BYTES = 300;

    static final double MAX_CHUNK_BYTES = 900;

    /** By what share chunks of a site may differ from those seen that are of the same code. */
    private static final double VARIATION = 0.05;

    private ChunkSizes() {}

    /** What the mean chunk of a site may take by its frames and by what was recorded of it. */
    static MeanBounds of(Standing site) {
        MeanBounds any = ofAny(site);
        return site.chunksSeen().isEmpty() ? any : seen(site.chunksSeen(), site.threads(), any);
    }

    /** What a chunk of a site may take by its frames alone. */
    static MeanBounds ofAny(Standing site) {
        double frames = site.frames();
        double most = site.isTruncated()
                ? Double.POSITIVE_INFINITY
                : MAX_CHUNK_BYTES + Math.max(frames, (double) site.framesBefore()) * MAX_FRAME_BYTES;
        return new MeanBounds(MIN_CHUNK_BYTES + frames * MIN_FRAME_BYTES, most);
    }

    /**
     * A chunk is recorded where it is the one for which a thread's buffer is too small: the more likely, the larger it is, and
     * the smaller the buffers are, which grow. So where a site has chunks of compiled and of interpreted frames, the shares of
     * both are not known, and only that the mean is between the smallest and the largest. One chunk more than were seen may be
     * of any size.
     */
    private static MeanBounds seen(List<Long> chunks, long threads, MeanBounds any) {
        DoubleSummaryStatistics sizes =
                chunks.stream().mapToDouble(Long::doubleValue).summaryStatistics();
        if (sizes.getCount() >= threads) {
            return new MeanBounds(sizes.getAverage(), sizes.getAverage());
        }
        // What was seen counts more than what frames may take.
        double least = Math.min(any.leastEach(), sizes.getMin());
        double most = Math.max(any.mostEach(), sizes.getMax());
        double smallest = Math.max(least, (1 - VARIATION) * sizes.getMin());
        double largest = Math.min(most, (1 + VARIATION) * sizes.getMax());
        double unseen = (1 - (double) sizes.getCount() / threads) / (sizes.getCount() + 1);
        return new MeanBounds((1 - unseen) * smallest + unseen * least, (1 - unseen) * largest + unseen * most);
    }
}
