package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.ResidentMemory;
import dev.loomweight.memory.ResidentMemory.Source;
import dev.loomweight.sample.ClassHistogram;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.ContainerMemory;
import dev.loomweight.sample.HeapInfo;
import dev.loomweight.sample.NativeHeap;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ProcessMemory;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.Smaps;
import dev.loomweight.sample.SmapsRollup;
import dev.loomweight.sample.SystemMap;
import dev.loomweight.sample.ThreadDump;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All texts of a process at one moment; filled in any order. */
public final class Snapshot {

    private @Nullable NmtDigest nmt;
    private @Nullable ClassHistogram histogram;
    private @Nullable ProcStatus status;
    private @Nullable SmapsRollup rollup;
    private @Nullable Smaps smaps;
    private @Nullable SystemMap map;
    private @Nullable HeapInfo heap;
    private @Nullable NativeHeap nativeHeap;
    private @Nullable ProcessMemory process;
    private @Nullable ContainerLimit limit;
    private @Nullable ContainerMemory container;
    private @Nullable ThreadDump threads;
    private @Nullable ResidentByPart residentByPart;

    void add(Sample sample) {
        residentByPart = null;
        switch (sample) {
            // Of a diff, the amounts are those of now.
            case NmtReport report -> nmt = finer(nmt, NmtDigest.of(report));
            case ClassHistogram classes -> histogram = either(histogram, classes);
            case ProcStatus proc -> status = either(status, proc);
            case SmapsRollup sums -> rollup = either(rollup, sums);
            case Smaps all -> smaps = either(smaps, all);
            case SystemMap mappings -> map = either(map, mappings);
            case HeapInfo info -> heap = either(heap, info);
            case NativeHeap info -> nativeHeap = either(nativeHeap, info);
            case ProcessMemory info -> process = either(process, info);
            case ContainerLimit found -> limit = either(limit, found);
            case ContainerMemory found -> container = either(container, found);
            case ThreadDump dump -> threads = either(threads, dump);
            default -> {}
        }
    }

    void merge(Snapshot other) {
        residentByPart = null;
        nmt = finer(nmt, other.nmt);
        histogram = either(histogram, other.histogram);
        status = either(status, other.status);
        rollup = either(rollup, other.rollup);
        smaps = either(smaps, other.smaps);
        map = either(map, other.map);
        heap = either(heap, other.heap);
        nativeHeap = either(nativeHeap, other.nativeHeap);
        process = either(process, other.process);
        limit = either(limit, other.limit);
        container = either(container, other.container);
        threads = either(threads, other.threads);
    }

    /**
     * The one that is not null. No collector writes a part twice; a folder that was edited may hold two, and then the
     * choice must not depend on the order of reading.
     */
    static <T> @Nullable T either(@Nullable T left, @Nullable T right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return left.equals(right) || Objects.toString(left).compareTo(Objects.toString(right)) <= 0 ? left : right;
    }

    /** The better of two reports: the less rounded one, then the one with a map of memory. */
    private static @Nullable NmtDigest finer(@Nullable NmtDigest left, @Nullable NmtDigest right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        int order = Comparator.comparingLong(NmtDigest::scale)
                .thenComparing(report -> report.regions().isEmpty())
                .compare(left, right);
        return order == 0 ? either(left, right) : order < 0 ? left : right;
    }

    /** NMT's report, or null. */
    public @Nullable NmtDigest nmt() {
        return nmt;
    }

    /** The class histogram, or null. */
    public @Nullable ClassHistogram histogram() {
        return histogram;
    }

    /** The process' status, or null. */
    public @Nullable ProcStatus status() {
        return status;
    }

    /** The threads with their stacks, or null. */
    public @Nullable ThreadDump threads() {
        return threads;
    }

    /** The container's limit, or null where it was not read. */
    public @Nullable ContainerLimit limit() {
        return limit;
    }

    @Nullable
    ContainerMemory container() {
        return container;
    }

    /** GC.heap_info, or null. */
    public @Nullable HeapInfo heap() {
        return heap;
    }

    @Nullable
    NativeHeap nativeHeap() {
        return nativeHeap;
    }

    @Nullable
    ProcessMemory process() {
        return process;
    }

    @Nullable
    SmapsRollup rollup() {
        return rollup;
    }

    /** The sources that are there, by their names in reports. */
    List<String> sources() {
        List<String> names = new ArrayList<>();
        name(names, smaps, Source.SMAPS.label());
        name(names, map, Source.SYSTEM_MAP.label());
        name(names, rollup, Source.SMAPS_ROLLUP.label());
        name(names, status, Source.STATUS.label());
        name(names, nmt, "NMT");
        name(names, heap, "GC.heap_info");
        name(names, histogram, "class histogram");
        name(names, threads, "thread dump");
        name(names, nativeHeap, "System.native_heap_info");
        name(names, process, Source.VM_INFO.label());
        name(names, container == null ? limit : container, "cgroup");
        return names;
    }

    private static void name(List<String> names, @Nullable Object there, String name) {
        if (there != null) {
            names.add(name);
        }
    }

    /** Whether it has figures to reconcile. */
    boolean isOfMemory() {
        return nmt != null || smaps != null || map != null || rollup != null || status != null || process != null;
    }

    /** Resident memory by part, or null where there is no account of the mappings. */
    @Nullable
    ResidentByPart residentByPart() {
        if (residentByPart == null) {
            residentByPart = ResidentByPart.of(smaps, map, nmt == null ? AddressOwners.NONE : nmt.regions(), heap);
        }
        return residentByPart;
    }

    /** The stacks of the threads, or null where no mapping is known to be one. */
    public @Nullable StackSizes stacks() {
        ResidentByPart by = residentByPart();
        return by == null || by.stacks().isEmpty() ? null : new StackSizes(by.stacks());
    }

    /** Resident memory, or null where no text has it. */
    @Nullable
    ResidentMemory resident() {
        ResidentMemory best = null;
        for (Sample sample : new @Nullable Sample[] {smaps, map, rollup, status, process}) {
            best = ResidentMemory.best(best, sample == null ? null : ResidentMemory.in(sample, null));
        }
        return best;
    }

    /** Resident memory of the process, in bytes, or -1. */
    public long residentBytes() {
        ResidentMemory resident = resident();
        return resident == null ? -1 : resident.bytes();
    }

    /** Memory in transparent huge pages, in bytes, or 0. */
    public long hugePageBytes() {
        ResidentByPart by = residentByPart();
        return Math.max(
                by == null ? 0 : by.huge(), rollup == null ? 0 : rollup.bytes().getOrDefault("AnonHugePages", 0L));
    }
}
