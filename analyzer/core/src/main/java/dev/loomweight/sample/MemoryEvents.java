package dev.loomweight.sample;

import dev.loomweight.jvm.VirtualThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a recording has of memory: of the process, of its heap, and outside the heap. */
public sealed interface MemoryEvents extends Sample {

    /**
     * The process' resident memory as the recording samples it: {@code jdk.ResidentSetSize}, JDK 21 and later.
     *
     * @param time when it was sampled
     * @param residentBytes resident memory, in bytes
     * @param peakBytes its highest value so far, in bytes
     */
    record ResidentSetSize(Instant time, long residentBytes, long peakBytes) implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ResidentSetSize";

        static ResidentSetSize from(EventView event) {
            return new ResidentSetSize(event.startTime(), event.longValue("size"), event.longValue("peak"));
        }
    }

    /**
     * One NMT category as the recording samples it: {@code jdk.NativeMemoryUsage}, JDK 21 and later, only where NMT is on.
     *
     * <p>The category {@code Thread Stack} is stale here: HotSpot skips the expensive walk over the stacks when it writes
     * this event, so the figure changes only when someone runs {@code VM.native_memory}. Thread stacks are therefore taken
     * from NMT's text wherever there is one.
     *
     * @param time when it was sampled
     * @param category the category's name as NMT prints it, such as {@code Java Heap}
     * @param reservedBytes the reserved address space, in bytes
     * @param committedBytes the committed memory, in bytes
     */
    record NativeMemory(Instant time, String category, long reservedBytes, long committedBytes)
            implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.NativeMemoryUsage";

        static NativeMemory from(EventView event) {
            String type = event.text("type");
            return new NativeMemory(
                    event.startTime(),
                    type == null ? "?" : type,
                    event.longValue("reserved"),
                    event.longValue("committed"));
        }
    }

    /**
     * The sum of all NMT categories as the recording samples it: {@code jdk.NativeMemoryUsageTotal}, JDK 21 and later.
     *
     * @param time when it was sampled
     * @param reservedBytes the reserved address space, in bytes
     * @param committedBytes the committed memory, in bytes; too low by the stale stacks, see {@link NativeMemory}
     */
    record NativeMemoryTotal(Instant time, long reservedBytes, long committedBytes) implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.NativeMemoryUsageTotal";

        static NativeMemoryTotal from(EventView event) {
            return new NativeMemoryTotal(event.startTime(), event.longValue("reserved"), event.longValue("committed"));
        }
    }

    /**
     * The heap at intervals: {@code jdk.GCHeapMemoryUsage}, JDK 21 and later.
     *
     * @param time when
     * @param usedBytes what objects take, in bytes
     * @param committedBytes what is committed, in bytes
     * @param maxBytes the most that the heap may become, in bytes
     */
    record HeapUsage(Instant time, long usedBytes, long committedBytes, long maxBytes) implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.GCHeapMemoryUsage";

        static HeapUsage from(EventView event) {
            return new HeapUsage(
                    event.startTime(), event.longValue("used"), event.longValue("committed"), event.longValue("max"));
        }
    }

    /**
     * The heap before and after each collection: {@code jdk.GCHeapSummary}, JDK 11 and later.
     *
     * @param time when
     * @param reservedBytes the most that the heap may become, in bytes
     * @param committedBytes what is committed of it, in bytes
     * @param usedBytes what objects take, in bytes
     * @param gcId the number of the collection in its process
     * @param after whether the collection has ended; false before it
     */
    record HeapSummary(Instant time, long reservedBytes, long committedBytes, long usedBytes, long gcId, boolean after)
            implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.GCHeapSummary";

        private static final String AFTER = "After GC";

        static HeapSummary from(EventView event) {
            return new HeapSummary(
                    event.startTime(),
                    event.longAt("heapSpace.reservedSize"),
                    event.longAt("heapSpace.committedSize"),
                    event.longValue("heapUsed"),
                    event.longValue("gcId"),
                    AFTER.equals(event.text("when")));
        }
    }

    /**
     * One collection: {@code jdk.GarbageCollection}, JDK 11 and later.
     *
     * @param time when it began
     * @param gcId its number in its process
     * @param name the collector's name in HotSpot's enumeration {@code GCName}, such as {@code G1New} or {@code ZGC Major}
     * @param cause why it was done, such as {@code Allocation Failure}
     * @param pausesNanos how long it stopped the application, in nanoseconds, all its pauses together
     */
    record GarbageCollection(Instant time, long gcId, String name, String cause, long pausesNanos)
            implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.GarbageCollection";

        static GarbageCollection from(EventView event) {
            return new GarbageCollection(
                    event.startTime(),
                    event.longValue("gcId"),
                    event.textAt("name"),
                    event.textAt("cause"),
                    event.value("sumOfPauses") instanceof Duration pauses ? nanos(pauses) : 0);
        }

        /** Damaged recordings hold lengths of time that no long can. */
        private static long nanos(Duration pauses) {
            return pauses.isNegative() ? 0 : pauses.toSeconds() > Integer.MAX_VALUE ? 0 : pauses.toNanos();
        }
    }

    /**
     * Metaspace before and after each collection: {@code jdk.MetaspaceSummary}, JDK 11 and later.
     *
     * @param time when
     * @param usedBytes what classes use, in bytes
     * @param committedBytes what is committed, in bytes
     * @param reservedBytes the reserved address space, in bytes
     */
    record MetaspaceSummary(Instant time, long usedBytes, long committedBytes, long reservedBytes)
            implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.MetaspaceSummary";

        static MetaspaceSummary from(EventView event) {
            return new MetaspaceSummary(
                    event.startTime(),
                    event.longAt("metaspace.used"),
                    event.longAt("metaspace.committed"),
                    event.longAt("metaspace.reserved"));
        }
    }

    /**
     * The live objects of one class, as a recording counts them: {@code jdk.ObjectCount}, JDK 11 and later, off by default. Only classes that hold at least 1 % of the heap are recorded.
     *
     * @param time when; the same for all classes of one count
     * @param className the class, as recordings name it
     * @param instances how many live objects
     * @param bytes their shallow size, in bytes
     */
    record ObjectCount(Instant time, String className, long instances, long bytes) implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ObjectCount";

        static ObjectCount from(EventView event) {
            return new ObjectCount(
                    event.startTime(),
                    event.textAt("objectClass"),
                    event.longValue("count"),
                    event.longValue("totalSize"));
        }
    }

    /**
     * A stack chunk of a virtual thread that was allocated: {@code jdk.ObjectAllocationInNewTLAB} and {@code
     * jdk.ObjectAllocationOutsideTLAB}, JDK 11 and later, off by default. Only chunks for which the thread's buffer was too
     * small are recorded. Events of objects of other classes are none of these.
     *
     * @param atNanos when, in nanoseconds since 1970
     * @param threadId {@link Thread#threadId()} of the virtual thread whose frames it is for
     * @param bytes its size, in bytes
     */
    record ChunkAllocation(long atNanos, long threadId, long bytes) implements MemoryEvents {

        /** The event's name if the thread got a new buffer for it. */
        public static final String EVENT_IN_NEW_BUFFER = "jdk.ObjectAllocationInNewTLAB";

        /** The event's name if the thread kept its buffer. */
        public static final String EVENT_OUTSIDE = "jdk.ObjectAllocationOutsideTLAB";

        static @Nullable ChunkAllocation from(EventView event) {
            if (!VirtualThreads.STACK_CHUNK.equals(event.text("objectClass"))) {
                return null;
            }
            ThreadRef thread = event.oneOfMany("eventThread");
            return thread == null || !thread.virtual()
                    ? null
                    : new ChunkAllocation(event.startNanos(), thread.javaThreadId(), event.longValue("allocationSize"));
        }
    }

    /**
     * Direct byte buffers: {@code jdk.DirectBufferStatistics}, JDK 17 and later. Mapped buffers and memory from Unsafe or from other allocators are not counted.
     *
     * @param time when
     * @param count how many buffers there are
     * @param usedBytes their memory, in bytes
     * @param maxBytes the most that they may have, in bytes ({@code -XX:MaxDirectMemorySize})
     */
    record DirectBuffers(Instant time, long count, long usedBytes, long maxBytes) implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.DirectBufferStatistics";

        static DirectBuffers from(EventView event) {
            return new DirectBuffers(
                    event.startTime(),
                    event.longValue("count"),
                    event.longValue("memoryUsed"),
                    event.longValue("maxCapacity"));
        }
    }

    /**
     * A part of the code cache had no room for compiled code: {@code jdk.CodeCacheFull}, JDK 11 and later. The JVM then stops
     * compiling, until it has made room.
     *
     * @param heap the name of the part, such as {@code CodeHeap 'non-profiled nmethods'}
     * @param bytes the address space of that part, in bytes
     */
    record CodeCacheFull(Instant time, String heap, long bytes) implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.CodeCacheFull";

        static CodeCacheFull from(EventView event) {
            return new CodeCacheFull(
                    event.startTime(),
                    Objects.requireNonNullElse(event.text("codeBlobType"), ""),
                    event.longValue("reservedTopAddress") - event.longValue("startAddress"));
        }
    }

    /**
     * A block that malloc gave while async-profiler recorded native memory ({@code asprof -e nativemem}): {@code
     * profiler.Malloc}. A block that realloc makes larger is released and given anew.
     *
     * @param atNanos when, in nanoseconds since 1970
     * @param address where the block is; a later one may be at the same address
     * @param bytes what was asked for, in bytes
     * @param stack its frames of native code have the name of their library for a class
     */
    record NativeAllocation(long atNanos, long address, long bytes, StackTrace stack) implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "profiler.Malloc";

        static NativeAllocation from(EventView event) {
            return new NativeAllocation(
                    event.startNanos(), event.longValue("address"), event.longValue("size"), event.stack());
        }
    }

    /**
     * A block that was released: {@code profiler.Free} of async-profiler, also of blocks whose allocation is not recorded.
     *
     * @param atNanos when, in nanoseconds since 1970
     * @param address where the block was
     */
    record NativeRelease(long atNanos, long address) implements MemoryEvents {

        /** The event's name. */
        public static final String EVENT = "profiler.Free";

        static NativeRelease from(EventView event) {
            return new NativeRelease(event.startNanos(), event.longValue("address"));
        }
    }
}
