package dev.loomweight.scheduler;

import dev.loomweight.fold.Timeline;
import java.util.Arrays;

/**
 * How many carriers of one process pins hold, over time, to the nanosecond: by the beginnings and the ends of the pins,
 * each sorted. The difference of their counts up to a moment is the number of pins that hold a carrier then.
 */
public final class Occupancy {

    private static final int STEPS = 1 << 18;
    private static final double ROUNDING = 1e-6;

    private final Edges pins;
    private final Edges waits;
    private final long maximum;
    private final Waits waitsAre;
    private final Shorter shorter;

    private Occupancy(Edges pins, Edges waits, long maximum, Waits waitsAre, Shorter shorter) {
        this.pins = pins;
        this.waits = waits;
        this.maximum = maximum;
        this.waitsAre = waitsAre;
        this.shorter = shorter;
    }

    /** What waits are for which JDK 21 to 23 may add a carrier. */
    public enum Waits {
        /** There are none. */
        NONE,
        /** Pins: the pool may have no more carriers than the parallelism. */
        PINS,
        /** Apart from the pins: the JVM may have added carriers, up to a maximum that is known. */
        BOUNDED,
        /** Apart from the pins: the JVM may have added carriers, up to a maximum that is not known. */
        UNBOUNDED
    }

    /**
     * Pins that are not retained one by one.
     *
     * @param count how many
     * @param mostNanos none of them is longer
     * @param timeline what they cover
     */
    public record Shorter(long count, long mostNanos, Timeline timeline) {}

    /** Takes the pins of one process. */
    public static final class Builder {
        private final Edges pins = new Edges();
        private final Edges waits = new Edges();

        /** None yet. */
        public Builder() {}

        /** Adds a pin that loses a carrier, by its beginning and its end in nanoseconds since 1970. */
        public void pin(long from, long to) {
            pins.add(from, to);
        }

        /** Adds a pin for which the JVM may add a carrier, within the pool's maximum. */
        public void await(long from, long to) {
            waits.add(from, to);
        }

        /**
         * All of them; to be called once.
         *
         * @param pool the number of carriers, and the most that there may be
         * @param shorter those that were not added one by one
         */
        public Occupancy build(Parallelism pool, Shorter shorter) {
            long maximum = pool.maximum();
            boolean fixed = pool.pool().isFixed();
            Waits are =
                    waits.size == 0 ? Waits.NONE : fixed ? Waits.PINS : maximum > 0 ? Waits.BOUNDED : Waits.UNBOUNDED;
            Edges apart = fixed ? new Edges() : waits;
            if (fixed) {
                pins.addAll(waits);
            }
            pins.sort();
            apart.sort();
            return new Occupancy(pins, apart, maximum, are, shorter);
        }
    }

    /** Beginnings and ends of intervals. */
    private static final class Edges {
        private long[] starts = new long[16];
        private long[] ends = new long[16];
        private int size;

        private void add(long start, long end) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
                ends = Arrays.copyOf(ends, 2 * size);
            }
            starts[size] = start;
            ends[size] = end;
            size++;
        }

        private void addAll(Edges other) {
            for (int i = 0; i < other.size; i++) {
                add(other.starts[i], other.ends[i]);
            }
        }

        private void sort() {
            Arrays.sort(starts, 0, size);
            Arrays.sort(ends, 0, size);
        }
    }

    /** Goes from edge to edge. */
    private static final class Cursor {
        private final Edges edges;
        private int started;
        private int ended;

        private Cursor(Edges edges) {
            this.edges = edges;
        }

        /** The next edge; every beginning has its end after it. */
        private long next() {
            if (ended == edges.size) {
                return Long.MAX_VALUE;
            }
            long end = edges.ends[ended];
            return started < edges.size ? Math.min(edges.starts[started], end) : end;
        }

        private void passTo(long time) {
            while (started < edges.size && edges.starts[started] <= time) {
                started++;
            }
            while (ended < edges.size && edges.ends[ended] <= time) {
                ended++;
            }
        }

        private int open() {
            return started - ended;
        }
    }

    /** Takes one run of time in which nothing begins or ends. */
    @FunctionalInterface
    public interface Run {

        /**
         * One run.
         *
         * @param fromNanos when it begins, in nanoseconds since 1970
         * @param toNanos when it ends; later
         * @param pinned how many pins lose a carrier
         * @param waiting how many waits pin, for which the JVM may have added a carrier
         */
        void accept(long fromNanos, long toNanos, int pinned, int waiting);
    }

    /** Passes on all time from the first beginning to the last end, in order. */
    public void forEach(Run run) {
        Cursor pinned = new Cursor(pins);
        Cursor waiting = new Cursor(waits);
        long from = Math.min(pinned.next(), waiting.next());
        while (from != Long.MAX_VALUE) {
            pinned.passTo(from);
            waiting.passTo(from);
            long to = Math.min(pinned.next(), waiting.next());
            if (to != Long.MAX_VALUE) {
                run.accept(from, to, pinned.open(), waiting.open());
            }
            from = to;
        }
    }

    /** Whether pins and waits hold all carriers that the pool may have, so that none can be added. */
    public boolean isFull(int pinned, int waiting) {
        return maximum > 0 && pinned + waiting >= maximum;
    }

    /** How many carriers are held: a wait counts where no carrier could be added for it. */
    public int level(int pinned, int waiting) {
        return isFull(pinned, waiting) ? pinned + waiting : pinned;
    }

    /** The most carriers that are held at once; at least so many where not all pins were retained one by one. */
    public long most() {
        long[] most = {0};
        forEach((from, to, pinned, waiting) -> most[0] = Math.max(most[0], level(pinned, waiting)));
        forEachStep((from, to, sum) -> most[0] = Math.max(most[0], level(from, to, sum)));
        return most[0];
    }

    /** What the waits are for which the JVM may have added a carrier. */
    public Waits waits() {
        return waitsAre;
    }

    /** Whether there are no pins that were added one by one. */
    public boolean isEmpty() {
        return pins.size + waits.size == 0;
    }

    /** When the first pin or wait begins. */
    public long fromNanos() {
        return Math.min(new Cursor(pins).next(), new Cursor(waits).next());
    }

    /** When the last pin or wait ends. */
    public long toNanos() {
        return Math.max(
                pins.size == 0 ? Long.MIN_VALUE : pins.ends[pins.size - 1],
                waits.size == 0 ? Long.MIN_VALUE : waits.ends[waits.size - 1]);
    }

    /**
     * All pins by steps of time, where some were too many to be retained one by one; empty where all were.
     *
     * @param run takes, for each step, what all pins together cover of it
     */
    public void forEachStep(Timeline.Run run) {
        if (shorter.count() == 0) {
            return;
        }
        Timeline all = new Timeline(STEPS);
        all.addAll(shorter.timeline());
        forEach((from, to, pinned, waiting) -> {
            for (int i = 0; i < level(pinned, waiting); i++) {
                all.add(from, to);
            }
        });
        all.forEach(run);
    }

    /** How many intervals overlap in a step at least: their average, upwards. */
    public static long level(long from, long to, long sumNanos) {
        return (long) Math.ceil((double) sumNanos / (to - from) - ROUNDING);
    }

    /** The pins that were too many to be retained one by one; they are in no run, but in the steps. */
    public Shorter shorter() {
        return shorter;
    }
}
