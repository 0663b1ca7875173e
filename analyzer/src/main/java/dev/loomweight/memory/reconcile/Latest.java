package dev.loomweight.memory.reconcile;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The latest of the values that a recording samples, whatever the order in which they come.
 *
 * @param <T> the sample
 */
final class Latest<T> {

    private @Nullable Instant time;
    private @Nullable T value;

    /** Keeps it if it is later than what is kept; of two of one time, the choice does not depend on their order. */
    void add(Instant when, T sample) {
        int order = time == null ? 1 : when.compareTo(time);
        if (order > 0 || (order == 0 && String.valueOf(sample).compareTo(String.valueOf(value)) > 0)) {
            time = when;
            value = sample;
        }
    }

    void merge(Latest<T> other) {
        if (other.time != null && other.value != null) {
            add(other.time, other.value);
        }
    }

    @Nullable
    T get() {
        return value;
    }
}
