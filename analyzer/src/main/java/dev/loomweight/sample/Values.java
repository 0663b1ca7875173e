package dev.loomweight.sample;

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

    /** A text; a question mark where the recording has null. */
    static String textAt(EventView event, String field) {
        String text = event.text(field);
        return text == null ? "?" : text;
    }
}
