package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.Dumps.WeighedThreads.Local;
import dev.loomweight.sample.Dumps.WeighedThreads.LocalBytes;
import dev.loomweight.sample.Dumps.WeighedThreads.SharedObjects;
import dev.loomweight.sample.Dumps.WeighedThreads.WeighedThread;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.PoolNames;
import dev.loomweight.sample.StackTrace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What the threads of a heap dump weigh: themselves, their stack chunks, and what hangs on them and nowhere else. */
final class HeapWeights {

    private static final String THREAD = "java.lang.Thread";
    private static final List<String> LOCALS = List.of("threadLocals", "inheritableThreadLocals");
    /** The JVM adds at most so many bytes to an object of a class: of VirtualThread 16 (JDK 21) or 24 (25). */
    private static final int MAX_ADDED_BYTES = 64;

    private final HeapObjects objects;
    private final HeapTypes types;
    private final HeapStacks stacks;
    private final StackChunks chunks;
    private final List<Integer> threads = new ArrayList<>();
    private final BitSet aside = new BitSet();
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private final BitSet machinery = new BitSet();
    private final Map<Integer, Integer> sizes = new HashMap<>();
    private final HeapLocals locals;
    private final Map<String, String> names = new HashMap<>();
    // Virtual threads without a name share one string.
    private int lastName = HeapObjects.NONE;
    private String lastWords = "";

    HeapWeights(HeapObjects objects, HeapTypes types, HeapStacks stacks) {
        this.objects = objects;
        this.types = types;
        this.stacks = stacks;
        this.chunks = new StackChunks(objects);
        this.locals = new HeapLocals(objects, types);
    }

    /**
     * Weighs them.
     *
     * @param time when the dump was begun
     * @throws DataException if it has no threads, and so is not of a JVM
     */
    WeighedThreads read(Instant time) {
        setAside();
        if (threads.isEmpty()) {
            throw new DataException("it has no threads");
        }
        Map<StackTrace, Integer> distinct = new LinkedHashMap<>();
        int[] ofThreads = stacksOfThreads(distinct);
        Map<Integer, List<Integer>> rooted = new HashMap<>();
        HeapHolders holders = mark(ofThreads, rooted);
        long[] localBytes = new long[threads.size()];
        long[] heldBytes = new long[threads.size()];
        // By the holder and the part: few sets of stacks share any number of objects.
        Map<Long, Long> shared = new HashMap<>();
        for (int object = 0; object < objects.size(); object++) {
            int holder = holders.holder(object);
            if (holder <= HeapHolders.ELSEWHERE) {
                continue;
            }
            long bytes = objects.bytes(object);
            char part = holders.part(object);
            if (holders.isThread(holder)) {
                int thread = HeapHolders.thread(holder);
                (part == HeapLocals.HELD ? heldBytes : localBytes)[thread] += bytes;
                locals.add(thread, part, bytes);
            } else {
                locals.addShared(part, bytes);
                shared.merge((long) holder << Character.SIZE | part, bytes, Long::sum);
            }
        }
        List<Local> listed = locals.list(wanted -> paths(wanted, rooted), holders);
        List<List<LocalBytes>> localsOf = locals.ofThreads(threads.size());
        List<WeighedThread> all = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            int thread = threads.get(i);
            if (holders.isReached(thread)) {
                all.add(weighed(thread, ofThreads[i], localBytes[i], heldBytes[i], localsOf.get(i)));
            }
        }
        return new WeighedThreads(
                time,
                List.copyOf(distinct.keySet()),
                listed,
                all,
                shared(shared, holders),
                chunks.count(),
                chunks.bytes());
    }

    private List<SharedObjects> shared(Map<Long, Long> bytes, HeapHolders holders) {
        List<SharedObjects> shared = new ArrayList<>();
        bytes.forEach((id, sum) -> shared.add(new SharedObjects(
                sum,
                holders.groups((int) (id >>> Character.SIZE)).stream()
                        .map(group -> group == 0 ? WeighedThreads.UNKNOWN : group - 1)
                        .toList(),
                locals.listed((char) id.longValue()))));
        return shared;
    }

    private HeapPaths paths(BitSet wanted, Map<Integer, List<Integer>> rooted) {
        BitSet all = new BitSet();
        threads.forEach(all::set);
        HeapPaths paths = new HeapPaths(objects, types, all, this::name, wanted);
        paths.ofClasses();
        stacks.others().forEach(root -> paths.of(objects.at(root)));
        for (int i = 0; i < threads.size(); i++) {
            int thread = threads.get(i);
            paths.ofThread(thread, maps(thread), rooted.getOrDefault(i, List.of()));
        }
        // What a value has holds its own ThreadLocal.
        for (int thread : threads) {
            paths.ofThread(thread, List.of(), List.of());
        }
        return paths;
    }

    private List<Integer> maps(int thread) {
        return LOCALS.stream()
                .map(field -> objects.reference(thread, THREAD, field))
                .filter(map -> map != HeapObjects.NONE)
                .toList();
    }

    private String name(int thread) {
        int name = objects.reference(thread, THREAD, "name");
        if (name != lastName) {
            lastName = name;
            lastWords = names.computeIfAbsent(PoolNames.of(HeapStrings.name(objects, name)), same -> same);
        }
        return lastWords;
    }

    /** Finds the threads, and what they consist of. */
    private void setAside() {
        BitSet threadTypes = typesThat(type -> type.isA(THREAD));
        BitSet chunkTypes = typesThat(type -> type.isA(VirtualThreads.STACK_CHUNK));
        // With what a continuation runs: it calls the thread, and that its task.
        BitSet continuations = typesThat(type ->
                type.isA(VirtualThreads.JDK_CONTINUATION) || type.name().startsWith(VirtualThreads.CONTINUATION));
        for (int object = 0; object < objects.size(); object++) {
            int type = objects.typeNumber(object);
            if (type < 0) {
                continue;
            }
            if (threadTypes.get(type)) {
                numbers.put(object, threads.size());
                threads.add(object);
                aside.set(object);
                see(object, type);
            } else if (continuations.get(type)) {
                aside.set(object);
            } else if (chunkTypes.get(type)) {
                aside.set(object);
                chunks.add(object);
            }
        }
    }

    private BitSet typesThat(Predicate<HeapType> are) {
        BitSet found = new BitSet();
        for (int i = 0; i < types.size(); i++) {
            if (are.test(types.get(i))) {
                found.set(i);
            }
        }
        return found;
    }

    // The smallest distance to a next object, if it can be what the JVM adds.
    private void see(int thread, int type) {
        long computed = objects.bytes(thread);
        long gap = objects.gap(thread);
        if (gap >= computed && gap <= computed + MAX_ADDED_BYTES) {
            sizes.merge(type, (int) gap, Math::min);
        }
    }

    /** The number of each thread's stack among the distinct ones, plus 1; 0 for a thread without. */
    private int[] stacksOfThreads(Map<StackTrace, Integer> distinct) {
        int[] ofThreads = new int[threads.size()];
        for (HeapStacks.Root root : stacks.threads()) {
            Integer number = numbers.get(objects.at(root.object()));
            List<Frame> frames = number == null ? List.of() : stacks.frames(root.trace());
            if (number != null && !frames.isEmpty()) {
                StackTrace stack = new StackTrace(frames, false);
                Integer known = distinct.get(stack);
                if (known == null) {
                    known = distinct.size();
                    distinct.put(stack, known);
                }
                ofThreads[number] = known + 1;
                machinery.set(number, isMachinery(threads.get(number), frames));
            }
        }
        return ofThreads;
    }

    // What holds timers, references and idle workers is no work of the application's, and nor is what it holds.
    private boolean isMachinery(int thread, List<Frame> frames) {
        return continuation(thread) == HeapObjects.NONE && frames.stream().allMatch(Frame::isJdk);
    }

    /** @param rooted takes what the stack of each thread refers to */
    private HeapHolders mark(int[] groups, Map<Integer, List<Integer>> rooted) {
        HeapHolders holders = new HeapHolders(objects, aside, groups);
        for (long root : stacks.others()) {
            holders.elsewhere(objects.at(root));
        }
        for (int object = 0; object < objects.size(); object++) {
            if (objects.isClass(object)) {
                holders.elsewhere(object);
            }
        }
        Map<Integer, Integer> serials = new HashMap<>();
        for (HeapStacks.Root root : stacks.threads()) {
            int thread = objects.at(root.object());
            Integer number = numbers.get(thread);
            if (number != null) {
                serials.put(root.serial(), number);
                holders.elsewhere(thread);
            }
        }
        for (HeapStacks.OfThread root : stacks.rooted()) {
            Integer thread = serials.get(root.serial());
            int object = objects.at(root.object());
            if (thread == null || machinery.get(thread)) {
                holders.elsewhere(object);
            } else {
                rooted.computeIfAbsent(thread, key -> new ArrayList<>()).add(object);
            }
        }
        for (int i = 0; i < threads.size(); i++) {
            mark(holders, i, rooted.getOrDefault(i, List.of()));
        }
        return holders;
    }

    private void mark(HeapHolders holders, int number, List<Integer> rooted) {
        int thread = threads.get(number);
        for (int map : maps(thread)) {
            locals.eachPart(map, (part, object) -> holders.of(number, part, object));
        }
        rooted.forEach(object -> holders.of(number, HeapLocals.HELD, object));
        objects.eachReference(thread, address -> holders.of(number, HeapLocals.HELD, objects.at(address)));
        for (int part : List.of(continuation(thread), entry(thread))) {
            if (part != HeapObjects.NONE) {
                objects.eachReference(part, address -> holders.of(number, HeapLocals.HELD, objects.at(address)));
            }
        }
    }

    /** What the continuation of a virtual thread runs. */
    private int entry(int thread) {
        return objects.reference(continuation(thread), VirtualThreads.JDK_CONTINUATION, "target");
    }

    private int continuation(int thread) {
        return objects.reference(thread, VirtualThreads.CLASS, "cont");
    }

    private long bytes(int object) {
        return object == HeapObjects.NONE ? 0 : objects.bytes(object);
    }

    private WeighedThread weighed(int thread, int stack, long localBytes, long heldBytes, List<LocalBytes> ofLocals) {
        int continuation = continuation(thread);
        boolean virtual = continuation != HeapObjects.NONE;
        long own = sizes.getOrDefault(objects.typeNumber(thread), (int) objects.bytes(thread));
        return new WeighedThread(
                objects.number(thread, THREAD, "tid"),
                virtual,
                stack == 0 ? WeighedThreads.UNKNOWN : stack - 1,
                virtual ? own + bytes(continuation) + bytes(entry(thread)) : own,
                virtual ? chunks.of(continuation) : 0,
                localBytes,
                heldBytes,
                name(thread),
                ofLocals);
    }

    /**
     * The stack chunks of a heap dump, which has their fields and not their words: what they take follows from how many
     * words of stack they have. A chunk is its fields, the words, and for each place of a reference in them a bit, in
     * whole words ({@code instanceStackChunkKlass.hpp}); the sums are those of class histograms to the byte.
     */
    private static final class StackChunks {

        private static final int WORD = Long.BYTES;
        /** The header, and the fields in Java and of the JVM. */
        private static final int USUAL_HEAD = 48;

        private static final int MIN_HEADER_BYTES = 32;
        private static final int MAX_CHUNKS = 1000;

        private final HeapObjects objects;
        private final List<Integer> seen = new ArrayList<>();
        private int head;

        StackChunks(HeapObjects objects) {
            this.objects = objects;
        }

        void add(int chunk) {
            seen.add(chunk);
        }

        /** How many there are. */
        long count() {
            return seen.size();
        }

        /** What all of them take, in bytes. */
        long bytes() {
            return seen.stream().mapToLong(this::bytesOf).sum();
        }

        /** What those of a continuation take, in bytes: frames that are deeper than the last chunk are in its parents. */
        long of(int continuation) {
            long bytes = 0;
            int chunk = objects.reference(continuation, VirtualThreads.JDK_CONTINUATION, "tail");
            for (int i = 0; chunk != HeapObjects.NONE && i < MAX_CHUNKS; i++) {
                bytes += bytesOf(chunk);
                chunk = objects.reference(chunk, VirtualThreads.STACK_CHUNK, "parent");
            }
            return bytes;
        }

        private long bytesOf(int chunk) {
            return head() + variable(chunk);
        }

        private long variable(int chunk) {
            long words = objects.number(chunk, VirtualThreads.STACK_CHUNK, "size");
            long places = words * (WORD / objects.referenceBytes());
            return WORD * (words + (places + Long.SIZE - 1) / Long.SIZE);
        }

        // Compact headers make it smaller. Nothing can be between a chunk and the next object that is less than none.
        private int head() {
            if (head == 0) {
                head = USUAL_HEAD;
                for (int chunk : seen) {
                    long room = objects.gap(chunk) - variable(chunk);
                    if (room >= MIN_HEADER_BYTES && room < head) {
                        head = (int) room;
                    }
                }
            }
            return head;
        }
    }
}
