package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MemoryEvents.NativeAllocation;
import dev.loomweight.sample.MemoryEvents.NativeRelease;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of malloc that were recorded, by process. Threads write them in any order, and an address is used again, so of
 * each address the latest event decides: a block that was given last is there still. Memory is bounded by the distinct
 * addresses, which are about as many as there were blocks at a time.
 */
final class NativeBlocks implements State<NativeBlocks> {

    static final Fold<NativeBlocks> FOLD =
            Fold.of(Interest.in(NativeAllocation.class, NativeRelease.class), NativeBlocks::new);

    private final Map<String, OfProcess> processes = new TreeMap<>();

    /**
     * Who allocates.
     *
     * @param place the Java method that it is named for; of native code alone, the innermost function that is no allocator
     * @param library whose code called malloc; empty where the stack does not say
     */
    record Site(String place, String library) {

        /** The library of async-profiler begins with this: its hook is the innermost frame. */
        private static final String PROFILER = "libasyncProfiler";

        /** What passes on to malloc: functions of C and C++, and HotSpot's (os.cpp, allocation.cpp, arena.cpp). */
        private static final Set<String> ALLOCATORS = Set.of(
                "malloc",
                "calloc",
                "realloc",
                "posix_memalign",
                "aligned_alloc",
                "strdup",
                "operator new",
                "operator new[]",
                "os::malloc",
                "os::realloc",
                "os::strdup",
                "AllocateHeap",
                "ReallocateHeap",
                "AnyObj::operator new",
                "CHeapObjBase::operator new",
                "ResourceObj::operator new",
                "ChunkPool::allocate_chunk",
                "Chunk::operator new",
                "Arena::grow");

        static Site of(StackTrace stack) {
            List<Frame> java = new ArrayList<>();
            Frame caller = null;
            for (Frame frame : stack.frames()) {
                if (!isNative(frame)) {
                    java.add(frame);
                } else if (caller == null && java.isEmpty() && !isAllocator(frame)) {
                    caller = frame;
                }
            }
            String library = caller == null ? "" : caller.className();
            return new Site(
                    java.isEmpty()
                            ? caller == null ? StackTrace.NONE.site() : caller.methodName()
                            : new StackTrace(java, stack.truncated()).site(),
                    library);
        }

        private static boolean isNative(Frame frame) {
            return switch (frame.type()) {
                case "Native", "C++", "Kernel" -> true;
                default -> false;
            };
        }

        private static boolean isAllocator(Frame frame) {
            return frame.className().startsWith(PROFILER) || ALLOCATORS.contains(frame.methodName());
        }
    }

    /**
     * What is at an address, by its latest event.
     *
     * @param site who allocated it; null where it is free
     */
    private record Block(long atNanos, long bytes, @Nullable Site site) {

        /** The later one; of two at one time that which is free, whatever the order of reading. */
        Block or(Block other) {
            int order = Comparator.comparingLong(Block::atNanos)
                    .thenComparing(block -> block.site == null)
                    .thenComparingLong(Block::bytes)
                    .thenComparing(Block::toString)
                    .compare(this, other);
            return order >= 0 ? this : other;
        }
    }

    /** The blocks of one process. */
    static final class OfProcess {
        private final Map<Long, Block> blocks = new HashMap<>();
        private final Map<StackTrace, Site> sites = new HashMap<>();
        private final Map<Site, Long> allocated = new HashMap<>();
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;
        private boolean released;

        private void add(long address, Block block) {
            blocks.merge(address, block, Block::or);
            firstNanos = Math.min(firstNanos, block.atNanos);
            lastNanos = Math.max(lastNanos, block.atNanos);
        }

        private void add(NativeAllocation one) {
            Site site = sites.computeIfAbsent(one.stack(), Site::of);
            allocated.merge(site, one.bytes(), Long::sum);
            add(one.address(), new Block(one.atNanos(), one.bytes(), site));
        }

        private void merge(OfProcess other) {
            other.blocks.forEach(this::add);
            other.allocated.forEach((site, bytes) -> allocated.merge(site, bytes, Long::sum));
            firstNanos = Math.min(firstNanos, other.firstNanos);
            lastNanos = Math.max(lastNanos, other.lastNanos);
            released |= other.released;
        }

        /** Whether it is known what was released: async-profiler can leave that out (nofree). */
        boolean isReleaseKnown() {
            return released;
        }

        /** From the first event to the last, in nanoseconds. */
        long nanos() {
            return lastNanos - firstNanos;
        }

        /** By site, those that kept most first; where that is not known, those that allocated most. */
        List<Kept> bySite() {
            long half = firstNanos + nanos() / 2;
            Map<Site, Kept> kept = new HashMap<>();
            allocated.forEach((site, bytes) -> kept.put(site, new Kept(site, 0, 0, 0, bytes)));
            for (Block block : blocks.values()) {
                if (block.site != null) {
                    kept.computeIfPresent(block.site, (site, sum) -> sum.with(block.bytes, block.atNanos <= half));
                }
            }
            return kept.values().stream()
                    .sorted(Comparator.comparingLong((Kept one) -> released ? one.bytes : one.allocatedBytes)
                            .reversed()
                            .thenComparing(Comparator.comparingLong(Kept::allocatedBytes)
                                    .reversed())
                            .thenComparing(one -> one.site.toString()))
                    .toList();
        }
    }

    /**
     * What a site allocated and did not release.
     *
     * @param bytes in blocks that were not released
     * @param blocks their number
     * @param earlyBytes those of the first half of the recording
     * @param allocatedBytes all that it allocated
     */
    record Kept(Site site, long bytes, long blocks, long earlyBytes, long allocatedBytes) {

        private Kept with(long more, boolean early) {
            return new Kept(site, bytes + more, blocks + 1, earlyBytes + (early ? more : 0), allocatedBytes);
        }

        /** The sum of all. */
        static Kept total(List<Kept> all) {
            return all.stream()
                    .reduce(
                            new Kept(new Site("total", ""), 0, 0, 0, 0),
                            (one, other) -> new Kept(
                                    one.site,
                                    one.bytes + other.bytes,
                                    one.blocks + other.blocks,
                                    one.earlyBytes + other.earlyBytes,
                                    one.allocatedBytes + other.allocatedBytes));
        }
    }

    @Override
    public void add(Origin origin, Sample sample) {
        if (sample instanceof NativeAllocation one) {
            of(origin.subject()).add(one);
        } else if (sample instanceof NativeRelease one) {
            OfProcess process = of(origin.subject());
            process.add(one.address(), new Block(one.atNanos(), 0, null));
            process.released = true;
        }
    }

    @Override
    public void merge(NativeBlocks other) {
        other.processes.forEach((subject, process) -> of(subject).merge(process));
    }

    private OfProcess of(String subject) {
        return processes.computeIfAbsent(subject, key -> new OfProcess());
    }

    /** By process; those alone that allocated. */
    Map<String, OfProcess> processes() {
        Map<String, OfProcess> allocating = new TreeMap<>(processes);
        allocating.values().removeIf(process -> process.allocated.isEmpty());
        return allocating;
    }
}
