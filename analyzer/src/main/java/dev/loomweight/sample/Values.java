package dev.loomweight.sample;

/** Values of events that decoders have to look for below the event itself. */
final class Values {

    private Values() {}

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
