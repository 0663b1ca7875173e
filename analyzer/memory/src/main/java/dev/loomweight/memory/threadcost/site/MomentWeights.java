package dev.loomweight.memory.threadcost.site;

import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.memory.reconcile.LastChunks;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.memory.reconcile.StandingThreads;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.Dumps.WeighedThreads.Local;
import dev.loomweight.sample.Dumps.WeighedThreads.WeighedThread;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.PoolNames;
import dev.loomweight.sample.StackTrace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a process at one moment, by their stacks.
 *
 * @param time when that was, or null where it is not known
 * @param weighed whether a heap dump has what each of them weighs
 * @param unseen how many of the virtual threads have no stack in the heap dump, so that what it holds is not known
 * @param standing the threads, those of one kind and stack together
 * @param locals the ThreadLocals that hold most, by the numbers that the threads have; empty without a heap dump
 * @param shared what several of them hold together
 * @param sums what of virtual threads is in the heap
 * @param byId where single threads stood, or null
 */
record MomentWeights(
        @Nullable Instant time,
        boolean weighed,
        long unseen,
        Map<SameStack.Key, SameStack> standing,
        List<Local> locals,
        List<Shared> shared,
        HeapSums sums,
        @Nullable StandingThreads byId) {

    private static final StackLines UNKNOWN = new StackLines(StackTrace.NONE);

    /**
     * Objects that threads of several stacks hold together, and nothing else does.
     *
     * @param bytes what they take
     * @param among the threads; empty for very many
     * @param local the number of the ThreadLocal by which they do, or {@link WeighedThreads#NO_LOCAL}
     */
    record Shared(long bytes, Set<SameStack.Key> among, int local) {

        Shared {
            among = Set.copyOf(among);
        }

        /** Whether no other threads hold them. */
        boolean isWithin(Set<SameStack.Key> keys) {
            return !among.isEmpty() && keys.containsAll(among);
        }
    }

    /** The threads of a process at those of its moments that have threads, in the order of time. */
    static List<MomentWeights> of(ObservedProcess process) {
        List<MomentWeights> moments = process.moments().stream()
                .map(MomentWeights::of)
                .filter(Objects::nonNull)
                .toList();
        if (!moments.isEmpty()) {
            moments.getLast().add(process.recorded().chunks());
        }
        return moments;
    }

    /** The threads of a snapshot; null where it has none, as far as it shows. */
    private static @Nullable MomentWeights of(MemoryMoment moment) {
        Snapshot snapshot = moment.snapshot();
        Map<SameStack.Key, SameStack> standing = new LinkedHashMap<>();
        List<Shared> shared = new ArrayList<>();
        WeighedThreads weighed = snapshot.weighed();
        ThreadDump dump = snapshot.threads();
        if (weighed != null) {
            new Weighing(snapshot, weighed, standing).addTo(shared);
        } else if (dump != null) {
            addDumped(snapshot, dump, standing);
        }
        return standing.isEmpty()
                ? null
                : new MomentWeights(
                        weighed == null || moment.time() != null ? moment.time() : weighed.time(),
                        weighed != null,
                        weighed == null ? 0 : unseen(weighed),
                        standing,
                        weighed == null ? List.of() : weighed.locals(),
                        shared,
                        HeapSums.of(snapshot),
                        snapshot.standing());
    }

    /**
     * The same for comparison with what may be another process: ids of threads mean nothing there, and what all stack chunks
     * take says nothing of its threads.
     */
    MomentWeights ofAnother() {
        return new MomentWeights(time, weighed, unseen, standing, locals, shared, HeapSums.UNKNOWN, null);
    }

    /** Gives the threads the stack chunks that were recorded of them until this moment. */
    private void add(LastChunks chunks) {
        if (byId != null && !chunks.isEmpty()) {
            IdentityHashMap<StackTrace, SameStack> byStack = new IdentityHashMap<>();
            byId.forEach((id, stack) -> chunks.bytesOf(id, time).ifPresent(bytes -> {
                SameStack found = byStack.computeIfAbsent(
                        stack, any -> standing.get(new SameStack.Key(new StackLines(any), true)));
                if (found != null) {
                    found.addChunk(bytes);
                }
            }));
        }
    }

    private static long unseen(WeighedThreads weighed) {
        return weighed.threads().stream()
                .filter(thread -> thread.virtual() && thread.stack() == WeighedThreads.UNKNOWN)
                .count();
    }

    private static SameStack of(Map<SameStack.Key, SameStack> standing, SameStack.Key key) {
        return standing.computeIfAbsent(key, SameStack::new);
    }

    /** What is resident of the stacks of platform threads that System.map and a dump both name. */
    private static Map<StackLines, Resident> resident(Snapshot snapshot) {
        StackSizes sizes = snapshot.stacks();
        StandingThreads byId = snapshot.standing();
        Map<StackLines, Resident> resident = new HashMap<>();
        if (sizes != null && byId != null) {
            for (StackSizes.Stack stack : sizes.stacks()) {
                StackTrace at = byId.stackOf(stack.threadName());
                if (at != null) {
                    resident.merge(new StackLines(at), new Resident(1, stack.residentBytes()), Resident::plus);
                }
            }
        }
        return resident;
    }

    private record Resident(long threads, long bytes) {

        private Resident plus(Resident other) {
            return new Resident(threads + other.threads, bytes + other.bytes);
        }

        private long each() {
            return bytes / threads;
        }
    }

    /** The threads of a thread dump: without a heap dump, of platform threads their resident stacks are known, at most. */
    private static void addDumped(Snapshot snapshot, ThreadDump dump, Map<SameStack.Key, SameStack> standing) {
        Map<StackLines, Resident> resident = resident(snapshot);
        for (ThreadDump.Stack stack : dump.stacks()) {
            // What is mounted has its frames on the stack of its carrier.
            if (stack.extent() == ThreadDump.Extent.TRUNCATED_OF_UNKNOWN_KIND
                    || stack.frames().isEmpty()
                    || (stack.virtual() && stack.onCarrier())) {
                continue;
            }
            StackLines lines = new StackLines(new StackTrace(stack.frames(), stack.isTruncated()));
            Resident found = stack.virtual() ? null : resident.get(lines);
            long bytes = found == null ? 0 : stack.count() * found.each();
            SameStack same = of(standing, new SameStack.Key(lines, stack.virtual()));
            same.add(found == null ? Weight.ofNumber(stack.count()) : Weight.ofStacks(stack.count(), bytes, bytes));
            stack.names().forEach(name -> same.addNames(PoolNames.of(name), 1));
        }
    }

    /** The threads of a heap dump, each with its stack: its own, or that which a thread dump has of its id. */
    private static final class Weighing {

        private final WeighedThreads weighed;
        private final Map<SameStack.Key, SameStack> standing;
        private final @Nullable StandingThreads byId;
        private final Map<StackLines, Resident> resident;
        private final List<StackLines> stacks;
        private final IdentityHashMap<StackTrace, StackLines> lines = new IdentityHashMap<>();
        private final long virtualOwn;

        Weighing(Snapshot snapshot, WeighedThreads weighed, Map<SameStack.Key, SameStack> standing) {
            this.weighed = weighed;
            this.standing = standing;
            this.byId = snapshot.standing();
            this.resident = resident(snapshot);
            this.stacks = weighed.stacks().stream().map(StackLines::new).toList();
            this.virtualOwn = ownBytes(snapshot.histogram());
        }

        // A histogram has fields that the JVM adds, and a heap dump has not.
        private static long ownBytes(@Nullable ClassHistogram histogram) {
            return histogram == null
                    ? 0
                    : histogram.lines().stream()
                            .filter(Weighing::isOfEach)
                            .mapToLong(line -> line.bytes() / line.instances())
                            .sum();
        }

        private static boolean isOfEach(ClassHistogram.Line line) {
            return line.instances() > 0
                    && (line.className().equals(VirtualThreads.CLASS)
                            || line.className().startsWith(VirtualThreads.CONTINUATION));
        }

        void addTo(List<Shared> shared) {
            for (WeighedThread thread : weighed.threads()) {
                SameStack.Key key = new SameStack.Key(stackOf(thread), thread.virtual());
                Resident found = thread.virtual() ? null : resident.get(key.stack());
                long stack = thread.virtual() ? thread.chunkBytes() : found == null ? Weight.UNKNOWN : found.each();
                SameStack same = of(standing, key);
                same.addMeasured(new Weight(
                        1,
                        (thread.virtual() && virtualOwn > 0) ? virtualOwn : thread.ownBytes(),
                        stack,
                        stack,
                        thread.localBytes(),
                        thread.heldBytes()));
                same.addNames(thread.name(), 1);
                same.addLocals(thread.name(), thread.locals());
            }
            Map<Integer, Set<SameStack.Key>> keys = weighed.threads().stream()
                    .collect(Collectors.groupingBy(
                            WeighedThread::stack,
                            Collectors.mapping(
                                    thread -> new SameStack.Key(stackOf(thread), thread.virtual()),
                                    Collectors.toSet())));
            for (WeighedThreads.SharedObjects objects : weighed.shared()) {
                shared.add(new Shared(
                        objects.bytes(),
                        objects.stacks().stream()
                                .flatMap(stack -> keys.getOrDefault(stack, Set.of()).stream())
                                .collect(Collectors.toSet()),
                        objects.local()));
            }
        }

        private StackLines stackOf(WeighedThread thread) {
            if (thread.stack() != WeighedThreads.UNKNOWN) {
                return stacks.get(thread.stack());
            }
            StackTrace dumped = byId == null ? null : byId.stackOf(thread.id());
            return dumped == null ? UNKNOWN : lines.computeIfAbsent(dumped, StackLines::new);
        }
    }
}
