package dev.loomweight.memory.reconcile;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.memory.footprint.ResidentMemory.Source;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.ResidentPages;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All texts of a process at one moment; filled in any order. */
public final class Snapshot {

    /** The texts that are kept as they are, with their names in reports; NMT's is kept as a digest. */
    private static final Map<Class<? extends Sample>, String> TEXTS = new LinkedHashMap<>();

    static {
        TEXTS.put(Smaps.class, Source.SMAPS.label());
        TEXTS.put(SystemMap.class, Source.SYSTEM_MAP.label());
        TEXTS.put(SmapsRollup.class, Source.SMAPS_ROLLUP.label());
        TEXTS.put(ProcStatus.class, Source.STATUS.label());
        TEXTS.put(NmtReport.class, "NMT");
        TEXTS.put(NmtMessage.class, "NMT");
        TEXTS.put(ResidentPages.class, "pagemap");
        TEXTS.put(HeapInfo.class, "GC.heap_info");
        TEXTS.put(ClassHistogram.class, "class histogram");
        TEXTS.put(ThreadDump.class, "thread dump");
        TEXTS.put(WeighedThreads.class, "heap dump");
        TEXTS.put(NativeHeap.class, "System.native_heap_info");
        TEXTS.put(ProcessMemory.class, Source.VM_INFO.label());
        TEXTS.put(Crash.class, "crash log");
        TEXTS.put(ContainerMemory.class, "cgroup");
        TEXTS.put(ContainerLimit.class, "cgroup");
    }

    static final Interest INTEREST = Interest.in(TEXTS.keySet()).and(Interest.in(DumpedThreads.class));

    private static final Set<Class<? extends Sample>> OF_ENDED =
            Set.of(ProcStatus.class, ContainerMemory.class, ContainerLimit.class);

    private static final Set<Class<? extends Sample>> DIVIDING =
            Set.of(Smaps.class, SystemMap.class, ResidentPages.class, NativeHeap.class);

    /** What decides of which parts resident memory consists, the finest first. */
    private static final List<Class<? extends Sample>> OF_PARTS = List.of(
            Smaps.class,
            SystemMap.class,
            ResidentPages.class,
            NmtReport.class,
            NativeHeap.class,
            ProcessMemory.class,
            HeapInfo.class,
            SmapsRollup.class,
            ProcStatus.class);

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final Map<Class<? extends Sample>, Sample> texts = new HashMap<>();
    private @Nullable NmtDigest nmt;
    private @Nullable StandingThreads standing;
    private @Nullable ResidentByPart residentByPart;

    void add(Sample sample) {
        residentByPart = null;
        if (sample instanceof NmtReport report) {
            // Of a diff, the amounts are those of now.
            nmt = finer(nmt, NmtDigest.of(report));
        } else if (sample instanceof DumpedThreads dump) {
            standing = larger(standing, StandingThreads.of(dump));
        } else if (TEXTS.containsKey(sample.getClass())) {
            texts.merge(sample.getClass(), sample, Snapshot::same);
        }
    }

    void merge(Snapshot other) {
        residentByPart = null;
        nmt = finer(nmt, other.nmt);
        standing = larger(standing, other.standing);
        other.texts.forEach((kind, text) -> texts.merge(kind, text, Snapshot::same));
    }

    /**
     * The one that is not null. No collector writes a part twice; a folder that was edited may hold two, and then the
     * choice must not depend on the order of reading.
     */
    static <T> @Nullable T either(@Nullable T left, @Nullable T right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return same(left, right);
    }

    private static <T> T same(T left, T right) {
        return left.equals(right) || left.toString().compareTo(right.toString()) <= 0 ? left : right;
    }

    /** The better of two reports: the less rounded one, then the one with a map of memory. */
    private static @Nullable NmtDigest finer(@Nullable NmtDigest left, @Nullable NmtDigest right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        int order = Comparator.comparingLong(NmtDigest::scale)
                .thenComparing(report -> report.regions().isEmpty())
                .compare(left, right);
        return order == 0 ? same(left, right) : order < 0 ? left : right;
    }

    private static @Nullable StandingThreads larger(@Nullable StandingThreads left, @Nullable StandingThreads right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return left.size() >= right.size() ? left : right;
    }

    /** The text of a kind, or null. */
    public <T extends Sample> @Nullable T text(Class<T> kind) {
        Sample found = texts.get(kind);
        return found == null ? null : kind.cast(found);
    }

    /** NMT's report, or null. */
    public @Nullable NmtDigest nmt() {
        return nmt;
    }

    /** NMT's report; one without categories where there is none. */
    public NmtDigest nmtOrNone() {
        return nmt == null ? NmtDigest.NONE : nmt;
    }

    /** Whether NMT said that it is off. */
    boolean isNmtOff() {
        NmtMessage message = text(NmtMessage.class);
        return nmt == null && message != null && message.kind() == NmtMessage.Kind.OFF;
    }

    /** Whether it was taken while the process ended: the kernel still has its status, and no memory of it any more. */
    boolean isOfEnding() {
        return nmt == null && !residentBytes().isKnown() && OF_ENDED.containsAll(texts.keySet()) && !texts.isEmpty();
    }

    /** Whether it has all texts that divide the memory of another. */
    boolean isDividedAs(Snapshot other) {
        return (nmt != null || other.nmt == null)
                && DIVIDING.stream().allMatch(kind -> texts.containsKey(kind) || !other.texts.containsKey(kind));
    }

    /** The texts of which the parts of memory are made, the finest first. */
    public static List<Class<? extends Sample>> textsOfParts() {
        return OF_PARTS;
    }

    /** Whether it has such a text. */
    public boolean has(Class<? extends Sample> text) {
        return text == NmtReport.class ? nmt != null : texts.containsKey(text);
    }

    /** Whether NMT's report has the owners of addresses. */
    boolean hasOwners() {
        return nmt != null && !nmt.regions().isEmpty();
    }

    /**
     * The same texts without some.
     *
     * @param missing those that are left out
     * @param owners whether NMT's owners of addresses stay
     */
    Snapshot without(Set<Class<? extends Sample>> missing, boolean owners) {
        Snapshot less = new Snapshot();
        less.merge(this);
        less.texts.keySet().removeAll(missing);
        if (missing.contains(NmtReport.class)) {
            less.nmt = null;
        } else if (nmt != null && !owners) {
            less.nmt = nmt.withoutRegions();
            less.texts.remove(ResidentPages.class);
        }
        return less;
    }

    /**
     * How many stacks of platform threads System.map has, by the names of the threads, with N for each number in them; empty
     * without System.map.
     */
    public Map<String, Long> threadNames() {
        SystemMap map = text(SystemMap.class);
        return map == null
                ? Map.of()
                : map.mappings().stream()
                        // The guard pages of a stack are a mapping of their own.
                        .filter(mapping ->
                                mapping.isStack() && !mapping.protection().startsWith("---"))
                        .collect(Collectors.groupingBy(
                                stack -> NUMBER.matcher(stack.threadName()).replaceAll("N"),
                                TreeMap::new,
                                Collectors.counting()));
    }

    /** The class histogram, or null. */
    public @Nullable ClassHistogram histogram() {
        return text(ClassHistogram.class);
    }

    /** The process' status, or null. */
    public @Nullable ProcStatus status() {
        return text(ProcStatus.class);
    }

    /** The threads with their stacks, or null. */
    public @Nullable ThreadDump threads() {
        return text(ThreadDump.class);
    }

    /** What threads weigh, by a heap dump, or null. */
    public @Nullable WeighedThreads weighed() {
        return text(WeighedThreads.class);
    }

    /** Where single threads stood, or null where there is no dump. */
    public @Nullable StandingThreads standing() {
        return standing;
    }

    /** The writable private memory of the process, touched or not, in bytes. */
    public Quantity writableBytes() {
        ProcStatus status = status();
        return Quantity.ofNullable(status == null ? null : status.bytes().get("VmData"), "");
    }

    /** Whether there is no text at all. */
    boolean isEmpty() {
        return nmt == null && standing == null && texts.isEmpty();
    }

    /** Whether there is nothing but a heap dump. */
    boolean isHeapAlone() {
        return nmt == null && standing == null && texts.keySet().equals(Set.of(WeighedThreads.class));
    }

    /** GC.heap_info, or null. */
    public @Nullable HeapInfo heap() {
        return text(HeapInfo.class);
    }

    /** The reason of a crash, or null. */
    public @Nullable Crash crash() {
        return text(Crash.class);
    }

    /** Live blocks by glibc, in bytes. */
    public Quantity mallocLive() {
        NativeHeap heap = text(NativeHeap.class);
        ProcessMemory process = text(ProcessMemory.class);
        return heap != null
                ? Quantity.of(heap.liveBytes())
                : Quantity.notNegative(process == null ? -1 : process.mallocLiveBytes(), "");
    }

    /** Freed blocks that glibc retains, in bytes, not all of which need be resident. */
    Quantity mallocFree() {
        NativeHeap heap = text(NativeHeap.class);
        ProcessMemory process = text(ProcessMemory.class);
        return heap != null
                ? Quantity.of(heap.freeBytes())
                : Quantity.notNegative(process == null ? -1 : process.mallocRetainedBytes(), "");
    }

    /** What its control group is charged for; without figures where that is not known. */
    public ContainerMemory containerOrNone() {
        ContainerMemory container = text(ContainerMemory.class);
        return container == null ? new ContainerMemory(Map.of()) : container;
    }

    /** Whether its JDK can release freed blocks of glibc: those that say what is retained of them have a command for it. */
    public boolean hasTrim() {
        return mallocFree().isKnown();
    }

    /** The resident pages of files, in bytes; 0 where they are not known. */
    long fileBytes() {
        ProcStatus status = status();
        ProcessMemory process = text(ProcessMemory.class);
        SmapsRollup rollup = text(SmapsRollup.class);
        Long files = status == null ? null : status.bytes().get("RssFile");
        if (files == null && process != null && process.fileBytes() >= 0) {
            files = process.fileBytes();
        }
        if (files == null && rollup != null) {
            files = rollup.bytes().get("Pss_File");
        }
        return files == null ? 0 : files;
    }

    /** The sources that are there, by their names in reports. */
    public List<String> sources() {
        return TEXTS.keySet().stream()
                .filter(kind ->
                        kind == NmtReport.class ? nmt != null : kind != NmtMessage.class && texts.containsKey(kind))
                .flatMap(kind -> Stream.ofNullable(TEXTS.get(kind)))
                .distinct()
                .toList();
    }

    /** Whether it has thread dumps and nothing else. */
    boolean isDumpsAlone() {
        return nmt == null && texts.keySet().equals(Set.of(ThreadDump.class));
    }

    /** Whether it has figures to reconcile. */
    boolean isOfMemory() {
        return nmt != null
                || Stream.of(
                                Smaps.class,
                                SystemMap.class,
                                SmapsRollup.class,
                                ProcStatus.class,
                                ProcessMemory.class,
                                HeapInfo.class)
                        .anyMatch(texts::containsKey);
    }

    /** Resident memory by part, or null where there is no account of the mappings. */
    @Nullable
    public ResidentByPart residentByPart() {
        if (residentByPart == null) {
            residentByPart =
                    ResidentByPart.of(text(Smaps.class), text(SystemMap.class), nmt, text(ResidentPages.class), heap());
        }
        return residentByPart;
    }

    /** The stacks of the threads, or null where no mapping is known to be one. */
    public @Nullable StackSizes stacks() {
        ResidentByPart by = residentByPart();
        return by == null || by.stacks().isEmpty() ? null : new StackSizes(by.stacks());
    }

    /** What the process takes, and its limit. */
    Footprint footprint() {
        Footprint footprint = new Footprint();
        texts.values().forEach(text -> footprint.add(text, null));
        return footprint;
    }

    /** Resident memory, or null where no text has it. */
    @Nullable
    ResidentMemory resident() {
        return footprint().resident();
    }

    /** Resident memory of the process, in bytes. */
    public Quantity residentBytes() {
        ResidentMemory resident = resident();
        return Quantity.ofNullable(resident == null ? null : resident.bytes(), "");
    }

    /** Memory in transparent huge pages, in bytes, or 0. */
    public long hugePageBytes() {
        ResidentByPart by = residentByPart();
        SmapsRollup rollup = text(SmapsRollup.class);
        return Math.max(
                by == null ? 0 : by.huge(), rollup == null ? 0 : rollup.bytes().getOrDefault("AnonHugePages", 0L));
    }
}
