package dev.loomweight.memory.threadcost.estimate;

import dev.loomweight.memory.reconcile.ObjectHeaders;
import dev.loomweight.memory.reconcile.StackSizes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much memory the frames of a waiting thread take, on a stack and in the heap. All figures are in bytes, of HotSpot on
 * Linux x86-64 with pages of 4 KB.
 *
 * <p>They were measured with {@code run sleepers} (1,001 and 4,000 threads, depths 5, 100 and 400, with and without
 * inlining, on a busy machine) on JDK 21.0.8 and 25.0.3, by class histograms, System.map and {@code /proc}. A
 * test has these figures, and holds the model to them.
 *
 * <p>One frame takes 25 to 60 bytes if it was compiled when the thread ran it, and 90 to 150 bytes if it was interpreted.
 * Each variable takes 8 bytes more, and a long or double 16: a service whose methods have many took 190. Stacks of 1,000
 * threads, all of whose methods have ten to sixteen long variables, took 130 to 347, and are in the range for certain only
 * where their size on the other kind of thread is known. Which it was is not recorded: the same program at depth 100 took 5.5 KB a virtual thread in one run and
 * 10.7 KB in another. So a range is as narrow as the memory of the threads of the other kind shows, and no narrower.
 */
public final class StackModel {

    /** Of fewer threads the estimate is not useful. */
    public static final long FEWEST = 16;

    /**
     * How many of the first threads start in the interpreter, and so touch the shadow zone: 260 to 783 were seen, and all
     * of a JVM that compiles nothing ({@code -Xint}), for which the range is too low.
     */
    static final int FEWEST_TOUCHED = 100;

    static final int MAX_TOUCHED_THREADS = 1000;

    private static final long PAGE = 4096;

    /** VirtualThread, its continuation, a timer and what holds them. */
    private static final long VIRTUAL_LEAST = 440;

    private static final long VIRTUAL_MOST = 880;

    /**
     * What these are smaller with compact object headers: 8 bytes each of the continuation, its inner object, the timer, the
     * entry in the set of threads and the lock, by class histograms of 25.0.3. VirtualThread and stack chunks are as large.
     */
    private static final long COMPACT_LESS = 40;

    /** A stack chunk before any frame that a dump shows: its head, and the frames of the yield. */
    private static final long CHUNK = 1200;

    /** The same if so many threads ran that all code on their stacks was compiled and inlined. */
    private static final long CHUNK_OF_MANY = 600;

    private static final long MANY_THREADS = 20_000;

    /** What of a stack is not the frames of a dump: the C library's thread, the JVM's start of it, and its wait. */
    private static final long NATIVE_LEAST = 9472;

    private static final long NATIVE_MOST = 10_600;

    /** The JVM's and the C library's malloc of a platform thread, with and without NMT and a recording. */
    private static final long MALLOC_LEAST = 7 << 10;

    private static final long MALLOC_MOST = 9 << 10;

    /** What a thread that starts in the interpreter has resident more than others. */
    private static final long TOUCHED_LEAST = 64 << 10;

    private static final long TOUCHED_MOST = StackSizes.SHADOW_ZONE_BYTES;

    /** Frames of up to this size were compiled, mostly. */
    private static final double COMPILED = 50;

    /** A frame of ordinary code, compiled. */
    private static final double LEAST_FRAME = 25;

    /** A frame of a small method, interpreted. */
    private static final double SMALL_FRAME = 150;

    /** The same of methods with many variables, the mean of all on a stack. */
    private static final double WIDE_FRAME = 210;

    /** The same where all methods have sixteen long variables. */
    private static final double WIDEST_FRAME = 350;

    private static final PerFrame UNKNOWN_FRAME = new PerFrame(LEAST_FRAME, WIDE_FRAME, false);

    private StackModel() {}

    /**
     * What one frame takes.
     *
     * @param measured whether the memory of the threads as they are says so
     */
    record PerFrame(double least, double most, boolean measured) {}

    /** Between these, in bytes, of all threads together. */
    public record Range(long least, long most) {}

    /**
     * A frame in a stack chunk, from the stacks of platform threads. A stack is known to a page, so that few frames show
     * nothing; and one whose shadow zone was touched in advance shows nothing.
     *
     * @param frames the mean of the frames
     * @param stacks the resident stacks, or null
     */
    static PerFrame frameInHeap(double frames, @Nullable StackSizes stacks) {
        Long resident = stacks == null ? null : untouched(stacks);
        if (resident == null || frames < 1) {
            return UNKNOWN_FRAME;
        }
        double least = Math.max(0, resident - PAGE - NATIVE_MOST) / frames;
        double most = Math.max(0, resident - NATIVE_LEAST) / frames;
        // Other threads of the same code may have run it before it was compiled, or after.
        double low = Math.min(SMALL_FRAME / 2, Math.max(LEAST_FRAME, 0.45 * least));
        double high = Math.max(2 * low, Math.min(Math.clamp(1.5 * least, WIDE_FRAME, WIDEST_FRAME), 1.5 * most));
        return new PerFrame(low, high, low > LEAST_FRAME || high < WIDE_FRAME);
    }

    /** The median resident stack of those without a shadow zone, or null if they are few. */
    private static @Nullable Long untouched(StackSizes stacks) {
        List<Long> sizes = stacks.stacks().stream()
                .map(StackSizes.Stack::residentBytes)
                .filter(bytes -> bytes < StackSizes.SHADOW_ZONE_BYTES)
                .sorted()
                .toList();
        return sizes.size() < stacks.count() / 5 || sizes.isEmpty() ? null : sizes.get(sizes.size() / 2);
    }

    /**
     * A frame on a stack, from stack chunks.
     *
     * @param frames the mean of the frames
     * @param chunkBytes the mean of the stack chunks, or null
     */
    static PerFrame frameOnStack(double frames, @Nullable Double chunkBytes) {
        if (chunkBytes == null || frames < 1) {
            return UNKNOWN_FRAME;
        }
        double each = Math.max(0, chunkBytes - CHUNK) / frames;
        double least = each <= COMPILED ? 0.95 * each : Math.max(0.95 * COMPILED, 0.45 * each);
        double most = Math.min(2.2 * each, Math.max(WIDE_FRAME, 1.5 * each));
        return new PerFrame(least, most, true);
    }

    /** Virtual threads, in the heap; where it is not known which headers objects have, these are taken to be usual ones. */
    static Range virtual(long threads, double frames, PerFrame frame, ObjectHeaders headers) {
        long chunk = threads < MANY_THREADS ? CHUNK : CHUNK_OF_MANY;
        long less = headers == ObjectHeaders.COMPACT ? COMPACT_LESS : 0;
        return new Range(
                Math.round(threads * (VIRTUAL_LEAST - less + chunk + frames * frame.least)),
                Math.round(threads * (VIRTUAL_MOST - less + CHUNK + frames * frame.most)));
    }

    /** Platform threads, outside the heap. */
    static Range platform(long threads, double frames, PerFrame frame) {
        return new Range(
                threads * (pages(NATIVE_LEAST + frames * frame.least) + MALLOC_LEAST)
                        + Math.min(threads, FEWEST_TOUCHED) * TOUCHED_LEAST,
                threads * (pages(NATIVE_MOST + frames * frame.most) + MALLOC_MOST)
                        + Math.min(threads, MAX_TOUCHED_THREADS) * TOUCHED_MOST);
    }

    /**
     * Virtual threads of one site as platform threads, outside the heap. Of a site it is not known whether its threads are
     * among the first, which touch the shadow zone.
     *
     * @param frames the mean of the frames
     * @param leastChunk the mean of their stack chunks, at least, in bytes
     * @param mostChunk the same, at most
     */
    public static Range asPlatform(long threads, double frames, double leastChunk, double mostChunk) {
        Range least = platform(threads, frames, frameOnStack(frames, leastChunk));
        Range most = platform(threads, frames, frameOnStack(frames, mostChunk));
        return new Range(least.least - Math.min(threads, FEWEST_TOUCHED) * TOUCHED_LEAST, most.most);
    }

    /**
     * Platform threads of one site as virtual threads, in the heap, with object headers of either size.
     *
     * @param frames the mean of the frames
     * @param residentEach the mean of their resident stacks, in bytes; negative where it is not known
     */
    public static Range asVirtual(long threads, double frames, long residentEach) {
        StackSizes known =
                residentEach < 0 ? null : new StackSizes(List.of(new StackSizes.Stack("", residentEach, residentEach)));
        PerFrame frame = frameInHeap(frames, known);
        return new Range(
                virtual(threads, frames, frame, ObjectHeaders.COMPACT).least,
                virtual(threads, frames, frame, ObjectHeaders.USUAL).most);
    }

    private static long pages(double bytes) {
        return (long) Math.ceil(bytes / PAGE) * PAGE;
    }
}
