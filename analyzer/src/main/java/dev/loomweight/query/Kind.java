package dev.loomweight.query;

/** The kind of a field's values, which decides how they are compared, summed and shown. */
public enum Kind {
    /** A duration, in nanoseconds. */
    NANOS("duration"),
    /** An amount of memory or data, in bytes. */
    BYTES("size"),
    /** A whole number. */
    COUNT("number"),
    /** A whole number that names something: a line, a process, a thread. */
    ID("number"),
    /** A number with a fraction. */
    NUMBER("fraction"),
    /** A part of a whole: 1.0 is 100 %. */
    RATIO("ratio"),
    /** A point in time, in nanoseconds since 1970. */
    TIME("time"),
    /** Text. */
    TEXT("text"),
    /** A kind of its own in each row, as in a summary of fields. */
    MIXED("value");

    private final String word;

    Kind(String word) {
        this.word = word;
    }

    /** The unit of its raw values, or an empty text. */
    public String unit() {
        return switch (this) {
            case NANOS -> "ns";
            case BYTES -> "bytes";
            default -> "";
        };
    }

    /** Whether values are kept as whole numbers. */
    boolean isWhole() {
        return this == NANOS || this == BYTES || this == COUNT || this == ID || this == TIME;
    }

    /** Whether values can be added up. */
    boolean isSummable() {
        return this != TEXT && this != TIME && this != MIXED;
    }

    /** Its name, as {@code fields} and {@code describe} show it. */
    @Override
    public String toString() {
        return word;
    }
}
