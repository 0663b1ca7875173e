package dev.loomweight.fold;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The longest of some things, in bounded memory. Which ones are retained does not depend on the order of adding: of equal
 * lengths at the limit, none is.
 *
 * @param <T> what has a length
 */
public final class Longest<T> {

    private final int most;
    private final ToLongFunction<T> length;
    private List<T> all = new ArrayList<>();
    // Longer ones are all there.
    private long limit = -1;

    /**
     * None yet.
     *
     * @param most how many are retained
     * @param length the length of one, not negative
     */
    public Longest(int most, ToLongFunction<T> length) {
        this.most = most;
        this.length = length;
    }

    /** Takes one with whether it is retained in any order of adding. */
    @FunctionalInterface
    public interface Each<T> {

        /** One. */
        void accept(T one, boolean kept);
    }

    /** Adds one; those that are too many are handed over. */
    public void add(T one, Consumer<T> dropped) {
        if (length.applyAsLong(one) <= limit) {
            dropped.accept(one);
            return;
        }
        all.add(one);
        if (all.size() > 2 * most) {
            limit = canonicalLimit();
            drop(dropped);
        }
    }

    /** Adds all of the other, which is not changed; those that are too many are handed over. */
    public void addAll(Longest<T> other, Consumer<T> dropped) {
        if (other.limit > limit) {
            limit = other.limit;
            drop(dropped);
        }
        other.all.forEach(one -> add(one, dropped));
    }

    private void drop(Consumer<T> dropped) {
        List<T> kept = new ArrayList<>();
        for (T one : all) {
            if (length.applyAsLong(one) > limit) {
                kept.add(one);
            } else {
                dropped.accept(one);
            }
        }
        all = kept;
    }

    /** The smallest limit that leaves at most as many as are retained in any order of adding. */
    private long canonicalLimit() {
        if (all.size() <= most) {
            return limit;
        }
        long[] lengths = all.stream().mapToLong(length).toArray();
        return Selection.select(lengths, lengths.length - most - 1);
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether one of that length can be among those that are retained. */
    public boolean keeps(long ofLength) {
        return ofLength > limit;
    }

    /** Passes on all that are there, in no order. */
    public void forEach(Each<T> to) {
        long shortest = canonicalLimit();
        all.forEach(one -> to.accept(one, length.applyAsLong(one) > shortest));
    }
}
