package dev.loomweight.report;

import java.time.Instant;

/** One typed value of a table. Renderers decide how it looks. */
public sealed interface Cell {

    /** An amount of memory, in bytes; negative for a decrease. */
    record Bytes(long value) implements Cell {}

    /** A length of time, in nanoseconds. */
    record Nanos(long value) implements Cell {}

    /** A number of things. */
    record Count(long value) implements Cell {}

    /** A number that names something, such as a line of source, a process or a thread: shown without grouping. */
    record Id(long value) implements Cell {}

    /** A part of a whole: 1.0 is 100 %. */
    record Ratio(double value) implements Cell {}

    /** A point in time. */
    record Time(Instant value) implements Cell {}

    /** Words. */
    record Text(String value) implements Cell {}

    /**
     * Words that lead to another file which is written beside this report.
     *
     * @param words what it is
     * @param file the path of that file from this one's folder, with slashes
     */
    record Link(String words, String file) implements Cell {

        /** @throws IllegalArgumentException if the path is not below the folder, or has signs that an address could */
        public Link {
            if (!file.matches("\\w[\\w.-]*(/\\w[\\w.-]*)*")) {
                throw new IllegalArgumentException("no path of a file beside a report: " + file);
            }
        }
    }

    /**
     * A value that is not known.
     *
     * @param why a few words for a footnote, such as {@code JDK 21 has no System.map}; may be empty
     */
    record Absent(String why) implements Cell {}

    /** A cell with words. */
    static Cell text(String value) {
        return new Text(value);
    }

    /** A cell with an amount of memory. */
    static Cell bytes(long value) {
        return new Bytes(value);
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
