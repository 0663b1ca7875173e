package dev.loomweight.memory.sizing;

import dev.loomweight.memory.ChangedDefault;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.ending.Ending;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.RecordedFigures.Peak;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.JdkVersions;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits for a process, proposed from what it took: the least under which it should run, and a comfortable one, with the
 * arithmetic. All amounts are in bytes.
 */
public final class Proposal {

    private static final long MB = 1 << 20;
    private static final long LIMIT_STEP = 16 * MB;

    /**
     * In 1.25 times the live objects each collector runs; in 1.1 times, Parallel on JDK 25 fails and others collect
     * without end. Measured; docs/memory.md has the figures.
     */
    private static final double MIN_HEAP_FACTOR = 1.25;

    private static final double COMFORTABLE_HEAP = 2;

    /** The share of the limit that stays free. */
    private static final double MIN_HEADROOM = 0.05;

    private static final double COMFORTABLE_HEADROOM = 0.1;

    /** A bound must not be reached at the measured load. */
    private static final double BOUND = 1.5;

    private static final long BOUND_STEP = 8 * MB;
    private static final long CODE_FLOOR = 48 * MB;
    private static final long FLOOR = 16 * MB;
    private static final String DIRECT_FLAG = "MaxDirectMemorySize";

    /** A platform thread whose stack is 100 frames deep, in resident memory; measured on JDK 21 and 25. */
    private static final long MIN_THREAD_BYTES = 40 << 10;

    /** Its stack in the kernel, and its page tables. */
    private static final long KERNEL_THREAD = 18 << 10;

    private final String process;
    private final long given;
    private final LiveObjects live;
    private final Ending ending;
    private final long killedAt;
    private final List<MemoryMoment> observed;
    private final HeapPeak heapPeak;
    private final OwnSizes own;
    private final List<Need> needs = new ArrayList<>();
    private final List<Flag> bounds = new ArrayList<>();
    private final List<String> caveats = new ArrayList<>();

    /**
     * Memory outside the heap.
     *
     * @param name its name
     * @param leastBytes as it was measured
     * @param comfortableBytes the amount that is reserved for it
     * @param basis what the amounts are based on
     * @param canShrink whether the kernel or a smaller heap can make it smaller
     */
    record Need(String name, long leastBytes, long comfortableBytes, String basis, boolean canShrink) {}

    /**
     * A flag of the JVM.
     *
     * @param text as it is written on the command line
     * @param formula how its value was found
     */
    public record Flag(String text, String formula) {}

    /**
     * A limit with its division.
     *
     * @param limitBytes the limit
     * @param headroomBytes what stays free
     * @param heapBytes what is left for the heap, in whole megabytes; negative if there is nothing left
     * @param comfortable whether all that has a bound fits at its bound; else as it was measured
     * @param flags the flags that go with it; empty where nothing is left for the heap
     */
    public record Plan(long limitBytes, long headroomBytes, long heapBytes, boolean comfortable, List<Flag> flags) {

        public Plan {
            flags = List.copyOf(flags);
        }

        /** The flags as words of a command line. */
        public List<String> words() {
            return flags.stream().map(Flag::text).toList();
        }
    }

    private Proposal(ObservedProcess process, MemoryMoment whole, long given) {
        this.process = process.name();
        this.given = given;
        this.ending = Ending.of(process);
        this.killedAt = Ending.killedAtBytes(process);
        this.live = LiveObjects.of(process, whole).notLessThan(ending.exhaustedBytes(Kind.HEAP, Kind.GC_OVERHEAD));
        this.observed = complete(process, whole);
        this.own =
                OwnSizes.of(process.info() == null ? List.of() : process.info().command());
        this.heapPeak = HeapPeak.of(process, whole, observed);
        takeNeeds(whole, process.residentPeakBytes().orElse(0), process.moments());
        String collector = whole.recorded().collections().collectorFlag();
        if (!collector.isEmpty()) {
            bounds.add(
                    new Flag(
                            collector,
                            "the collector of this run"
                                    + (ChangedDefault.COLLECTOR.holdsOn(feature(process))
                                            ? ""
                                            : "; before JDK 27, a JVM with less than 1792 MB or 2 processors would select Serial")));
        }
        if (!whole.recorded().isResidentRecorded()) {
            caveats.add("Without a recording, the peaks between the snapshots are not known.");
        }
        if (observed.getFirst().precision() != MemoryMoment.Precision.BY_MAPPING) {
            caveats.add("The resident size of each part was not measured, so the needs are taken as committed.");
        }
        caveats.addAll(heapPeak.caveats(roundUp(Math.round(live.bytes() * MIN_HEAP_FACTOR), MB)));
        if (killedAt > 0) {
            caveats.add("It was killed under a limit of " + Amounts.bytes(killedAt)
                    + ", and how much more it needed is not known: the limits are the least to try next.");
        }
        if (live.isAtLeast()) {
            caveats.add("It ran out of a heap of " + Amounts.bytes(ending.exhaustedBytes(Kind.HEAP, Kind.GC_OVERHEAD))
                    + ", and how much more it needed is not known: the limits are the least to try next.");
        } else if (!live.exact()) {
            caveats.add("How much is live is only known to be " + Amounts.bytes(live.bytes())
                    + " at most, so the limits may be larger than necessary; a capture with --histogram measures it.");
        }
    }

    /**
     * The proposal for a process.
     *
     * @param limitBytes the limit to divide, or 0 or less for the one that the process runs under
     * @return null if too little is known
     */
    static @Nullable Proposal of(ObservedProcess process, long limitBytes) {
        MemoryMoment whole = process.whole();
        if (whole == null || !whole.isResident() || whole.committed(Part.HEAP) == 0) {
            return null;
        }
        // The limit that it was killed under is not one to divide.
        long given = Ending.killedAtBytes(process) > 0
                ? 0
                : whole.footprint().limit().orElse(0);
        return new Proposal(process, whole, limitBytes > 0 ? limitBytes : given);
    }

    private static int feature(ObservedProcess process) {
        return process.info() == null ? 0 : JdkVersions.feature(process.info().jdk());
    }

    /**
     * The snapshots of which all parts are known, and the last one with the recordings if it is one of them or there is no
     * other: a snapshot that the end of the process cut off has memory that nothing accounts for.
     */
    private static List<MemoryMoment> complete(ObservedProcess process, MemoryMoment whole) {
        List<MemoryMoment> complete = process.moments().stream()
                .filter(one -> one.precision() == MemoryMoment.Precision.BY_MAPPING
                        && one.snapshot().nmt() != null)
                .toList();
        return complete.isEmpty() ? List.of(whole) : complete;
    }

    /** The highest value of a figure over the snapshots. */
    private long most(ToLongFunction<MemoryMoment> figure) {
        return observed.stream().mapToLong(figure).max().orElse(0);
    }

    private long resident(Part part) {
        return most(one -> one.resident(part));
    }

    private void takeNeeds(MemoryMoment whole, long residentPeak, List<MemoryMoment> charged) {
        add("thread stacks", resident(Part.STACKS), "resident, without guard pages");
        addThreadsAtPeak(whole.recorded().peak(Peak.THREADS).orElse(0));
        long classes = Math.max(
                Math.max(
                        most(one -> one.committed(Part.CLASSES)),
                        whole.recorded().peak(Peak.CLASSES).orElse(0)),
                ending.exhaustedBytes(Kind.METASPACE, Kind.CLASS_SPACE));
        bounded("metaspace and class space", classes, FLOOR, "MaxMetaspaceSize", "committed");
        long code = Math.max(
                most(one -> one.committed(Part.CODE)),
                whole.recorded().peak(Peak.CODE).orElse(0));
        bounded("code cache", code, CODE_FLOOR, "ReservedCodeCacheSize", "committed");
        long peak = whole.recorded().peak(Peak.DIRECT).orElse(0);
        long exhausted = ending.exhaustedBytes(Kind.DIRECT);
        long direct = Math.max(Math.max(resident(Part.DIRECT), peak), exhausted);
        int ofDirect = bounds.size();
        bounded(
                "direct buffers",
                direct,
                FLOOR,
                DIRECT_FLAG,
                direct == exhausted
                        ? "all that it was allowed, which was too little"
                        : direct == peak ? "highest use of direct buffers" : "resident with Unsafe memory");
        long space = ending.exhaustedBytes(Kind.CLASS_SPACE);
        if (space > 0) {
            bounds.add(new Flag(
                    "-XX:CompressedClassSpaceSize=" + (roundUp(Math.round(space * BOUND), BOUND_STEP) >> 20) + "m",
                    "1.5 times the " + Amounts.bytes(space) + " that were used up"));
        }
        shrinking("GC structures", resident(Part.GC), "resident; they grow with the heap");
        long own = most(one -> one.committed(Part.MALLOC_JFR) + one.committed(Part.MALLOC_NMT));
        add(
                "malloc of the JVM and of native code",
                most(Proposal::malloc),
                "live, and retained by glibc"
                        + (own > 0 ? "; at most " + Amounts.bytes(own) + " are the recording's and NMT's own" : ""));
        shrinking(
                "class archive, libraries, other mappings",
                most(one -> one.resident(Part.ARCHIVE)
                        + one.resident(Part.LIBRARIES)
                        + one.resident(Part.VM)
                        + one.resident(Part.KERNEL)),
                "resident");
        add("not divided", most(MemoryMoment::undividedOutsideHeap), "resident");
        add("unaccounted for", resident(Part.REMAINDER), "resident");
        addPeak(residentPeak, direct, ofDirect);
        add("page tables and kernel stacks", most(MemoryMoment::kernelBytes), "in the kernel");
        add(
                "others in the control group",
                charged.stream().mapToLong(Proposal::ofOthers).max().orElse(0),
                "charged, and not this process' memory: tmpfs, other processes, the kernel");
    }

    /** What a group with a limit is charged for beyond the memory of this process, without what the kernel can free. */
    private static long ofOthers(MemoryMoment one) {
        Footprint footprint = one.footprint();
        // A charge with all of the page cache in it bounds nothing.
        return footprint.limit().isKnown()
                        && footprint.reclaimableBytes() > 0
                        && one.total().isKnown()
                ? footprint.used().orElse(0) - one.total().known() - one.kernelBytes()
                : 0;
    }

    /** The threads that no snapshot has, each as those of the snapshot with most of them. */
    private void addThreadsAtPeak(long peak) {
        long counted = most(Proposal::threads);
        if (counted <= 0 || peak <= counted) {
            return;
        }
        long each = observed.stream()
                .filter(one -> threads(one) == counted)
                .mapToLong(one -> (one.resident(Part.STACKS) + one.committed(Part.MALLOC_THREADS)) / counted)
                .max()
                .orElse(0);
        add(
                "threads at their peak",
                (peak - counted) * (Math.max(each, MIN_THREAD_BYTES) + KERNEL_THREAD),
                "there were " + Amounts.count(peak) + " Java threads at once, and at most " + Amounts.count(counted)
                        + " in a snapshot");
    }

    private static long threads(MemoryMoment one) {
        NmtDigest nmt = one.snapshot().nmt();
        ProcStatus status = one.snapshot().status();
        return Math.max(nmt == null ? 0 : nmt.threads(), status == null ? 0 : status.threads());
    }

    /**
     * What was resident at the peak and is in no row above, as no snapshot was taken then. It may be of direct buffers, and of
     * the heap where nothing recorded its use.
     *
     * @param direct the direct buffers that are known, in bytes
     * @param ofDirect the place of their flag among the bounds, if they have one
     */
    private void addPeak(long peak, long direct, int ofDirect) {
        // The kernel drops the pages of mapped files before it kills.
        long other = peak - leastNeeds() - heapPeak.residentBytes() - resident(Part.FILES);
        if (other <= MB) {
            return;
        }
        add(
                "peak between the snapshots",
                other,
                Amounts.bytes(peak) + " were resident at the peak; the rows above and the heap explain the rest");
        heapPeak.addUnexplained(other);
        boolean flagged =
                ofDirect < bounds.size() && bounds.get(ofDirect).text().startsWith("-XX:" + DIRECT_FLAG);
        long bound = roundUp(Math.max(Math.round(direct * BOUND), FLOOR) + other, BOUND_STEP);
        Flag flag = new Flag(
                "-XX:" + DIRECT_FLAG + "=" + (bound >> 20) + "m",
                "1.5 times the known, or 16 MB, and the " + Amounts.bytes(other)
                        + " of the peak between the snapshots, which may have been direct buffers");
        if (flagged) {
            bounds.set(ofDirect, flag);
        } else {
            bounds.add(flag);
        }
    }

    private static long malloc(MemoryMoment one) {
        long malloc = Stream.of(
                        Part.NATIVE, Part.RETAINED, Part.MALLOC_JVM, Part.TOUCHED, Part.ANY_MALLOC, Part.ALLOCATOR)
                .mapToLong(one::resident)
                .sum();
        for (Part part : Part.values()) {
            malloc += part.kind() == Part.Kind.JVM_MALLOC ? one.resident(part) : 0;
        }
        return malloc;
    }

    private void add(String name, long bytes, String basis) {
        if (bytes > 0) {
            needs.add(new Need(name, bytes, bytes, basis, false));
        }
    }

    private void shrinking(String name, long bytes, String basis) {
        if (bytes > 0) {
            needs.add(new Need(name, bytes, bytes, basis, true));
        }
    }

    /** A need that a flag bounds. Code and classes grow for hours; bounds below the floors have been reached in practice. */
    private void bounded(String name, long measured, long floor, String flag, String what) {
        if (measured <= 0) {
            return;
        }
        long bound = roundUp(Math.round(measured * BOUND), BOUND_STEP);
        String formula = bound < floor
                ? "the floor of " + Amounts.bytes(floor) + ", since 1.5 times the " + Amounts.bytes(measured) + " ("
                        + what + ") is less"
                : "1.5 times the " + Amounts.bytes(measured) + " (" + what + "), rounded up to 8 MB";
        bound = Math.max(floor, bound);
        needs.add(new Need(name, measured, bound, "least: " + what + "; comfortable: -XX:" + flag, false));
        bounds.add(new Flag("-XX:" + flag + "=" + (bound >> 20) + "m", formula));
    }

    /** The least limit under which the process should run. */
    public Plan least() {
        long heap = Math.max(roundUp(Math.round(live.bytes() * MIN_HEAP_FACTOR), MB), heapPeak.leastBytes());
        return plan(Math.max(more(), smallest(leastNeeds() + heap, MIN_HEADROOM)), false);
    }

    /** The limit under which everything has room. */
    public Plan comfortable() {
        // The least may leave more than that, as its limit is rounded up.
        long heap = Math.max(roundUp(Math.round(live.bytes() * COMFORTABLE_HEAP), MB), least().heapBytes());
        long needed = needs.stream().mapToLong(Need::comfortableBytes).sum();
        return plan(Math.max(more(), smallest(needed + heap, COMFORTABLE_HEADROOM)), true);
    }

    /** What a limit must be at least, since it was killed under a smaller one; 0 if it was not. */
    private long more() {
        return roundUp(Math.round(killedAt * MIN_HEAP_FACTOR), LIMIT_STEP);
    }

    /** The heap that it ran out of, in bytes: no smaller one is proposed, whatever the limit; 0 if it did not. */
    long exhaustedHeapBytes() {
        return ending.exhaustedBytes(Kind.HEAP, Kind.GC_OVERHEAD);
    }

    /**
     * The division of any limit: comfortable where that leaves the heap twice the live objects, else as the least.
     *
     * @param limitBytes above 0
     */
    public Plan at(long limitBytes) {
        Plan plan = plan(limitBytes, true);
        return plan.heapBytes() >= live.bytes() * COMFORTABLE_HEAP / MB * MB ? plan : plan(limitBytes, false);
    }

    private Plan plan(long limit, boolean comfortable) {
        double share = comfortable ? COMFORTABLE_HEADROOM : MIN_HEADROOM;
        long headroom = Math.round(limit * share);
        long needed =
                comfortable ? needs.stream().mapToLong(Need::comfortableBytes).sum() : leastNeeds();
        long heap = Math.floorDiv(limit - needed - headroom, MB) * MB;
        List<Flag> flags = new ArrayList<>();
        if (heap > exhaustedHeapBytes()) {
            flags.add(new Flag(
                    "-Xmx" + (heap >> 20) + "m",
                    "what the limit leaves: " + Amounts.times(live.bytes() == 0 ? 0 : (double) heap / live.bytes())
                            + " times the live objects"));
            flags.addAll(bounds);
            flags.addAll(own.lowered(flags));
        }
        return new Plan(limit, headroom, heap, comfortable, flags);
    }

    /**
     * What of a limit is above what was measured: the live objects, and the rest at the highest of each row. Negative where
     * the limit is below that; empty where it is not known how much more was needed.
     */
    OptionalLong reserveBytes(Plan plan) {
        return live.isAtLeast() || killedAt > 0
                ? OptionalLong.empty()
                : OptionalLong.of(plan.limitBytes - leastNeeds() - live.bytes());
    }

    private long leastNeeds() {
        return needs.stream().mapToLong(Need::leastBytes).sum();
    }

    private static long smallest(long needed, double headroom) {
        return roundUp(Math.round(needed / (1 - headroom)), LIMIT_STEP);
    }

    private static long roundUp(long bytes, long step) {
        return (bytes + step - 1) / step * step;
    }

    /** Whether what was measured cannot be in a limit: the live objects and all that nothing makes smaller. */
    boolean cannotHold(long limitBytes) {
        long fixed = needs.stream()
                .filter(need -> !need.canShrink())
                .mapToLong(Need::leastBytes)
                .sum();
        return (live.exact() || live.isAtLeast()) && limitBytes < fixed + live.bytes();
    }

    /** The name of the process. */
    public String process() {
        return process;
    }

    /** The limit that was asked for or that the process runs under, or 0 where there is none. */
    public long givenBytes() {
        return given;
    }

    LiveObjects live() {
        return live;
    }

    /** Memory outside the heap. */
    List<Need> needs() {
        return List.copyOf(needs);
    }

    /** What could not be measured, one sentence each. */
    List<String> caveats() {
        return List.copyOf(caveats);
    }
}
