package dev.loomweight.input.recording.reader.chunk;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects by number, without an object for the number.
 *
 * @param <V> the objects
 */
final class LongMap<V> {

    // One more than the index in the list: 0 is an empty slot.
    private final LongTable numbers = new LongTable();
    private final List<V> values = new ArrayList<>();

    /** The value of a key, or null where it has none. */
    @Nullable
    V get(long key) {
        int number = (int) numbers.get(key);
        return number == 0 ? null : values.get(number - 1);
    }

    /** Sets the value of a key. */
    void put(long key, V value) {
        int number = (int) numbers.get(key);
        if (number == 0) {
            values.add(value);
            numbers.putIfAbsent(key, values.size());
        } else {
            values.set(number - 1, value);
        }
    }
}
