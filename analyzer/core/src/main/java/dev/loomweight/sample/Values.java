package dev.loomweight.sample;

import java.time.Duration;

/** Values of events that decoders have to look for below the event itself. */
final class Values {

    private Values() {}

    /**
     * How long an event lasted, in nanoseconds, not negative: an event that ends before it begins, by a clock that
     * jumped, lasted no time.
     *
     * @throws IllegalArgumentException if events of this type have no duration
     */
    static long durationOf(EventView event) {
        if (!event.has("duration")) {
            throw new IllegalArgumentException(event.typeName() + " has no field duration");
        }
        return Math.max(0, event.durationNanos());
    }

    /** A number in a field, or in a field of a field; -1 where the recording has null. */
    static long longAt(EventView event, String path) {
        return event.value(path) instanceof Number number ? number.longValue() : -1;
    }

    /**
     * A length of time in nanoseconds, rounded to microseconds: readers differ by a nanosecond where the recording has
     * ticks. 0 where the recording has none.
     */
    static long microsecondsAt(EventView event, String field) {
        return event.has(field) && event.value(field) instanceof Duration time
                ? Math.max(0, (time.toNanos() + 500) / 1000 * 1000)
                : 0;
    }

    /** A text; a question mark where the recording has null. */
    static String textAt(EventView event, String field) {
        String text = event.text(field);
        return text == null ? "?" : text;
    }
}
