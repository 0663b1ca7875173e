package dev.loomweight.memory;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The highest value of each slot of time, in bounded memory. A slot is one second long, and twice as long whenever there
 * would be more than {@value #MAX_SLOTS}. Time is divided from the epoch on, so that two that are merged are the same as one.
 *
 * @param <V> a value
 */
public final class TimeSlots<V> {

    /** The most slots that there are. */
    public static final int MAX_SLOTS = 512;

    private final BinaryOperator<V> higher;
    private TreeMap<Long, V> highest = new TreeMap<>();
    private long seconds = 1;

    /** @param higher the higher of two values, in whatever order they are given */
    public TimeSlots(BinaryOperator<V> higher) {
        this.higher = higher;
    }

    /** Adds the value of a second since 1970. */
    public void add(long second, V value) {
        highest.merge(Math.floorDiv(second, seconds), value, higher);
        while (highest.size() > MAX_SLOTS) {
            lengthen(2 * seconds);
        }
    }

    /** Adds all of the other, which is not changed. */
    public void merge(TimeSlots<V> other) {
        lengthen(other.seconds);
        other.highest.forEach((slot, value) -> add(slot * other.seconds, value));
    }

    /** Makes slots at least so long, in seconds: 1 or twice as often. */
    public void lengthen(long least) {
        while (seconds < least) {
            seconds *= 2;
            TreeMap<Long, V> longer = new TreeMap<>();
            highest.forEach((slot, value) -> longer.merge(Math.floorDiv(slot, 2L), value, higher));
            highest = longer;
        }
    }

    /** How long a slot is, in seconds. */
    public long seconds() {
        return seconds;
    }

    /** The highest values, in the order of time. */
    public Collection<V> values() {
        return Collections.unmodifiableCollection(highest.values());
    }

    /** The same, by the first second of their slots since 1970. */
    public SortedMap<Long, V> bySecond() {
        TreeMap<Long, V> all = new TreeMap<>();
        highest.forEach((slot, value) -> all.put(slot * seconds, value));
        return all;
    }
}
