package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Selection;
import dev.loomweight.fold.Timeline;
import dev.loomweight.pins.scheduler.Occupancy;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.pins.scheduler.Steps;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When the pins of one process were, and of which stack: each to the nanosecond, up to a number of them. Of more, the
 * longest are retained, and the shorter ones only as sums over steps of time. Which ones are retained does not depend on
 * the order: of equal durations at the limit, none is. A pin takes 20 bytes.
 */
final class PinTimes {

    private static final int MAX_PINS = 1 << 20;
    private static final int OMITTED_STEPS = 1 << 18;

    // So that differences of times fit in a long: 1933 to 2189, which damaged recordings can exceed.
    private static final long EARLIEST = -(1L << 60);
    private static final long LATEST = (1L << 62) + (1L << 61);

    private final int most;
    private long[] starts = new long[16];
    private long[] lengths = new long[16];
    private @Nullable PinGroup[] groups = new @Nullable PinGroup[16];
    private int size;
    // Longer ones are all there.
    private long limit;
    private final Map<Pins.Lane, Omitted> omitted = new EnumMap<>(Pins.Lane.class);

    PinTimes() {
        this(MAX_PINS);
    }

    /** @param most how many pins are retained */
    PinTimes(int most) {
        this.most = most;
    }

    /** Takes one pin. */
    @FunctionalInterface
    interface Each {

        /**
         * One pin.
         *
         * @param fromNanos when it began, in nanoseconds since 1970
         * @param toNanos when it ended
         * @param group whose it is
         */
        void accept(long fromNanos, long toNanos, PinGroup group);
    }

    /** What was not retained, of one lane. */
    private static final class Omitted {
        private final Timeline timeline = new Timeline(OMITTED_STEPS);
        private long count;

        private void add(long start, long nanos) {
            timeline.add(start, start + nanos);
            count++;
        }

        private void addAll(Omitted other) {
            timeline.addAll(other.timeline);
            count += other.count;
        }
    }

    /** Adds a pin, by its beginning in nanoseconds since 1970 and its length; an empty or negative one is ignored. */
    void add(long start, long nanos, PinGroup group) {
        if (nanos <= 0) {
            return;
        }
        long from = Math.clamp(start, EARLIEST, LATEST);
        long to = nanos > LATEST - from ? LATEST : from + nanos;
        if (to > from) {
            append(from, to - from, group);
        }
    }

    private void append(long start, long nanos, PinGroup group) {
        if (nanos <= limit) {
            omit(start, nanos, group.lane(), omitted);
            return;
        }
        if (size == starts.length) {
            if (size >= most + most / 4) {
                cut();
                append(start, nanos, group);
                return;
            }
            resize((int) Math.min(2L * size, most + most / 4));
        }
        starts[size] = start;
        lengths[size] = nanos;
        groups[size] = group;
        size++;
    }

    /**
     * Adds all of the other, which is not changed.
     *
     * @param ours for each group of the other, the one that stands for it here
     */
    void addAll(PinTimes other, IdentityHashMap<PinGroup, PinGroup> ours) {
        other.omitted.forEach((lane, rest) ->
                omitted.computeIfAbsent(lane, key -> new Omitted()).addAll(rest));
        if (other.limit > limit) {
            limit = other.limit;
            drop();
        }
        for (int i = 0; i < other.size; i++) {
            PinGroup same = ours.get(other.groups[i]);
            if (same != null) {
                append(other.starts[i], other.lengths[i], same);
            }
        }
    }

    /** Whether it has none. */
    boolean isEmpty() {
        return size == 0 && omitted.isEmpty();
    }

    /** Passes on those that are retained in any order of adding, in no order. */
    void forEach(Each each) {
        long canonical = limitFor();
        for (int i = 0; i < size; i++) {
            if (lengths[i] > canonical) {
                each.accept(starts[i], starts[i] + lengths[i], Objects.requireNonNull(groups[i]));
            }
        }
    }

    /** The shorter pins of some lanes, which {@link #forEach} does not pass on. */
    Occupancy.Shorter shorter(Set<Pins.Lane> of) {
        long canonical = limitFor();
        if (canonical == 0) {
            return Occupancy.Shorter.NONE;
        }
        Map<Pins.Lane, Omitted> last = new EnumMap<>(Pins.Lane.class);
        for (int i = 0; i < size; i++) {
            if (lengths[i] <= canonical) {
                omit(starts[i], lengths[i], Objects.requireNonNull(groups[i]).lane(), last);
            }
        }
        Omitted all = new Omitted();
        List.of(omitted, last)
                .forEach(some -> some.forEach((lane, rest) -> {
                    if (of.contains(lane)) {
                        all.addAll(rest);
                    }
                }));
        return new Occupancy.Shorter(all.count, canonical, all.timeline);
    }

    /**
     * The carriers that its pins hold.
     *
     * @param lost the lanes whose pins lose a carrier
     * @param compensated the lanes for which the JVM may add one, within the pool's maximum
     * @param pool the number of carriers, and the most that there may be
     * @param sizes the most carriers that there can have been at each time
     */
    Occupancy occupancy(Set<Pins.Lane> lost, Set<Pins.Lane> compensated, Parallelism pool, Steps sizes) {
        Occupancy.Builder all = new Occupancy.Builder();
        forEach((from, to, group) -> {
            if (lost.contains(group.lane())) {
                all.pin(from, to);
            } else if (compensated.contains(group.lane())) {
                all.await(from, to);
            }
        });
        Set<Pins.Lane> both = EnumSet.copyOf(lost);
        both.addAll(compensated);
        return all.build(pool, sizes, shorter(both));
    }

    private static void omit(long start, long nanos, Pins.Lane lane, Map<Pins.Lane, Omitted> into) {
        into.computeIfAbsent(lane, key -> new Omitted()).add(start, nanos);
    }

    private void resize(int to) {
        starts = Arrays.copyOf(starts, to);
        lengths = Arrays.copyOf(lengths, to);
        groups = Arrays.copyOf(groups, to);
    }

    private void cut() {
        limit = limitFor();
        drop();
    }

    /** The smallest limit that leaves at most as many as may be retained. */
    private long limitFor() {
        return size <= most ? limit : Selection.select(Arrays.copyOf(lengths, size), size - most - 1);
    }

    private void drop() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (lengths[i] > limit) {
                starts[kept] = starts[i];
                lengths[kept] = lengths[i];
                groups[kept] = groups[i];
                kept++;
            } else {
                omit(starts[i], lengths[i], Objects.requireNonNull(groups[i]).lane(), omitted);
            }
        }
        Arrays.fill(groups, kept, size, null);
        size = kept;
    }
}
