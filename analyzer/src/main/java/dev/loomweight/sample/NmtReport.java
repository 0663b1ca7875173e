package dev.loomweight.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
public record NmtReport(
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
        implements Sample {

    public NmtReport {
        categories = List.copyOf(categories);
        regions = List.copyOf(regions);
        files = List.copyOf(files);
        sites = List.copyOf(sites);
        notes = List.copyOf(notes);
        unknownLines = List.copyOf(unknownLines);
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
