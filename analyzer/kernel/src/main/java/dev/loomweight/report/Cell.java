package dev.loomweight.report;

import dev.loomweight.amount.Quantity;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.function.LongFunction;

/** One typed value of a table. Renderers decide how it looks. */
public sealed interface Cell {

    /** An amount of memory, in bytes; negative for a decrease. */
    record Bytes(long value) implements Cell {
        @Override
        public String keySuffix() {
            return "Bytes";
        }
    }

    /** A length of time, in nanoseconds. */
    record Nanos(long value) implements Cell {
        @Override
        public String keySuffix() {
            return "Nanos";
        }
    }

    /** A number of things. */
    record Count(long value) implements Cell {
        @Override
        public String keySuffix() {
            return "Count";
        }
    }

    /** A number that names something, such as a line of source, a process or a thread: shown without grouping. */
    record Id(long value) implements Cell {}

    /** A part of a whole: 1.0 is 100 %. */
    record Ratio(double value) implements Cell {
        @Override
        public String keySuffix() {
            return "Ratio";
        }
    }

    /** A point in time. */
    record Time(Instant value) implements Cell {
        @Override
        public String keySuffix() {
            return "Time";
        }
    }

    /** Words. */
    record Text(String value) implements Cell {}

    /**
     * Words that lead to another file that is written next to this report.
     *
     * @param words what it is
     * @param file the path of that file from this one's folder, with slashes
     */
    record Link(String words, String file) implements Cell {

        /** @throws IllegalArgumentException if the path is not below the folder, or has signs that an address could */
        public Link {
            if (!file.matches("\\w[\\w.-]*(/\\w[\\w.-]*)*")) {
                throw new IllegalArgumentException("not the path of a file next to a report: " + file);
            }
        }
    }

    /**
     * A value that is not known.
     *
     * @param why a few words for a footnote, such as {@code JDK 21 has no System.map}; may be empty
     */
    record Absent(String why) implements Cell {}

    /** Its number in its own unit, to be drawn; empty for words, points in time, and what is absent or not finite. */
    default OptionalDouble number() {
        return switch (this) {
            case Bytes bytes -> OptionalDouble.of((double) bytes.value());
            case Nanos nanos -> OptionalDouble.of((double) nanos.value());
            case Count count -> OptionalDouble.of((double) count.value());
            case Id id -> OptionalDouble.of((double) id.value());
            case Ratio ratio ->
                Double.isFinite(ratio.value()) ? OptionalDouble.of(ratio.value()) : OptionalDouble.empty();
            case Time time -> OptionalDouble.empty();
            case Text text -> OptionalDouble.empty();
            case Link link -> OptionalDouble.empty();
            case Absent absent -> OptionalDouble.empty();
        };
    }

    /** What machine-readable forms add to the key of its column: the unit of its number, such as {@code Nanos}. */
    default String keySuffix() {
        return "";
    }

    /** A cell with words. */
    static Cell text(String value) {
        return new Text(value);
    }

    /** A cell with an amount of memory. */
    static Cell bytes(long value) {
        return new Bytes(value);
    }

    /** A cell with an amount of memory, or the reason why it is not known. */
    static Cell bytes(Quantity value) {
        return of(value, Bytes::new);
    }

    /** A cell with a length of time in nanoseconds, or the reason why it is not known. */
    static Cell nanos(Quantity value) {
        return of(value, Nanos::new);
    }

    /** A cell with a number of things, or the reason why it is not known. */
    static Cell count(Quantity value) {
        return of(value, Count::new);
    }

    private static Cell of(Quantity value, LongFunction<Cell> cell) {
        return value.isKnown() ? cell.apply(value.known()) : new Absent(value.reason());
    }

    /** A cell with a part of a whole, or the reason why it is not known. */
    static Cell ratio(OptionalDouble value, String why) {
        return value.isPresent() ? new Ratio(value.getAsDouble()) : new Absent(why);
    }

    /** A cell with a number of things. */
    static Cell count(long value) {
        return new Count(value);
    }

    /** A cell with a number that names something. */
    static Cell id(long value) {
        return new Id(value);
    }

    /** A cell whose value is not known. */
    static Cell absent(String why) {
        return new Absent(why);
    }
}
