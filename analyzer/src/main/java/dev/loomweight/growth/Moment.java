package dev.loomweight.growth;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.sample.ClassHistogram;
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtMalloc;
import dev.loomweight.sample.ProcStatus;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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

    /** The heap, live or not. */
    long heap() {
        return bytes(Part.HEAP);
    }

    /** The writable private memory of the process, touched or not; -1 where that is not known. */
    long writable() {
        ProcStatus status = whole.snapshot().status();
        return status == null ? -1 : status.bytes().getOrDefault("VmData", -1L);
    }

    private long bytes(Part part) {
        return isResident() ? whole.resident(part) : whole.committed(part);
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

    /** The arenas by category, those of threads excluded, which are part of a thread. */
    Map<String, Long> arenas() {
        Map<String, Long> arenas = new TreeMap<>();
        NmtDigest nmt = whole.snapshot().nmt();
        if (nmt != null) {
            for (NmtCategory category : nmt.categories()) {
                long bytes = Part.arenas(category);
                if (bytes != 0) {
                    arenas.put(category.name(), bytes);
                }
            }
        }
        return arenas;
    }

    /**
     * All places outside the heap. Mappings count as resident, malloc as allocated; what glibc has freed is its own figure.
     * The rest of resident memory is in no account, or negative where allocated memory was not touched.
     */
    Map<Place, Long> outsideHeap() {
        Map<Place, Long> bytes = new EnumMap<>(Place.class);
        long known = heap();
        for (Part part : Part.values()) {
            Place place = part.place();
            if (place != null) {
                bytes.merge(place, bytes(part), Long::sum);
                known += bytes(part);
            }
        }
        NmtDigest nmt = whole.snapshot().nmt();
        if (nmt != null) {
            nmt.addMalloc(bytes);
            known += mallocOfNmt();
        }
        if (isResident()) {
            long freed = whole.mallocFree().orElse(0);
            long beyond = Math.max(0, whole.mallocLive().orElse(0) - mallocOfNmt());
            if (whole.resident(Part.JOINED) > 0) {
                bytes.merge(Place.JOINED, whole.resident(Part.JOINED), Long::sum);
                known += whole.resident(Part.JOINED);
            }
            bytes.merge(Place.RETAINED, freed, Long::sum);
            bytes.merge(isTracked() ? Place.NATIVE_MALLOC : Place.ANY_MALLOC, beyond, Long::sum);
            bytes.merge(rest(), whole.total() - known - freed - beyond, Long::sum);
        }
        return bytes;
    }

    private static boolean isOfNmt(Part part) {
        return part.kind() == Part.Kind.JVM_MALLOC || part == Part.DIRECT;
    }

    private boolean isTracked() {
        return whole.snapshot().nmt() != null;
    }

    private long mallocOfNmt() {
        return Stream.of(Part.values())
                .filter(Moment::isOfNmt)
                .mapToLong(whole::committed)
                .sum();
    }

    /** The place of resident memory that is in no account. */
    Place rest() {
        if (isResident() && whole.resident(Part.ALLOCATOR) > 0) {
            return Place.ALLOCATOR;
        }
        boolean divided = whole.precision() == Reconciliation.Precision.BY_MAPPING
                && isTracked()
                && whole.mallocFree().isPresent();
        return divided ? Place.ANONYMOUS_MAPPINGS : Place.UNDIVIDED;
    }
}
