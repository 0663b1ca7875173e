package dev.loomweight.memory.parts;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.RecordedFigures;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.MemoryEvents.CodeCacheFull;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The table from a part of memory to a sentence and a next step, for one moment: what is remarkable of which part, and when.
 * {@link Place} has the steps, which are those of its growth too. Of a part, the first row that holds is said.
 */
final class Remarks {

    /** A part is notable from this share of resident memory and this amount on. */
    private static final double NOTABLE_SHARE = 0.15;

    private static final long NOTABLE_BYTES = 32L << 20;

    /** A code cache of which this share is committed is full, or nearly so: the JVM commits it as it fills. */
    private static final double FULL_SHARE = 0.9;

    /** JFR counts direct buffers every few seconds: near their limit is where they were at it between. */
    private static final double DIRECT_SHARE = 0.75;

    /** From this number on, System.gc() is no single call. */
    private static final int SYSTEM_GCS = 5;

    /** Fold files have no more than that many collections one by one. */
    private static final int COUNTED_SYSTEM_GCS = 60;

    /** From this mean size on, buffers of NIO's threads are larger than what most applications write. */
    private static final long LARGE_BUFFER_BYTES = 1L << 20;

    private static final int MANY_BUFFERS = 4;

    /** A large application has some hundred thousand symbols. */
    private static final long MANY_ENTRIES = 1_000_000;

    private static final int MOST_NAMED = 3;

    private static final String NOT_DIVIDED = " (not divided)";

    /** NIO's cache of the direct buffers of a thread. */
    private static final String BUFFER_CACHE = "sun.nio.ch.Util$BufferCache";

    private static final String DIRECT_BUFFER = "java.nio.DirectByteBuffer";

    /** Objects of the JDK that hold blocks of zlib until they are ended or collected. */
    private static final List<String> ZLIB = List.of("java.util.zip.Deflater", "java.util.zip.Inflater");

    /** The parts whose place is another than that of their mappings. */
    private static final Map<Part, Place> PLACES = places();

    /**
     * A row.
     *
     * @param place the part of memory
     * @param id the key of the finding
     * @param holds when it is remarkable
     * @param sentence what is so
     * @param meaning what it means; may be empty
     * @param advice the next command, and the setting
     */
    private record Row(
            Place place,
            String id,
            Severity severity,
            Predicate<Facts> holds,
            Function<Facts, String> sentence,
            Function<Facts, String> meaning,
            Function<Facts, String> advice) {

        Finding finding(Facts facts) {
            return new Finding(id, severity, sentence.apply(facts), meaning.apply(facts), advice.apply(facts));
        }
    }

    /** What is known of a moment of a process. */
    private record Facts(String title, MemoryMoment whole, ObservedProcess process, Map<Place, Long> bytes) {

        long of(Place place) {
            return bytes.getOrDefault(place, 0L);
        }

        boolean isNotable(Place place) {
            return isNotable(of(place));
        }

        boolean isNotable(long amount) {
            return amount >= NOTABLE_BYTES && amount >= NOTABLE_SHARE * whole.placedBytes();
        }

        /** Such as "120 MB of the 200 MB that app has resident are ". */
        String ofResident(long amount) {
            return Amounts.bytes(amount) + " of the " + Amounts.bytes(whole.placedBytes()) + " that " + title
                    + " has resident are ";
        }

        @Nullable
        DirectBuffers direct() {
            return whole.recorded().direct();
        }

        long instances(String className) {
            ClassHistogram histogram = whole.snapshot().histogram();
            return histogram == null ? 0 : histogram.instancesOf(className);
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row(
                    Place.PLATFORM_THREADS,
                    "stacksInHugePages",
                    Severity.WARNING,
                    facts -> facts.isNotable(facts.whole.hugeBytes(Part.STACKS))
                            && facts.whole.hugeBytes(Part.STACKS)
                                    >= facts.whole().resident(Part.STACKS) / 2,
                    facts -> facts.ofResident(facts.whole.resident(Part.STACKS)) + "thread stacks, "
                            + Amounts.bytes(facts.whole.hugeBytes(Part.STACKS)) + " of them in huge pages.",
                    facts ->
                            "One touched byte of a stack in a huge page makes 2 MB resident (JDK-8303215). Newer kernels keep"
                                    + " stacks out of them (nh in VmFlags of /proc/PID/smaps).",
                    facts -> "Use transparent huge pages by request only (echo madvise >"
                            + " /sys/kernel/mm/transparent_hugepage/enabled), or a JDK with the fix; a smaller -Xss bounds a"
                            + " stack."),
            general(
                    Place.PLATFORM_THREADS,
                    "largeStacks",
                    facts -> "platform threads: their stacks and the JVM's structures" + threads(facts) + ".",
                    facts -> ""),
            new Row(
                    Place.HEAP_RESIDENT,
                    "unusedHeap",
                    Severity.INFO,
                    facts -> facts.isNotable(unused(facts)) && unused(facts) >= facts.whole.resident(Part.HEAP) / 2,
                    facts ->
                            "The Java heap of " + facts.title + " has " + Amounts.bytes(facts.whole.resident(Part.HEAP))
                                    + " resident, of which "
                                    + Amounts.bytes(facts.whole.heapUsed().orElse(0)) + " are in use.",
                    facts -> "The rest was touched before and is free. It is no leak, and it counts against the limit.",
                    facts -> "jcmd PID GC.run shows whether the collector releases it; G1 does so at intervals with"
                            + " -XX:G1PeriodicGCInterval=60000. A smaller -Xms, no -XX:+AlwaysPreTouch and a smaller -Xmx"
                            + " keep it smaller."),
            new Row(
                    Place.CODE,
                    "fullCodeCache",
                    Severity.WARNING,
                    facts -> facts.process.recorded().codeCacheFull() != null || isCodeCommitted(facts),
                    Remarks::fullCode,
                    facts -> "When it is full, the JVM stops compiling, and code that is not compiled is slow.",
                    facts ->
                            "jcmd PID Compiler.codecache shows its use (full_count); a larger -XX:ReservedCodeCacheSize"
                                    + " makes room."),
            general(Place.CODE, "largeCode", facts -> "the code cache: compiled code.", facts -> ""),
            new Row(
                    Place.DIRECT_BUFFERS,
                    "directBuffersAtLimit",
                    Severity.WARNING,
                    Remarks::isDirectAtLimit,
                    facts -> systemCollections(facts) + " collections of " + facts.title
                            + " have the cause System.gc(), and " + directOfLimit(facts) + ".",
                    facts -> "At that limit, the allocation of a direct buffer collects garbage to free others"
                            + " (java.nio.Bits.reserveMemory): the collections come from it, not from a full heap.",
                    facts ->
                            "Raise -XX:MaxDirectMemorySize (without it, -Xmx is the limit), or keep fewer buffers: reuse"
                                    + " them, or free them with their Arena. " + Place.DIRECT_BUFFERS.advice()),
            new Row(
                    Place.DIRECT_BUFFERS,
                    "buffersOfThreads",
                    Severity.INFO,
                    facts -> facts.isNotable(Place.DIRECT_BUFFERS) && isOfThreads(facts),
                    facts -> facts.ofResident(facts.of(Place.DIRECT_BUFFERS))
                            + "direct buffers, about as many as threads"
                            + " that have a cache of them: "
                            + Amounts.count(facts.instances(BUFFER_CACHE)) + " of "
                            + Amounts.bytes(facts.of(Place.DIRECT_BUFFERS) / facts.instances(BUFFER_CACHE)) + " each.",
                    facts ->
                            "NIO copies a heap buffer that is written or read into a direct one, and each thread keeps its"
                                    + " largest.",
                    facts ->
                            "-Djdk.nio.maxCachedBufferSize=262144 keeps none that is larger than 256 KB; direct buffers, and"
                                    + " smaller writes, need no copy. -XX:MaxDirectMemorySize would only make the writes fail."),
            new Row(
                    Place.DIRECT_BUFFERS,
                    "directMemory",
                    Severity.INFO,
                    facts -> facts.isNotable(Place.DIRECT_BUFFERS) || isDirectUntouched(facts),
                    facts -> isDirectUntouched(facts)
                            ? Amounts.bytes(facts.whole.committed(Part.DIRECT))
                                    + " of direct buffers or other memory from Unsafe are allocated; at most "
                                    + facts.ofResident(mostResident(facts.whole, Part.DIRECT)) + "theirs."
                            : facts.ofResident(facts.of(Place.DIRECT_BUFFERS))
                                    + "direct buffers or other memory from Unsafe.",
                    facts -> "It lies outside the heap, so -Xmx does not bound it" + counted(facts.direct()) + ".",
                    facts -> Place.DIRECT_BUFFERS.advice()),
            new Row(
                    Place.RETAINED,
                    "mallocRetained",
                    Severity.WARNING,
                    facts -> facts.isNotable(Place.RETAINED),
                    facts -> facts.ofResident(facts.of(Place.RETAINED)) + "freed memory that glibc retains.",
                    facts ->
                            "Native code freed it, but malloc did not release it to the kernel: it is not a leak, but it"
                                    + " counts against the limit. Arenas, of which each thread may get one, make it worse.",
                    facts -> facts.whole.snapshot().hasTrim()
                            ? "jcmd PID System.trim_native_heap releases it once, -XX:TrimNativeHeapInterval=60000 at"
                                    + " intervals (JDK 17 updates and later); MALLOC_ARENA_MAX=2 keeps it smaller from the"
                                    + " start."
                            : "MALLOC_ARENA_MAX=2 in the environment keeps it smaller."),
            general(
                    Place.ALLOCATOR,
                    "otherAllocator",
                    facts -> "memory of " + String.join(", ", facts.whole.allocators())
                            + " in addition to what NMT counts.",
                    facts ->
                            "It serves malloc in place of glibc: the blocks of native code, its own structures, and freed"
                                    + " blocks that it retains."),
            general(
                    Place.MAPPED_FILES,
                    "mappedFiles",
                    facts -> "mapped files" + largestFile(facts.whole) + ".",
                    facts -> "Clean pages of a file are page cache: the kernel drops them before it kills, so they look"
                            + " worse in RSS than they are." + sharedMemory(facts.whole)),
            general(
                    Place.NATIVE_MALLOC,
                    "nativeMalloc",
                    facts -> "malloc of native code.",
                    facts ->
                            "NMT counts only the JVM's own memory; libraries, for example for compression and TLS, allocate"
                                    + " in addition." + zlib(facts)),
            general(
                    Place.ANY_MALLOC,
                    "anyMalloc",
                    facts -> "malloc of the JVM and of native code.",
                    facts -> (facts.whole.isNmtMissing()
                                    ? "Without NMT, the two cannot be distinguished."
                                    : "The text of NMT is not complete, so that the two cannot be distinguished.")
                            + zlib(facts)),
            new Row(
                    Place.METASPACE,
                    "manyInternedStrings",
                    Severity.INFO,
                    facts -> facts.whole.snapshot().nmtOrNone().tableBlocks() >= MANY_ENTRIES
                            && facts.whole.snapshot().nmtOrNone().tableBytes() >= facts.of(Place.METASPACE) / 2,
                    facts -> "The JVM's tables of symbols and interned strings have "
                            + Amounts.count(facts.whole.snapshot().nmtOrNone().tableBlocks()) + " entries in "
                            + facts.title + ".",
                    facts ->
                            "More than some hundred thousand are interned strings, as a rule: each takes malloc for its"
                                    + " entry, and heap for its text, as long as anything refers to it.",
                    facts -> Place.INTERNED_STRINGS.advice()),
            general(
                    Place.METASPACE,
                    "largeMetaspace",
                    facts -> "metaspace and classes" + classes(facts) + ".",
                    facts ->
                            "A class is unloaded only with its class loader; classes that are generated, and loaders that are"
                                    + " held, add up."),
            general(
                    Place.JVM_ARENAS,
                    "largeArenas",
                    facts -> "memory of the compilers.",
                    facts -> "Nearly all of it is arenas of compilations; one method can take gigabytes."),
            general(
                    Place.GC,
                    "largeGcStructures",
                    facts -> "structures of the collector.",
                    facts -> "They grow with the heap that is committed and with references between regions."),
            general(
                    Place.JVM_MALLOC,
                    "largeJvmMalloc",
                    facts -> "other malloc of the JVM" + categories(facts) + ".",
                    facts -> ""),
            general(
                    Place.UNDIVIDED,
                    "undividedMemory",
                    facts -> "memory that the inputs do not divide: "
                            + facts.whole.label(Part.UNDIVIDED).replace(NOT_DIVIDED, "") + ".",
                    facts -> ""));

    /** What the container is charged for outside the process, which its limit counts too. */
    private static final List<Row> OF_GROUP = List.of(
            new Row(
                    Place.MAPPED_FILES,
                    "tmpfs",
                    Severity.WARNING,
                    facts -> isOfCharge(facts, tmpfs(facts)),
                    facts -> ofCharge(facts, tmpfs(facts)) + "tmpfs or shared memory" + mounts(facts) + ".",
                    facts ->
                            "Files in /dev/shm, in a tmpfs or in an emptyDir with medium Memory are memory of the container:"
                                    + " they are charged, in no heap and, unless mapped, in no RSS, and the kernel cannot drop them.",
                    facts ->
                            "Delete what is no longer needed there, bound it (size= of the mount, sizeLimit of the emptyDir),"
                                    + " or use a volume on disk."),
            new Row(
                    Place.OTHER,
                    "otherProcesses",
                    Severity.WARNING,
                    facts -> isOfCharge(facts, others(facts)),
                    facts -> ofCharge(facts, others(facts)) + "of other processes of its group: "
                            + group(facts).otherProcesses().entrySet().stream()
                                    .limit(MOST_NAMED)
                                    .map(one -> one.getKey() + " " + Amounts.bytes(one.getValue()))
                                    .collect(Collectors.joining(", "))
                            + ".",
                    facts ->
                            "The limit counts all processes of the group; the figure is their RSS, in which pages of files"
                                    + " that several map count again.",
                    facts ->
                            "ps -o pid,rss,args -p PID shows what they are. Give them a container of their own, or leave room"
                                    + " for them below the limit."));

    /** Without a limit, what others have is no matter of the process. */
    private static boolean isOfCharge(Facts facts, long amount) {
        Footprint footprint = facts.whole.footprint();
        return footprint.isChargeKnown()
                && amount >= NOTABLE_BYTES
                && amount >= NOTABLE_SHARE * footprint.limit().orElse(Long.MAX_VALUE);
    }

    private static String ofCharge(Facts facts, long amount) {
        return Amounts.bytes(amount) + " of the "
                + Amounts.bytes(facts.whole.footprint().used().orElse(0)) + " that the container of " + facts.title
                + " is charged for, and that the kernel cannot free, are ";
    }

    private static ContainerMemory group(Facts facts) {
        return facts.whole.snapshot().containerOrNone();
    }

    private static long tmpfs(Facts facts) {
        return group(facts).sharedBytes().orElse(0);
    }

    private static long others(Facts facts) {
        return group(facts).otherProcessesBytes();
    }

    private static String mounts(Facts facts) {
        String held = group(facts).tmpfs().entrySet().stream()
                .limit(MOST_NAMED)
                .map(one -> one.getKey() + " " + Amounts.bytes(one.getValue()))
                .collect(Collectors.joining(", "));
        return held.isEmpty() ? "" : " (mounted: " + held + ")";
    }

    private Remarks() {}

    private static Row general(Place place, String id, Function<Facts, String> what, Function<Facts, String> meaning) {
        return new Row(
                place,
                id,
                Severity.INFO,
                facts -> facts.isNotable(place),
                facts -> facts.ofResident(facts.of(place)) + what.apply(facts),
                meaning,
                facts -> place == Place.UNDIVIDED ? dividing(facts) : place.advice());
    }

    /** What is remarkable of the group of a process, the tmpfs first. */
    static List<Finding> ofGroup(String title, MemoryMoment whole, ObservedProcess process) {
        Facts facts = new Facts(title, whole, process, Map.of());
        return OF_GROUP.stream()
                .filter(row -> row.holds.test(facts))
                .map(row -> row.finding(facts))
                .toList();
    }

    /**
     * What is remarkable of a moment, the largest part first. What is not divided is said where nothing else is; programs of the
     * lab have what they were started for.
     */
    static List<Finding> of(String title, MemoryMoment whole, ObservedProcess process) {
        Facts facts = new Facts(title, whole, process, bytes(whole));
        Set<Place> said = EnumSet.noneOf(Place.class);
        List<Row> found = new ArrayList<>();
        for (Row row : process.ofLab() ? List.<Row>of() : ROWS) {
            boolean isNext = row.place != Place.UNDIVIDED || (found.isEmpty() && !whole.isAsCommitted());
            if (isNext && !said.contains(row.place) && row.holds.test(facts)) {
                said.add(row.place);
                found.add(row);
            }
        }
        return found.stream()
                .sorted(Comparator.comparingLong((Row row) -> -facts.of(row.place)))
                .map(row -> row.finding(facts))
                .toList();
    }

    private static Map<Part, Place> places() {
        Map<Part, Place> places = new EnumMap<>(Part.class);
        places.put(Part.HEAP, Place.HEAP_RESIDENT);
        places.put(Part.MALLOC_THREADS, Place.PLATFORM_THREADS);
        places.put(Part.MALLOC_CLASSES, Place.METASPACE);
        places.put(Part.MALLOC_GC, Place.GC);
        places.put(Part.MALLOC_COMPILER, Place.JVM_ARENAS);
        places.put(Part.MALLOC_NMT, Place.JVM_MALLOC);
        places.put(Part.MALLOC_JFR, Place.JVM_MALLOC);
        places.put(Part.MALLOC_OTHER, Place.JVM_MALLOC);
        places.put(Part.DIRECT, Place.DIRECT_BUFFERS);
        places.put(Part.NATIVE, Place.NATIVE_MALLOC);
        places.put(Part.ANY_MALLOC, Place.ANY_MALLOC);
        places.put(Part.RETAINED, Place.RETAINED);
        places.put(Part.ALLOCATOR, Place.ALLOCATOR);
        places.put(Part.UNDIVIDED, Place.UNDIVIDED);
        return places;
    }

    /** What each place has resident at least, in bytes. */
    private static Map<Place, Long> bytes(MemoryMoment whole) {
        Map<Place, Long> bytes = new EnumMap<>(Place.class);
        for (Part part : Part.values()) {
            Place place = PLACES.getOrDefault(part, part.place());
            if (place != null) {
                bytes.merge(place, leastResident(whole, part), Long::sum);
            }
        }
        return bytes;
    }

    /** Of malloc that is not divided, all but what was never touched. */
    private static long leastResident(MemoryMoment whole, Part part) {
        return whole.isKnown(part) || part.kind() != Part.Kind.JVM_MALLOC
                ? whole.resident(part)
                : Math.max(0, whole.committed(part) - whole.untouchedBytes());
    }

    /** The most that can be resident of a part of malloc, in bytes. */
    private static long mostResident(MemoryMoment whole, Part part) {
        long resident = whole.resident(part);
        return Math.min(whole.committed(part), Math.max(resident, resident + whole.resident(Part.TOUCHED)));
    }

    private static boolean isDirectUntouched(Facts facts) {
        long allocated = facts.whole.committed(Part.DIRECT);
        return facts.whole.untouchedBytes() > 0
                && facts.whole.resident(Part.DIRECT) < allocated / 4 * 3
                && facts.isNotable(allocated);
    }

    private static long unused(Facts facts) {
        return facts.whole.isKnown(Part.HEAP) && facts.whole.heapUsed().isKnown()
                ? facts.whole.resident(Part.HEAP) - facts.whole.heapUsed().known()
                : 0;
    }

    private static boolean isCodeCommitted(Facts facts) {
        return facts.whole.reserved(Part.CODE) > 0
                && facts.whole.committed(Part.CODE) >= FULL_SHARE * facts.whole.reserved(Part.CODE);
    }

    private static String fullCode(Facts facts) {
        CodeCacheFull full = facts.process.recorded().codeCacheFull();
        return full != null
                ? "The code cache of " + facts.title + " was full"
                        + (full.heap().startsWith("CodeHeap") ? ", in " + full.heap() : "") + ": "
                        + Amounts.bytes(full.bytes()) + " had no room (jdk.CodeCacheFull)."
                : "The code cache of " + facts.title + " is full, or nearly so: "
                        + Amounts.bytes(facts.whole.committed(Part.CODE)) + " of "
                        + Amounts.bytes(facts.whole.reserved(Part.CODE)) + " are committed.";
    }

    private static boolean isDirectAtLimit(Facts facts) {
        DirectBuffers direct = facts.direct();
        long bySystem = facts.process.recorded().systemCollections();
        return direct != null
                && direct.maxBytes() > 0
                && peak(facts, direct) >= DIRECT_SHARE * direct.maxBytes()
                && bySystem >= SYSTEM_GCS;
    }

    private static long peak(Facts facts, DirectBuffers direct) {
        return facts.process.recorded().peak(RecordedFigures.Peak.DIRECT).orElse(direct.usedBytes());
    }

    private static String systemCollections(Facts facts) {
        int count = facts.process.recorded().systemCollections();
        return count < COUNTED_SYSTEM_GCS ? Integer.toString(count) : COUNTED_SYSTEM_GCS + " or more";
    }

    private static String directOfLimit(Facts facts) {
        DirectBuffers direct = facts.direct();
        return direct == null
                ? ""
                : "direct buffers had up to " + Amounts.bytes(peak(facts, direct)) + " of the "
                        + Amounts.bytes(direct.maxBytes()) + " that they may have";
    }

    private static boolean isOfThreads(Facts facts) {
        long caches = facts.instances(BUFFER_CACHE);
        return caches >= MANY_BUFFERS
                && facts.instances(DIRECT_BUFFER) <= 2 * caches
                && facts.of(Place.DIRECT_BUFFERS) / caches >= LARGE_BUFFER_BYTES;
    }

    private static String counted(@Nullable DirectBuffers recorded) {
        return recorded == null || recorded.count() == 0
                ? ""
                : "; JFR counts " + Amounts.bytes(recorded.usedBytes()) + " in " + Amounts.count(recorded.count())
                        + " direct buffers";
    }

    private static String threads(Facts facts) {
        long threads = facts.whole.snapshot().nmtOrNone().count(NmtCategory.THREAD, "threads");
        return threads > 0 ? " (" + Amounts.count(threads) + " threads)" : "";
    }

    private static String classes(Facts facts) {
        long classes = facts.whole.snapshot().nmtOrNone().count(NmtCategory.CLASS, "classes");
        return classes > 0 ? " (" + Amounts.count(classes) + " classes)" : "";
    }

    private static String categories(Facts facts) {
        String most = facts.whole.snapshot().nmtOrNone().mallocOf(Place.JVM_MALLOC).entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(2)
                .map(category -> category.getKey() + " " + Amounts.bytes(category.getValue()))
                .collect(Collectors.joining(", "));
        return most.isEmpty() ? "" : ", most of it in NMT's categories " + most;
    }

    private static String zlib(Facts facts) {
        String held = ZLIB.stream()
                .filter(name -> facts.instances(name) >= MANY_BUFFERS)
                .map(name -> Amounts.count(facts.instances(name)) + " objects of " + name)
                .collect(Collectors.joining(" and "));
        return held.isEmpty()
                ? ""
                : " " + held
                        + " are alive, each with blocks of zlib (up to 268 KB a Deflater, 43 KB an Inflater) until it is"
                        + " ended.";
    }

    private static String largestFile(MemoryMoment whole) {
        return whole.files().entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(file -> "; the largest is " + file.getKey())
                .orElse("");
    }

    private static String sharedMemory(MemoryMoment whole) {
        ProcStatus status = whole.snapshot().status();
        long shared = status == null ? 0 : status.bytes().getOrDefault("RssShmem", 0L);
        return shared == 0
                ? ""
                : " It does not drop tmpfs and shared memory (/dev/shm, memfd), of which " + Amounts.bytes(shared)
                        + " are resident.";
    }

    private static String dividing(Facts facts) {
        List<String> steps = ObservedProcess.dividing(
                facts.whole.snapshot(), ObservedProcess.mayHaveNativeHeap(facts.process.moments()));
        return steps.isEmpty()
                ? "Freed memory that glibc retains is less with MALLOC_ARENA_MAX=2 in the environment; strace -f -k -e"
                        + " trace=mmap -p PID shows what native code maps."
                : "To divide it, " + String.join(", and ", steps) + ".";
    }
}
