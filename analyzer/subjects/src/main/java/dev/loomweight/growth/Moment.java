package dev.loomweight.growth;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a snapshot by place. All amounts are in bytes.
 *
 * @param time when it was taken, or null where that is not known
 * @param whole its parts
 */
record Moment(@Nullable Instant time, Reconciliation whole) {

    /** Resident memory; where it is not known, all that NMT has committed, or -1. */
    long total() {
        if (isResident()) {
            return whole.total();
        }
        NmtDigest nmt = whole.snapshot().nmt();
        return nmt == null ? -1 : nmt.committedBytes();
    }

    /** Whether its amounts are resident memory; otherwise they are NMT's committed memory. */
    boolean isResident() {
        return whole.precision() != Reconciliation.Precision.UNKNOWN;
    }

    /** Whether there are parts. */
    boolean hasParts() {
        return isResident() || whole.snapshot().nmt() != null;
    }

    @Nullable
    ClassHistogram histogram() {
        return whole.snapshot().histogram();
    }

    /**
     * The heap, live or not, where its mappings or its committed memory are what counts; 0 where it is in what is not
     * divided.
     */
    long heap() {
        return isAsCommitted() ? 0 : bytes(Part.HEAP);
    }

    /** The used part of the heap, garbage included, or -1. */
    long heapUsed() {
        return whole.heapUsedBytes();
    }

    /** The committed part of the heap, or 0 where it is not known. */
    long heapCommitted() {
        return whole.committed(Part.HEAP);
    }

    /** Whether resident memory is known as a sum alone: then a part counts as committed. */
    boolean isAsCommitted() {
        return whole.precision() == Reconciliation.Precision.AS_COMMITTED;
    }

    /** The writable private memory of the process, touched or not; -1 where that is not known. */
    long writable() {
        ProcStatus status = whole.snapshot().status();
        return status == null ? -1 : status.bytes().getOrDefault("VmData", -1L);
    }

    private long bytes(Part part) {
        if (isResident() && (!isAsCommitted() || part.kind() == Part.Kind.FILE)) {
            return whole.resident(part);
        }
        return whole.committed(part) - (isResident() && part == Part.STACKS ? whole.guardBytes() : 0);
    }

    /** The malloc for the tables of symbols and strings; the arena of symbols is not in it. */
    long tables() {
        NmtCategory symbols = category(NmtCategory.SYMBOL);
        return symbols == null ? 0 : symbols.usage().committed().bytes() - arena(symbols);
    }

    /** The blocks of those tables. */
    long tableBlocks() {
        NmtCategory symbols = category(NmtCategory.SYMBOL);
        NmtMalloc malloc = symbols == null ? null : symbols.malloc();
        return malloc == null ? 0 : Math.max(0, malloc.count());
    }

    /** How many of something a category counts, such as threads; -1 where it does not. */
    long count(String category, String of) {
        NmtCategory found = category(category);
        NmtCategory.Count count = found == null ? null : found.counts().get(of);
        return count == null ? -1 : count.value();
    }

    private @Nullable NmtCategory category(String name) {
        NmtDigest nmt = whole.snapshot().nmt();
        return nmt == null ? null : nmt.category(name);
    }

    private static long arena(NmtCategory category) {
        return category.arena() == null ? 0 : category.arena().amount().bytes();
    }

    /** The malloc of the categories that grow in a place, by name. */
    Map<String, Long> mallocOf(Place place) {
        NmtDigest nmt = whole.snapshot().nmt();
        return nmt == null ? Map.of() : nmt.mallocOf(place);
    }

    /** What is allocated in each place, touched or not: malloc of the JVM, of native code, and what glibc has freed. */
    Map<Place, Long> malloc() {
        Map<Place, Long> bytes = new EnumMap<>(Place.class);
        NmtDigest nmt = whole.snapshot().nmt();
        if (nmt != null) {
            nmt.addMalloc(bytes);
        }
        if (isResident()) {
            long ofJvm = sum(bytes);
            bytes.put(Place.RETAINED, whole.mallocFree().orElse(0));
            bytes.put(
                    nmt == null ? Place.ANY_MALLOC : Place.NATIVE_MALLOC,
                    Math.max(0, whole.mallocLive().orElse(0) - ofJvm));
        }
        return bytes;
    }

    /**
     * All places outside the heap. Mappings count as resident, malloc as allocated; what glibc has freed is its own figure.
     * The rest of resident memory is in no account, or negative where allocated memory was not touched.
     */
    Map<Place, Long> outsideHeap() {
        Map<Place, Long> bytes = malloc();
        for (Part part : Part.values()) {
            Place place = part.place();
            if (place != null) {
                bytes.merge(place, bytes(part), Long::sum);
            }
        }
        if (isResident()) {
            if (whole.resident(Part.JOINED) > 0) {
                bytes.merge(Place.JOINED, whole.resident(Part.JOINED), Long::sum);
            }
            bytes.merge(rest(), whole.total() - heap() - sum(bytes), Long::sum);
        }
        return bytes;
    }

    private static long sum(Map<Place, Long> bytes) {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The place of resident memory that is in no account. */
    Place rest() {
        if (isResident() && whole.resident(Part.ALLOCATOR) > 0) {
            return Place.ALLOCATOR;
        }
        boolean divided = whole.precision() == Reconciliation.Precision.BY_MAPPING
                && whole.snapshot().nmt() != null
                && whole.mallocFree().isPresent();
        return divided ? Place.ANONYMOUS_MAPPINGS : Place.UNDIVIDED;
    }
}
