package dev.loomweight.sample;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code jcmd VM.native_memory} prints. */
public sealed interface NmtTexts extends Sample {

    /**
     * One report of Native Memory Tracking: {@code VM.native_memory} as summary, detail or diff, JDK 11 and later, or the
     * report that {@code -XX:+PrintNMTStatistics} prints at exit.
     *
     * @param pid the process that jcmd printed above it, or -1
     * @param scale the bytes in one printed unit: 1, 1024, 1048576 or 1073741824; anything but 1 was rounded
     * @param diff whether it compares with a baseline
     * @param total the sum of all categories
     * @param malloc the part of the total that is malloc, or null before JDK 17 updates
     * @param mmap the part of the total that is mapped, or null before JDK 17 updates
     * @param categories in the order of the report
     * @param regions the virtual memory map of a detail report, sorted by address; empty otherwise
     * @param files the memory files of a detail report (JDK 25 with ZGC); empty otherwise
     * @param sites the call sites of a detail report or detail diff; empty otherwise
     * @param notes what the report says of itself, such as how many call sites it left out
     * @param unknownLines the lines outside categories that no known grammar has, as printed, stripped
     */
    record NmtReport(
            long pid,
            long scale,
            boolean diff,
            NmtUsage total,
            @Nullable NmtMalloc malloc,
            @Nullable NmtUsage mmap,
            List<NmtCategory> categories,
            List<Region> regions,
            List<MappedFile> files,
            List<Site> sites,
            List<String> notes,
            List<String> unknownLines)
            implements NmtTexts {

        /** The note of a report without total, whose total is the sum of its categories. */
        public static final String NO_TOTAL = "the NMT report has no total: it is the sum of its categories";

        /** The figures of a category and its sum. */
        private static final int MAX_LINES = 6;

        public NmtReport {
            categories = List.copyOf(categories);
            regions = List.copyOf(regions);
            files = List.copyOf(files);
            sites = List.copyOf(sites);
            notes = List.copyOf(notes);
            unknownLines = List.copyOf(unknownLines);
        }

        /** The same with one more note. */
        public NmtReport with(String note) {
            return new NmtReport(
                    pid,
                    scale,
                    diff,
                    total,
                    malloc,
                    mmap,
                    categories,
                    regions,
                    files,
                    sites,
                    Stream.concat(notes.stream(), Stream.of(note)).toList(),
                    unknownLines);
        }

        /** The category of that name, or null where the report has none. */
        public @Nullable NmtCategory category(String name) {
            for (NmtCategory category : categories) {
                if (category.name().equals(name)) {
                    return category;
                }
            }
            return null;
        }

        /** Whether the report lists the regions of virtual memory, so that guard pages can be distinguished from stacks. */
        public boolean isDetail() {
            return !regions.isEmpty() || !sites.isEmpty();
        }

        /** What its sums have and its lines have not; nothing in a complete text, rounding aside. */
        public Missing missing() {
            Map<String, Long> below = new TreeMap<>();
            for (NmtCategory category : categories) {
                long bytes = beyond(category.unexplainedBytes(), MAX_LINES * scale);
                if (bytes != 0) {
                    below.merge(category.name(), bytes, Long::sum);
                }
            }
            return new Missing(
                    missing(NmtUsage::reserved), missing(NmtUsage::committed), below, notes.contains(NO_TOTAL));
        }

        /** Reserved and committed of all categories that the text has; {@link #total} has what the text gives as their sum. */
        public NmtUsage sumOfCategories() {
            NmtUsage nothing = NmtUsage.of(Amount.ZERO, Amount.ZERO);
            return categories.stream().map(NmtCategory::usage).reduce(nothing, NmtUsage::plus);
        }

        private long missing(Function<NmtUsage, Amount> figure) {
            // What a JVM left out as too small is not in the text.
            long most = figure.apply(total).rounding(scale);
            for (NmtCategory category : categories) {
                most += figure.apply(category.usage()).rounding(scale);
            }
            return beyond(
                    figure.apply(total).bytes()
                            - figure.apply(sumOfCategories()).bytes(),
                    most);
        }

        /** A difference that rounding does not explain; 0 for another. Each figure is half a unit off at most, also one that is not printed. */
        private long beyond(long difference, long most) {
            return scale == 1 || Math.abs(difference) > most / 2 ? difference : 0;
        }

        /** The guard pages inside the committed thread stacks, in bytes; 0 where the report has no map of memory. */
        public long stackGuardBytes() {
            return regions.stream()
                    .filter(Region::isThreadStack)
                    .flatMap(region -> region.parts().stream())
                    .filter(Part::isStackGuard)
                    .mapToLong(Part::bytes)
                    .sum();
        }

        /**
         * What sums have and the lines of a text have not, as lines were lost, edited or not understood; negative where the
         * lines have more.
         *
         * @param reservedBytes of the total, by its categories, in bytes
         * @param committedBytes likewise
         * @param below of the committed memory of categories, by the lines below each, in bytes; by name
         * @param total whether the text has no total, so that nothing shows whether categories are missing
         */
        public record Missing(long reservedBytes, long committedBytes, Map<String, Long> below, boolean total) {

            public Missing {
                below = Map.copyOf(below);
            }

            /** Whether memory of the JVM may be in no category that the text has. */
            public boolean isOfCategories() {
                return committedBytes > 0 || total;
            }

            /** Whether everything adds up. */
            public boolean isNothing() {
                return reservedBytes == 0 && committedBytes == 0 && below.isEmpty();
            }
        }

        /**
         * One reserved region of virtual memory.
         *
         * @param from its first address
         * @param to the address after its last byte
         * @param bytes its size as printed, in bytes
         * @param whollyCommitted whether it was reserved and committed in one call
         * @param category what it is for; {@code Thread Stack} for thread stacks
         * @param frames the native stack that reserved it, as printed without addresses; may be empty
         * @param parts what is committed inside
         */
        public record Region(
                long from,
                long to,
                long bytes,
                boolean whollyCommitted,
                String category,
                List<String> frames,
                List<Part> parts) {

            public Region {
                frames = List.copyOf(frames);
                parts = List.copyOf(parts);
            }

            /** Whether it is the stack of a thread. */
            public boolean isThreadStack() {
                return category.equals(NmtCategory.THREAD_STACK);
            }
        }

        /**
         * A committed part of a region.
         *
         * @param from its first address
         * @param to the address after its last byte
         * @param bytes its size as printed, in bytes
         * @param frames the native stack that committed it; empty for the resident pages of a thread stack
         */
        public record Part(long from, long to, long bytes, List<String> frames) {

            public Part {
                frames = List.copyOf(frames);
            }

            /**
             * Whether these are the guard pages at the end of a Java thread's stack: 16 KB that NMT counts as committed
             * and that can never be resident.
             */
            public boolean isStackGuard() {
                return frames.stream().anyMatch(frame -> frame.contains("create_stack_guard_pages"));
            }
        }

        /**
         * One file that backs memory, such as ZGC's heap.
         *
         * @param name the file's name
         * @param allocations its allocated ranges
         */
        public record MappedFile(String name, List<Allocation> allocations) {

            public MappedFile {
                allocations = List.copyOf(allocations);
            }
        }

        /**
         * One allocated range of a memory file.
         *
         * @param from its first offset
         * @param to the offset after its last byte
         * @param bytes its size as printed, in bytes
         * @param category what it is for
         * @param frames the native stack that allocated it
         */
        public record Allocation(long from, long to, long bytes, String category, List<String> frames) {

            public Allocation {
                frames = List.copyOf(frames);
            }
        }

        /**
         * One native call site.
         *
         * @param category the category that it allocates for
         * @param frames the native stack, the innermost frame first, as printed without addresses
         * @param malloc what it holds from malloc, or null for a site of virtual memory
         * @param virtual what it holds of virtual memory, or null for a site of malloc
         */
        public record Site(
                String category,
                List<String> frames,
                @Nullable NmtMalloc malloc,
                @Nullable NmtUsage virtual) {

            public Site {
                frames = List.copyOf(frames);
            }
        }
    }

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
    record NmtCategory(
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

        /** The category of the compilers and their arenas. */
        public static final String COMPILER = "Compiler";

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

        /** What its committed memory has more than its lines, in bytes; 0 where it has no lines. */
        public long unexplainedBytes() {
            boolean bare = stack == null && malloc == null && mmap == null && arena == null && trackingOverhead == null;
            return bare
                    ? 0
                    : usage.committed().bytes()
                            - (stack == null ? 0 : stack.committed().bytes())
                            - (malloc == null ? 0 : malloc.amount().bytes())
                            - (mmap == null ? 0 : mmap.committed().bytes())
                            - (arena == null ? 0 : arena.amount().bytes())
                            - (trackingOverhead == null ? 0 : trackingOverhead.bytes());
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

    /**
     * Address space and memory of one NMT figure.
     *
     * @param reserved address space set aside; costs nothing until it is committed. 0 where the text leaves it out
     * @param committed memory promised by the system; resident only where it was touched, except for thread stacks, where
     *     HotSpot asks the kernel which pages are resident and adds the guard pages
     * @param readonly the part that is mapped read-only (shared class space, JDK 20 and later), or null where not printed
     * @param peakBytes the highest committed figure so far, in bytes, equal to the committed one "at peak", or -1 where
     *     the report does not print it (before JDK 21)
     */
    record NmtUsage(
            Amount reserved, Amount committed, @Nullable Amount readonly, long peakBytes) {

        /** Whether the text has what is reserved, which is never less than what is committed. */
        public boolean isReservedKnown() {
            return reserved.bytes() != 0 || committed.bytes() == 0;
        }

        /** Both together, without peaks. */
        public NmtUsage plus(NmtUsage other) {
            return of(reserved.plus(other.reserved), committed.plus(other.committed));
        }

        /** Reserved and committed alone. */
        public static NmtUsage of(Amount reserved, Amount committed) {
            return new NmtUsage(reserved, committed, null, -1);
        }
    }

    /**
     * Memory from malloc, or arenas, of one NMT figure.
     *
     * @param amount the live bytes
     * @param count the live blocks, or -1 where not printed
     * @param countDelta their change since the baseline
     * @param peakBytes the highest figure so far, in bytes, equal to the amount "at peak", or -1 where not printed
     * @param peakCount the blocks at that time, or -1 where not printed
     */
    record NmtMalloc(Amount amount, long count, long countDelta, long peakBytes, long peakCount) {

        /** Both together, without peaks. A count that is not printed is one block. */
        public NmtMalloc plus(NmtMalloc other) {
            return new NmtMalloc(
                    amount.plus(other.amount),
                    Math.abs(count) + Math.abs(other.count),
                    countDelta + other.countDelta,
                    -1,
                    -1);
        }
    }

    /**
     * An amount of memory in an NMT report, with how far it moved since the baseline.
     *
     * @param bytes the amount, in bytes; exact only in a report at scale 1
     * @param deltaBytes the change since the baseline, in bytes; 0 where the report is not a diff or prints no change
     */
    record Amount(long bytes, long deltaBytes) {

        /** Nothing. */
        public static final Amount ZERO = new Amount(0, 0);

        /** An amount without a change. */
        public static Amount of(long bytes) {
            return new Amount(bytes, 0);
        }

        /** The unit in which it was written, as far as its value shows: people write 2GB next to 200MB. */
        private long rounding(long scale) {
            long unit = scale;
            while (unit > 1 && unit > 1L << 10 && bytes % unit != 0) {
                unit >>= 10;
            }
            return Math.max(1, unit);
        }

        /** Both together. */
        public Amount plus(Amount other) {
            return new Amount(bytes + other.bytes, deltaBytes + other.deltaBytes);
        }
    }

    /**
     * {@code VM.native_memory statistics}: how NMT itself fares. Kept as it is printed; no figure of it enters a report.
     *
     * @param pid the process that jcmd printed above it, or -1
     * @param lines the lines as printed
     */
    record NmtStatistics(long pid, List<String> lines) implements NmtTexts {

        public NmtStatistics {
            lines = List.copyOf(lines);
        }
    }

    /**
     * What {@code VM.native_memory} answered instead of a report.
     *
     * @param pid the process that jcmd printed above it, or -1
     * @param kind what it means
     * @param text the line as printed
     */
    record NmtMessage(long pid, Kind kind, String text) implements NmtTexts {

        /** What the answer means. */
        public enum Kind {
            /** Tracking is off and can only be switched on when the JVM starts. */
            OFF,
            /** Tracking is at summary, and detail was asked for. */
            SUMMARY_ONLY,
            /** A diff was asked for without a baseline. */
            NO_BASELINE,
            /** A baseline was taken. */
            BASELINE_TAKEN,
            /** The request was wrong. */
            BAD_REQUEST,
            /** Tracking was shut down in the running JVM (JDK 11). */
            SHUT_DOWN
        }
    }
}
