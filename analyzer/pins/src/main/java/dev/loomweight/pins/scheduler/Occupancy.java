package dev.loomweight.pins.scheduler;

import dev.loomweight.fold.Timeline;
import dev.loomweight.sample.Coverage.Span;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How many carriers of one process pins hold, over time, to the nanosecond: by the beginnings and the ends of the pins,
 * each sorted. The difference of their counts up to a moment is the number of pins that hold a carrier then.
 */
public final class Occupancy {

    private static final int STEPS = 1 << 18;
    private static final double ROUNDING = 1e-6;

    private final Edges pins;
    private final Edges waits;
    private final long carriers;
    // What sources say of the number of carriers at a time, and that with the most that the pool may ever have.
    private final Steps sized;
    private final Steps most;
    private final Waits waitsAre;
    private final Shorter shorter;
    // Until it is asked for.
    private @Nullable Passed passed;

    private Occupancy(Edges pins, Edges waits, long carriers, Steps sized, long maximum, Waits are, Shorter shorter) {
        this.pins = pins;
        this.waits = waits;
        this.carriers = carriers;
        this.sized = sized;
        this.most = maximum > 0 ? sized.min(Steps.always(maximum)) : sized;
        this.waitsAre = are;
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
     * @param timeline what they cover; null where there are none
     */
    public record Shorter(
            long count, long mostNanos, @Nullable Timeline timeline) {

        /** All pins are retained one by one. */
        public static final Shorter NONE = new Shorter(0, 0, null);

        /** How long a step of the timeline is, in nanoseconds. */
        public long stepNanos() {
            return timeline == null ? Timeline.FINEST_NANOS : timeline.stepNanos();
        }

        /** Passes on what they cover, by steps of time. */
        public void forEach(Timeline.Run run) {
            if (timeline != null) {
                timeline.forEach(run);
            }
        }
    }

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
         * @param sizes the most carriers that there can have been at each time, where sources say so
         * @param shorter those that were not added one by one
         */
        public Occupancy build(Parallelism pool, Steps sizes, Shorter shorter) {
            long maximum = pool.maximum().orElse(0);
            long carriers = pool.carriers().orElse(0);
            boolean fixed = pool.pool().isFixed();
            Waits are =
                    waits.size == 0 ? Waits.NONE : fixed ? Waits.PINS : maximum > 0 ? Waits.BOUNDED : Waits.UNBOUNDED;
            Edges apart = fixed ? new Edges() : waits;
            if (fixed) {
                pins.addAll(waits);
            }
            pins.sort();
            apart.sort();
            long stated = pool.stated();
            Steps sized = fixed ? sizes.min(Steps.always(maximum)) : sizes;
            Occupancy all = new Occupancy(pins, apart, carriers, sized, maximum, are, shorter);
            // What the user says cannot be so where more were held at once.
            return stated == 0 || all.mostHeld() > stated
                    ? all
                    : new Occupancy(pins, apart, carriers, sized.min(Steps.always(stated)), maximum, are, shorter);
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

        private int passTo(long time) {
            int before = started + ended;
            while (started < edges.size && edges.starts[started] <= time) {
                started++;
            }
            while (ended < edges.size && edges.ends[ended] <= time) {
                ended++;
            }
            return started + ended - before;
        }

        private int open() {
            return started - ended;
        }
    }

    /**
     * One run of time in which nothing begins or ends.
     *
     * @param fromNanos when it begins, in nanoseconds since 1970
     * @param toNanos when it ends; later
     * @param pinned how many pins lose a carrier
     * @param waiting how many waits pin, for which the JVM may have added a carrier
     * @param most the most carriers that there can have been; {@link Steps#UNBOUNDED} where that is not known
     * @param through how many of the pins that lose a carrier neither begin nor end at its beginning
     * @param edges how many pins and waits begin or end at its beginning
     */
    public record Run(long fromNanos, long toNanos, int pinned, int waiting, long most, int through, int edges) {

        /** How many carriers are held. */
        public long held() {
            return (long) pinned + waiting;
        }

        /** How long it is, in nanoseconds. */
        public long nanos() {
            return toNanos - fromNanos;
        }
    }

    /** Passes on all time from the first beginning to the last end, in order. */
    public void forEach(Consumer<Run> to) {
        Cursor pinned = new Cursor(pins);
        Cursor waiting = new Cursor(waits);
        Steps.Walk bound = most.new Walk();
        long from = Math.min(pinned.next(), waiting.next());
        while (from != Long.MAX_VALUE) {
            int before = pinned.open();
            int ended = pinned.ended;
            int passed = pinned.passTo(from) + waiting.passTo(from);
            int through = before - (pinned.ended - ended);
            long end = Math.min(pinned.next(), waiting.next());
            if (end == Long.MAX_VALUE) {
                return;
            }
            for (long at = from; at < end; ) {
                long carriersThen = bound.at(at);
                long next = Math.min(end, bound.next());
                to.accept(new Run(
                        at,
                        next,
                        pinned.open(),
                        waiting.open(),
                        carriersThen,
                        at == from ? through : pinned.open(),
                        at == from ? passed : 0));
                at = next;
            }
            from = end;
        }
    }

    /**
     * Whether pins and waits hold all carriers that there can have been, and as many as run at once, so that none can be
     * made: no other virtual thread can run.
     */
    public boolean isFull(Run run) {
        return run.most != Steps.UNBOUNDED && run.held() >= Math.max(run.most, carriers);
    }

    /** Whether a source has the number of carriers at that time, and not only the most that the pool may ever have. */
    boolean isSized(Run run) {
        return sized.most(run.fromNanos, run.fromNanos) != Steps.UNBOUNDED;
    }

    /** The most carriers that there can have been within a time; {@link Steps#UNBOUNDED} where that is not known. */
    long most(long from, long to) {
        return most.most(from, to - 1);
    }

    /** What one walk over all of its time shows. */
    private static final class Passed {
        private final Maxima.Builder maxima;
        private long mostHeld;
        // Of carriers beyond those that run at once.
        private double beyondNanos;

        private Passed(Maxima.Builder maxima) {
            this.maxima = maxima;
        }

        private void add(long from, long to, long held) {
            mostHeld = Math.max(mostHeld, held);
            maxima.add(from, to, held);
        }
    }

    private Passed passed() {
        Passed known = passed;
        if (known == null) {
            boolean empty = isEmpty();
            Passed walk = new Passed(new Maxima.Builder(empty ? 0 : fromNanos(), empty ? 1 : toNanos(), 1));
            boolean all = shorter.count() == 0;
            forEach(run -> {
                walk.add(run.fromNanos(), run.toNanos(), run.held());
                walk.beyondNanos += all ? (double) Math.max(0, run.held() - carriers) * run.nanos() : 0;
            });
            forEachStep((from, to, sum) -> {
                walk.add(from, to, level(from, to, sum));
                walk.beyondNanos += Math.max(0, sum - (double) carriers * (to - from));
            });
            known = walk;
            passed = walk;
        }
        return known;
    }

    /** The most carriers that are held at once; at least so many where not all pins were retained one by one. */
    public long mostHeld() {
        return passed().mostHeld;
    }

    /**
     * The time of the carriers over some time.
     *
     * @param leastNanos the least that it can be: of as many as run at once, and of those that were held beyond
     * @param mostNanos the most that it can be, or {@link Double#POSITIVE_INFINITY} where that is not known
     * @param most the most carriers that there can have been at a time, or {@link Steps#UNBOUNDED}
     */
    public record Time(double leastNanos, double mostNanos, long most) {}

    /**
     * The time of the carriers while it was recorded.
     *
     * @param recorded when that was, in the order of time, at least one; no two overlap
     */
    public Time time(List<Span> recorded) {
        double least = passed().beyondNanos;
        double sizes = 0;
        long highest = 0;
        for (Span one : recorded) {
            least += (double) carriers * (one.toNanos() - one.fromNanos());
            sizes += sized.integral(one.fromNanos(), one.toNanos(), carriers);
            highest = Math.max(highest, sized.most(one.fromNanos(), one.toNanos()));
        }
        return new Time(least, Math.max(least, sizes), highest);
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
        if (shorter.timeline == null || shorter.count == 0) {
            return;
        }
        Timeline all = new Timeline(STEPS);
        all.addAll(shorter.timeline);
        forEach(held -> {
            for (int i = 0; i < held.held(); i++) {
                all.add(held.fromNanos, held.toNanos);
            }
        });
        all.forEach(run);
    }

    /** The most carriers that are held in each interval of time; no interval where no pins were added one by one. */
    public Maxima maxima() {
        return isEmpty() ? Maxima.NONE : passed().maxima.build();
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
