package dev.loomweight.memory.reconcile;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a process at one moment, in parts that add up: the resident sizes of all parts, with the remainder, are the
 * resident memory. Every report, comparison and finding on a moment reads it here. All amounts are in bytes.
 */
public final class MemoryMoment {

    /** The kernel's stack of a thread on Linux x86-64 (THREAD_SIZE). */
    public static final long KERNEL_STACK_BYTES = 16 << 10;

    private final String name;
    private final @Nullable Instant time;
    private final boolean unfinished;
    private final Snapshot snapshot;
    private final RecordedFigures recorded;
    // Made when it is asked for: the texts may still be gathered, and of many moments nothing else is read.
    private @Nullable Division division;

    /** How the resident sizes of the mapped parts are known. */
    public enum Precision {
        /** From the kernel by mapping, with the owners from the JVM. */
        BY_MAPPING,
        /** From the kernel by mapping, without the owners: anonymous memory is not divided, except for the heap and malloc. */
        BY_NAME,
        /** Taken as committed, which is the upper bound. */
        AS_COMMITTED,
        /** Not known, since resident memory itself is not. */
        UNKNOWN
    }

    private MemoryMoment(
            String name, @Nullable Instant time, boolean unfinished, Snapshot snapshot, RecordedFigures recorded) {
        this.name = name;
        this.time = time;
        this.unfinished = unfinished;
        this.snapshot = snapshot;
        this.recorded = recorded;
    }

    /** The texts of a snapshot alone, none of which is there yet. */
    static MemoryMoment of(Origin.SnapshotId id) {
        return new MemoryMoment(id.name(), id.time(), id.isUnfinished(), new Snapshot(), new RecordedFigures());
    }

    /** Texts of a moment that has no name, and whose time is not known. */
    public static MemoryMoment of(Snapshot snapshot) {
        return new MemoryMoment("", null, false, snapshot, new RecordedFigures());
    }

    /**
     * The same moments without what makes parts of memory in some of them only, so that the parts of all are made of the
     * same texts. Where they have no text on resident memory in common, they keep its amount.
     */
    public static List<MemoryMoment> alike(List<MemoryMoment> moments) {
        Set<Class<? extends Sample>> missing = Snapshot.textsOfParts().stream()
                .filter(text -> !moments.stream().allMatch(one -> one.snapshot.has(text)))
                .collect(Collectors.toSet());
        boolean owners = moments.stream().allMatch(one -> one.snapshot.hasOwners());
        List<MemoryMoment> alike = moments.stream()
                .map(one -> new MemoryMoment(
                        one.name, one.time, one.unfinished, one.snapshot.without(missing, owners), one.recorded))
                .toList();
        if (alike.stream().anyMatch(one -> !one.snapshot.residentBytes().isKnown())
                && moments.stream().allMatch(one -> one.snapshot.residentBytes().isKnown())) {
            for (int i = 0; i < alike.size(); i++) {
                alike.get(i)
                        .snapshot
                        .add(new SmapsRollup(Map.of(
                                "Rss", moments.get(i).snapshot.residentBytes().known())));
            }
        }
        return alike;
    }

    /** The same moment with what recordings have at about the same time. */
    MemoryMoment with(RecordedFigures figures) {
        return new MemoryMoment(name, time, unfinished, snapshot, figures);
    }

    /** The name of its snapshot; empty for loose files. */
    public String name() {
        return name;
    }

    /** When its snapshot was taken, or null where that is not known. */
    public @Nullable Instant time() {
        return time;
    }

    /** Whether the process, or its collector, ended before the snapshot was complete. */
    public boolean unfinished() {
        return unfinished;
    }

    /** What the texts and the recordings say of its parts. */
    private static final class Division {
        private final CommittedParts byNmt;
        private final Footprint footprint;
        private final @Nullable ResidentMemory measured;
        private final ResidentParts resident;

        private Division(Snapshot snapshot, RecordedFigures recorded) {
            footprint = snapshot.footprint();
            recorded.addTo(footprint);
            measured = footprint.resident();
            byNmt = CommittedParts.of(snapshot, recorded, measured != null);
            resident =
                    ResidentParts.of(snapshot, recorded, byNmt.committed(), measured == null ? -1 : measured.bytes());
        }
    }

    private Division division() {
        Division found = division;
        if (found == null) {
            found = new Division(snapshot, recorded);
            division = found;
        }
        return found;
    }

    /** The guard pages in the committed stacks, which are never resident; 0 where stacks are not known. */
    public long guardBytes() {
        return snapshot.nmtOrNone().guardBytesOrEstimate();
    }

    /** Resident memory. */
    public Quantity total() {
        ResidentMemory measured = measured();
        return measured == null ? Quantity.unknown("no input has resident memory") : Quantity.of(measured.bytes());
    }

    /** What the process takes, and its limit. */
    public Footprint footprint() {
        return division().footprint;
    }

    /** What the kernel's RSS counts in addition, since it is mapped several times, in bytes. */
    public long againBytes() {
        ResidentMemory measured = measured();
        return measured == null ? 0 : measured.againBytes();
    }

    /** Resident memory with its source, or null where it is not known. */
    @Nullable
    public ResidentMemory measured() {
        return division().measured;
    }

    /** How the resident sizes are known. */
    public Precision precision() {
        return division().resident.precision();
    }

    /** Address space of a part; 0 where it has none of its own or it is not known. */
    public long reserved(Part part) {
        return division().byNmt.reserved().getOrDefault(part, 0L);
    }

    /** Committed memory of a part, by NMT; 0 where it has none or it is not known. */
    public long committed(Part part) {
        return division().byNmt.committed().getOrDefault(part, 0L);
    }

    /**
     * Resident memory of a part, in bytes; 0 where it has none or it is not known. What may be of several parts is in those
     * of the kind {@link Part.Kind#JOINED} and in none of these. The sum over all parts is {@link #total}.
     */
    public long resident(Part part) {
        return division().resident.bytes(part);
    }

    /** Whether the resident memory of a part is known, so that 0 means none. */
    public boolean isKnown(Part part) {
        return division().resident.isKnown(part);
    }

    /**
     * A part of resident memory in which malloc counts as allocated, in bytes; what was never touched is in
     * {@link Part#UNTOUCHED}, negative. For comparisons of two moments, where allocation is what grows.
     */
    public long account(Part part) {
        return division().resident.account(part);
    }

    /** The name of a part; of memory that is not divided, with the parts that it may be. */
    public String label(Part part) {
        return division().resident.label(part);
    }

    /** Resident memory of a part in transparent huge pages, in bytes; 0 where mappings are not known. */
    public long hugeBytes(Part part) {
        ResidentByPart residence = snapshot.residentByPart();
        return residence == null ? 0 : residence.huge(part);
    }

    /** What malloc counts as allocated and was never touched, in bytes: more than is resident of all malloc. */
    public long untouchedBytes() {
        return Math.max(0, -account(Part.UNTOUCHED));
    }

    /**
     * Memory outside the heap that is in no part of its own, in bytes; of memory that may be the heap's too, the most that
     * the other parts can have of it. Metaspace and code are left out, which have bounds of their own.
     */
    public long undividedOutsideHeap() {
        long bytes = resident(Part.UNDIVIDED);
        if (!isKnown(Part.HEAP)) {
            long others = division().byNmt.committed().entrySet().stream()
                    .filter(part -> !isKnown(part.getKey())
                            && part.getKey() != Part.HEAP
                            && part.getKey() != Part.CLASSES
                            && part.getKey() != Part.CODE)
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            bytes = isNmtMissing() ? Math.max(0, bytes - committed(Part.HEAP)) : Math.min(bytes, others);
        }
        return bytes + resident(Part.JOINED);
    }

    /** The libraries of another malloc that are loaded. */
    public List<String> allocators() {
        ResidentByPart residence = snapshot.residentByPart();
        return residence == null ? List.of() : residence.allocators();
    }

    /** The share of resident memory that is unaccounted for, 0 to 1; NaN where resident memory is not known. */
    public double unexplained() {
        long total = total().orElse(0);
        return total == 0 ? Double.NaN : (double) resident(Part.REMAINDER) / total;
    }

    /** Whether neither a text nor a recording has NMT's figures. */
    public boolean isNmtMissing() {
        return snapshot.nmt() == null && recorded.nmt().isEmpty();
    }

    /** Whether the figure of the stacks is from a recording, and so stale. */
    public boolean hasStaleStacks() {
        return division().byNmt.staleStacks();
    }

    /** The used part of the heap, dead objects included. */
    public Quantity heapUsed() {
        return heapUsed(snapshot, recorded);
    }

    static Quantity heapUsed(Snapshot snapshot, RecordedFigures recorded) {
        if (snapshot.heap() != null) {
            return Quantity.of(snapshot.heap().usedBytes());
        }
        if (recorded.heapUsage() != null) {
            return Quantity.of(recorded.heapUsage().usedBytes());
        }
        HeapSummary last = recorded.heapSummary();
        return Quantity.ofNullable(last == null ? null : last.usedBytes(), "");
    }

    /** The used part of metaspace. */
    public Quantity classesUsed() {
        List<NmtCategory.Metaspace> spaces = snapshot.nmtOrNone().categories().stream()
                .flatMap(category -> category.metaspace().stream())
                .toList();
        if (!spaces.isEmpty()) {
            return Quantity.of(
                    spaces.stream().mapToLong(space -> space.used().bytes()).sum());
        }
        MetaspaceSummary last = recorded.metaspace();
        return Quantity.ofNullable(last == null ? null : last.usedBytes(), "");
    }

    /** Page tables and the kernel's stacks of threads, which the container is charged for outside RSS, in bytes. */
    public long kernelBytes() {
        ProcStatus status = snapshot.status();
        if (status == null) {
            return 0;
        }
        Long pageTables = status.pageTableBytes();
        return (pageTables == null ? 0 : pageTables) + Math.max(0, status.threads()) * KERNEL_STACK_BYTES;
    }

    /** The texts. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** The figures of the recordings. */
    public RecordedFigures recorded() {
        return recorded;
    }

    /** The mapped files of the application by name; empty where mappings are not known. */
    public Map<String, Long> files() {
        @Nullable ResidentByPart residence = snapshot.residentByPart();
        return residence == null ? Map.of() : residence.files();
    }

    /** Whether resident memory is known; otherwise amounts by place are NMT's committed memory. */
    public boolean isResident() {
        return precision() != Precision.UNKNOWN;
    }

    /** Whether resident memory is known as a sum alone: then a part counts as committed. */
    public boolean isAsCommitted() {
        return precision() == Precision.AS_COMMITTED;
    }

    /** The sum of the amounts by place, heap included: resident memory, or all that NMT has committed; 0 without both. */
    public long placedBytes() {
        return total().orElse(snapshot.nmtOrNone().committedBytes());
    }

    /**
     * The heap, live or not, where its mappings or its committed memory are what counts; 0 where it is in what is not
     * divided.
     */
    public long heapBytes() {
        return isAsCommitted() ? 0 : placedBytes(Part.HEAP);
    }

    private long placedBytes(Part part) {
        if (isResident() && (!isAsCommitted() || part.kind() == Part.Kind.FILE)) {
            return resident(part);
        }
        return committed(part) - (isResident() && part == Part.STACKS ? guardBytes() : 0);
    }

    /** What is allocated in each place, touched or not: malloc of the JVM, of native code, and what glibc has freed. */
    public Map<Place, Long> malloc() {
        Map<Place, Long> bytes = new EnumMap<>(Place.class);
        NmtDigest nmt = snapshot.nmt();
        if (nmt != null) {
            nmt.addMalloc(bytes);
        }
        if (isResident()) {
            long ofJvm = sum(bytes);
            bytes.put(Place.RETAINED, snapshot.mallocFree().orElse(0));
            bytes.put(
                    nmt == null || nmt.missing().isOfCategories() ? Place.ANY_MALLOC : Place.NATIVE_MALLOC,
                    Math.max(0, snapshot.mallocLive().orElse(0) - ofJvm));
        }
        return bytes;
    }

    /**
     * All places outside the heap. Mappings count as resident, malloc as allocated; what glibc has freed is its own figure.
     * The rest of resident memory is in no account, or negative where allocated memory was not touched.
     */
    public Map<Place, Long> outsideHeap() {
        Map<Place, Long> bytes = malloc();
        for (Part part : Part.values()) {
            Place place = part.place();
            if (place != null) {
                bytes.merge(place, placedBytes(part), Long::sum);
            }
        }
        if (isResident()) {
            if (resident(Part.JOINED) > 0) {
                bytes.merge(Place.JOINED, resident(Part.JOINED), Long::sum);
            }
            bytes.merge(rest(), placedBytes() - heapBytes() - sum(bytes), Long::sum);
        }
        return bytes;
    }

    private static long sum(Map<Place, Long> bytes) {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The place of resident memory that is in no account. */
    public Place rest() {
        if (isResident() && resident(Part.ALLOCATOR) > 0) {
            return Place.ALLOCATOR;
        }
        boolean divided = precision() == Precision.BY_MAPPING
                && snapshot.nmt() != null
                && snapshot.mallocFree().isKnown();
        return divided ? Place.ANONYMOUS_MAPPINGS : Place.UNDIVIDED;
    }
}
