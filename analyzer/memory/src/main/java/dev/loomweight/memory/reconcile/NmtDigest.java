package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.Place;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The kept part of an NMT report: its categories, and the owners of addresses without the frames and pages, which make
 * the map of 4000 threads megabytes.
 *
 * @param reservedBytes all categories, reserved, in bytes
 * @param committedBytes all categories, committed, in bytes
 * @param changeBytes how far that moved since a baseline, in bytes
 * @param diff whether it is a difference with a baseline
 * @param categories the categories
 * @param missing what its sums have and its lines have not
 * @param guardBytes the guard pages inside the committed stacks, in bytes, or -1 where the report has no map
 * @param scale the bytes that amounts were rounded to
 * @param regions the owners of addresses; empty where the report has no map
 */
public record NmtDigest(
        long reservedBytes,
        long committedBytes,
        long changeBytes,
        boolean diff,
        List<NmtCategory> categories,
        NmtReport.Missing missing,
        long guardBytes,
        long scale,
        AddressOwners regions) {

    /** HotSpot's guard zone of a Java thread: red, yellow and reserved pages, 4 of 4 KB on Linux x86-64. */
    static final long GUARD_BYTES_EACH = 16 << 10;

    /** A report without categories, of a process of which there is none. */
    static final NmtDigest NONE = new NmtDigest(
            0, 0, 0, false, List.of(), new NmtReport.Missing(0, 0, Map.of(), false), -1, 1, AddressOwners.NONE);

    /** The digest of a report. */
    public static NmtDigest of(NmtReport report) {
        return new NmtDigest(
                report.total().reserved().bytes(),
                report.total().committed().bytes(),
                report.total().committed().deltaBytes(),
                report.diff(),
                report.categories(),
                report.missing(),
                report.regions().isEmpty() ? -1 : report.stackGuardBytes(),
                report.scale(),
                AddressOwners.of(report));
    }

    /** The same as a report has it that has no map. */
    NmtDigest withoutRegions() {
        return new NmtDigest(
                reservedBytes, committedBytes, changeBytes, diff, categories, missing, -1, scale, AddressOwners.NONE);
    }

    private @Nullable NmtUsage stack() {
        NmtCategory thread = category(NmtCategory.THREAD);
        return thread == null ? null : thread.stack();
    }

    /** The category of that name, or null. */
    public @Nullable NmtCategory category(String name) {
        for (NmtCategory category : categories) {
            if (category.name().equals(name)) {
                return category;
            }
        }
        return null;
    }

    /** How many of something a category counts, such as classes; -1 where it does not. */
    public long count(String category, String of) {
        NmtCategory found = category(category);
        NmtCategory.Count count = found == null ? null : found.counts().get(of);
        return count == null ? -1 : count.value();
    }

    /** The number of threads that NMT counts, or -1. */
    public long threads() {
        return count(NmtCategory.THREAD, "threads");
    }

    /** The malloc for the tables of symbols and strings, in bytes; the arena of symbols is not in it. */
    public long tableBytes() {
        NmtCategory symbols = category(NmtCategory.SYMBOL);
        NmtMalloc arena = symbols == null ? null : symbols.arena();
        return symbols == null
                ? 0
                : symbols.usage().committed().bytes()
                        - (arena == null ? 0 : arena.amount().bytes());
    }

    /** The number of blocks of those tables. */
    public long tableBlocks() {
        NmtCategory symbols = category(NmtCategory.SYMBOL);
        NmtMalloc malloc = symbols == null ? null : symbols.malloc();
        return malloc == null ? 0 : Math.max(0, malloc.count());
    }

    /** Address space of all thread stacks, in bytes. */
    public long stackReservedBytes() {
        NmtUsage stack = stack();
        return stack == null ? 0 : stack.reserved().bytes();
    }

    /** Committed memory of all thread stacks by NMT, guard pages included, in bytes. */
    public long stackCommittedBytes() {
        NmtUsage stack = stack();
        return stack == null ? 0 : stack.committed().bytes();
    }

    /** The guard pages inside {@link #stackCommittedBytes}: from the map, else 16 KB a thread. */
    public long guardBytesOrEstimate() {
        if (guardBytes >= 0) {
            return guardBytes;
        }
        return Math.min(stackCommittedBytes(), Math.max(0, threads()) * GUARD_BYTES_EACH);
    }

    /** The committed memory of a category without thread stacks, in bytes; 0 where it is not listed. */
    public long committedBytes(String name) {
        NmtCategory category = category(name);
        long stacks = name.equals(NmtCategory.THREAD) ? stackCommittedBytes() : 0;
        return category == null ? 0 : category.usage().committed().bytes() - stacks;
    }

    /** Reserved address space by part, in bytes. */
    Map<Part, Long> reservedByPart() {
        Map<Part, Long> bytes = new EnumMap<>(Part.class);
        for (NmtCategory category : categories) {
            NmtUsage mapped = mapped(category);
            if (mapped != null) {
                bytes.merge(Part.ofMappings(category.name()), mapped.reserved().bytes(), Long::sum);
            }
        }
        return bytes;
    }

    /** Committed memory by part, in bytes: mappings and malloc separately. */
    Map<Part, Long> committedByPart() {
        Map<Part, Long> bytes = new EnumMap<>(Part.class);
        for (NmtCategory category : categories) {
            NmtUsage mapped = mapped(category);
            if (mapped != null) {
                bytes.merge(Part.ofMappings(category.name()), mapped.committed().bytes(), Long::sum);
            }
            long blocks = blocks(category);
            if (blocks != 0) {
                bytes.merge(Part.ofMalloc(category.name()), blocks, Long::sum);
            }
        }
        return bytes;
    }

    /**
     * Committed memory by the place in which it grows, in bytes, of malloc alone, arenas included.
     *
     * @param into where the amounts are added
     */
    public void addMalloc(Map<Place, Long> into) {
        // NMT leaves out what is zero: it is none, and not unknown.
        into.putIfAbsent(Place.DIRECT_BUFFERS, 0L);
        into.putIfAbsent(Place.JVM_MALLOC, 0L);
        into.putIfAbsent(Place.JVM_ARENAS, 0L);
        for (NmtCategory category : categories) {
            long blocks = blocks(category);
            if (blocks != 0) {
                Place place = Part.placeOf(category.name());
                // What the heap has of malloc is of its collector.
                into.merge(place == null ? Place.GC : place, blocks, Long::sum);
            }
        }
    }

    /** Committed memory that no line of the text has, in bytes: it belongs to no part. */
    public long missingCommittedBytes() {
        return missing.committedBytes()
                + missing.below().values().stream().mapToLong(Long::longValue).sum();
    }

    /** A category's blocks from malloc, in bytes. Arenas and NMT's headers are malloc too; only the head line has them. */
    private long blocks(NmtCategory category) {
        NmtUsage mapped = mapped(category);
        return category.usage().committed().bytes()
                - (mapped == null ? 0 : mapped.committed().bytes())
                - missing.below().getOrDefault(category.name(), 0L);
    }

    /** What the categories that grow in a place have of malloc, by name, in bytes. */
    public Map<String, Long> mallocOf(Place place) {
        Map<String, Long> bytes = new TreeMap<>();
        for (NmtCategory category : categories) {
            if (Part.placeOf(category.name()) == place) {
                bytes.put(category.name(), blocks(category));
            }
        }
        return bytes;
    }

    /**
     * Committed memory by the place in which it grows, in bytes, of mappings alone; that of the heap is left out, which has
     * places of its own.
     *
     * @param into where the amounts are added
     */
    public void addMapped(Map<Place, Long> into) {
        for (NmtCategory category : categories) {
            NmtUsage mapped = mapped(category);
            Place place = Part.ofMappings(category.name()).place();
            if (mapped != null && place != null) {
                into.merge(place, mapped.committed().bytes(), Long::sum);
            }
        }
    }

    private static @Nullable NmtUsage mapped(NmtCategory category) {
        // A category without lines of its own is known by its name alone.
        boolean bare = category.mmap() == null && category.malloc() == null && category.arena() == null;
        if (category.name().equals(NmtCategory.THREAD)) {
            return bare && category.stack() == null ? category.usage() : category.stack();
        }
        return bare && Part.ofMappings(category.name()) != Part.VM ? category.usage() : category.mmap();
    }
}
