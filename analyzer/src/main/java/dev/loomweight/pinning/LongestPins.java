package dev.loomweight.pinning;

import dev.loomweight.fold.Selection;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When the longest pins were, and of which stack, in bounded memory: enough to name what fills a window. Which ones are
 * retained does not depend on the order: of equal durations at the limit, none is.
 */
final class LongestPins {

    private static final int MOST = 1 << 18;

    private long[] starts = new long[16];
    private long[] lengths = new long[16];
    private @Nullable PinGroup[] groups = new @Nullable PinGroup[16];
    private int size;
    // Longer ones are all there.
    private long limit;

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

    /** Adds a pin, by its beginning in nanoseconds since 1970 and its length. */
    void add(long start, long nanos, PinGroup group) {
        if (nanos <= limit) {
            return;
        }
        if (size == starts.length) {
            if (size == 2 * MOST) {
                cut();
                if (nanos <= limit) {
                    return;
                }
            } else {
                resize(2 * size);
            }
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
    void addAll(LongestPins other, IdentityHashMap<PinGroup, PinGroup> ours) {
        limit = Math.max(limit, other.limit);
        other.forEachKept((from, to, group) -> {
            PinGroup same = ours.get(group);
            if (same != null) {
                add(from, to - from, same);
            }
        });
        drop();
    }

    /** Passes on those that are retained in any order of adding, in no order. */
    void forEach(Each each) {
        long canonical = limitFor(MOST);
        forEachKept((from, to, group) -> {
            if (to - from > canonical) {
                each.accept(from, to, group);
            }
        });
    }

    private void forEachKept(Each each) {
        for (int i = 0; i < size; i++) {
            each.accept(starts[i], starts[i] + lengths[i], Objects.requireNonNull(groups[i]));
        }
    }

    private void resize(int to) {
        starts = Arrays.copyOf(starts, to);
        lengths = Arrays.copyOf(lengths, to);
        groups = Arrays.copyOf(groups, to);
    }

    private void cut() {
        limit = limitFor(MOST);
        drop();
    }

    /** The smallest limit that leaves at most that many. */
    private long limitFor(int most) {
        if (size <= most) {
            return limit;
        }
        return Selection.select(Arrays.copyOf(lengths, size), size - most - 1);
    }

    private void drop() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (lengths[i] > limit) {
                starts[kept] = starts[i];
                lengths[kept] = lengths[i];
                groups[kept] = groups[i];
                kept++;
            }
        }
        Arrays.fill(groups, kept, size, null);
        size = kept;
    }
}
