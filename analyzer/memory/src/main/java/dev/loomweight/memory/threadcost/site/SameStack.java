package dev.loomweight.memory.threadcost.site;

import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.sample.Dumps.WeighedThreads.LocalBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The threads of one kind and stack at one moment, and what they weigh. */
final class SameStack {

    private final Key key;
    private Weight weight = Weight.NONE;
    // What each thread weighs, where that was measured, in bytes.
    private long[] each = new long[4];
    private int measured;
    private final List<Long> chunksSeen = new ArrayList<>();
    private final Map<String, Long> names = new TreeMap<>();
    // By the number of the ThreadLocal.
    private final Map<Integer, LocalSum> locals = new TreeMap<>();

    /** What threads hold by a ThreadLocal. */
    static final class LocalSum {
        private final Map<String, Long> names = new TreeMap<>();
        private long threads;
        private long bytes;

        private void add(String name, long more) {
            if (!name.isEmpty()) {
                names.merge(name, 1L, Long::sum);
            }
            threads++;
            bytes += more;
        }

        void add(LocalSum other) {
            other.names.forEach((name, count) -> names.merge(name, count, Long::sum));
            threads += other.threads;
            bytes += other.bytes;
        }

        /** How many threads of each name. */
        Map<String, Long> names() {
            return Collections.unmodifiableMap(names);
        }

        /** How many threads. */
        long threads() {
            return threads;
        }

        /** What they hold, together. */
        long bytes() {
            return bytes;
        }
    }

    /**
     * What threads of one moment have in common, and with those of another.
     *
     * @param stack their stack; empty where it is not known
     * @param virtual whether they are virtual threads
     */
    record Key(StackLines stack, boolean virtual) {}

    SameStack(Key key) {
        this.key = key;
    }

    /** Adds threads of which no one is known by itself. */
    void add(Weight more) {
        weight = weight.plus(more);
    }

    /** Adds names of threads, with N for each number in them. */
    void addNames(String name, long threads) {
        if (!name.isEmpty()) {
            names.merge(name, threads, Long::sum);
        }
    }

    /** How many threads have which name, as far as it is known; with N for each number. */
    Map<String, Long> names() {
        return Collections.unmodifiableMap(names);
    }

    /** Adds what a thread holds by ThreadLocals. */
    void addLocals(String name, List<LocalBytes> held) {
        for (LocalBytes one : held) {
            locals.computeIfAbsent(one.local(), any -> new LocalSum()).add(name, one.bytes());
        }
    }

    /** What the threads hold by each ThreadLocal, by its number. */
    Map<Integer, LocalSum> locals() {
        return Collections.unmodifiableMap(locals);
    }

    /** Adds one thread that was measured. */
    void addMeasured(Weight one) {
        if (measured == each.length) {
            each = Arrays.copyOf(each, measured * 2);
        }
        each[measured++] = one.least();
        weight = weight.plus(one);
    }

    /** Adds the stack chunk of one of them that was recorded as allocated, in bytes. */
    void addChunk(long bytes) {
        chunksSeen.add(bytes);
    }

    /** The sizes of the stack chunks that were recorded as allocated, in bytes, at most one a thread, in no order. */
    List<Long> chunksSeen() {
        return Collections.unmodifiableList(chunksSeen);
    }

    Key key() {
        return key;
    }

    Weight weight() {
        return weight;
    }

    /** What each thread weighs, in no order; empty where that was not measured. */
    long[] each() {
        return Arrays.copyOf(each, measured);
    }

    /** The frames of each thread. */
    int depth() {
        return key.stack.stack().frames().size();
    }
}
