package dev.loomweight.sample;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One category of an NMT report, whatever its name: JDKs add and drop categories.
 *
 * @param name as printed, such as {@code Java Heap}
 * @param usage the sums in its head line
 * @param counts what it counts, by the printed word: {@code classes}, {@code instance classes}, {@code array classes},
 *     {@code threads} (printed {@code thread} on 11 and 17)
 * @param stack the thread stacks inside the category {@code Thread}, else null
 * @param malloc its malloc part, or null
 * @param mmap its mapped part, or null
 * @param arena its arenas, or null; they live in malloc'ed chunks that NMT subtracts from {@code Arena Chunk}
 * @param trackingOverhead NMT's own headers, or null
 * @param metaspace the metaspace parts of the category {@code Class}: {@code Metadata}, {@code Class space}
 * @param unknownLines the lines that no known grammar has, as printed, stripped
 */
public record NmtCategory(
        String name,
        NmtUsage usage,
        Map<String, Count> counts,
        @Nullable NmtUsage stack,
        @Nullable NmtMalloc malloc,
        @Nullable NmtUsage mmap,
        @Nullable NmtMalloc arena,
        @Nullable Amount trackingOverhead,
        List<Metaspace> metaspace,
        List<String> unknownLines) {

    /** The category of thread stacks and thread structures. */
    public static final String THREAD = "Thread";

    /** The category of NMT itself. */
    public static final String NMT = "Native Memory Tracking";

    /** The category of Flight Recorder. */
    public static final String TRACING = "Tracing";

    /** The category of the Java heap. */
    public static final String JAVA_HEAP = "Java Heap";

    /** The category of thread stacks in recordings and detail reports; other reports have them in {@link #THREAD}. */
    public static final String THREAD_STACK = "Thread Stack";

    /** The category that counts classes. */
    public static final String CLASS = "Class";

    /** The category of the tables of symbols and strings. */
    public static final String SYMBOL = "Symbol";

    public NmtCategory {
        counts = Map.copyOf(counts);
        metaspace = List.copyOf(metaspace);
        unknownLines = List.copyOf(unknownLines);
    }

    /**
     * A count and its change since the baseline.
     *
     * @param value the count
     * @param delta its change
     */
    public record Count(long value, long delta) {}

    /**
     * One part of metaspace.
     *
     * @param name {@code Metadata} or {@code Class space}
     * @param usage reserved and committed
     * @param used what classes use of it
     * @param free what is free in it, or null from JDK 17 on
     * @param waste what is lost to fragmentation
     * @param wastePercent that loss in percent of committed, 0 to 100
     */
    public record Metaspace(
            String name,
            NmtUsage usage,
            Amount used,
            @Nullable Amount free,
            Amount waste,
            double wastePercent) {}
}
