package dev.loomweight.query;

/** What the values of a field are, and so how they are compared, summed and shown. */
public enum Kind {
    /** A length of time, in nanoseconds. */
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
    /** Words. */
    TEXT("text");

    private final String word;

    Kind(String word) {
        this.word = word;
    }

    /** Whether values are kept as whole numbers. */
    boolean isWhole() {
        return this == NANOS || this == BYTES || this == COUNT || this == ID || this == TIME;
    }

    /** Whether values can be added up. */
    boolean isSummable() {
        return this != TEXT && this != TIME;
    }

    /** The word for it, as {@code fields} shows it. */
    @Override
    public String toString() {
        return word;
    }
}
