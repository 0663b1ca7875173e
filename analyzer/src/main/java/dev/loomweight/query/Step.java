package dev.loomweight.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One step of a pipeline. The words of all of them are in {@link StepKeyword}. */
sealed interface Step {

    /** Only rows that pass. */
    record Where(Condition condition) implements Step {}

    /**
     * One row per group.
     *
     * @param bucket the length of the time buckets that rows are sorted into first, or null
     * @param keys what makes a group; where there is neither, all rows are one
     * @param aggregates what is computed of each
     */
    record Group(@Nullable Bucket bucket, List<FieldName> keys, List<Aggregate> aggregates) implements Step {}

    /**
     * Buckets of time.
     *
     * @param nanos how long each is, in nanoseconds
     * @param field the field of time, or null for the start of an event
     * @param token where the length stands
     */
    record Bucket(long nanos, @Nullable FieldName field, Token token) {}

    /**
     * One figure of a group.
     *
     * @param function what is computed
     * @param percentile which, from 0 to 100, where that is asked for
     * @param field of what, or null where rows are counted
     * @param name what the figure is called
     * @param token where the function stands
     */
    record Aggregate(
            Function function, double percentile, @Nullable FieldName field, String name, Token token) {}

    /** What can be computed of a group. */
    enum Function {
        /** The number of rows, or of rows with a value. */
        COUNT,
        /** The sum. */
        SUM,
        /** The arithmetic mean. */
        AVG,
        /** The least. */
        MIN,
        /** The largest. */
        MAX,
        /** The value in the middle. */
        MEDIAN,
        /** The number of distinct values. */
        DISTINCT,
        /** The value of the first row. */
        FIRST,
        /** The value of the last row. */
        LAST,
        /** A percentile, by nearest rank. */
        P
    }

    /** By some fields. */
    record Sort(List<Key> keys) implements Step {}

    /** One row for each field, with the distribution of its values. */
    record Summarize() implements Step {}

    /** One row for each field, with its type and how many values it has. */
    record Describe() implements Step {}

    /** Counts of pairs of values: those of one field as rows, those of another as columns. */
    record Crosstab(FieldName rows, FieldName columns) implements Step {}

    /** One field to sort by. */
    record Key(FieldName field, boolean descending) {}

    /** The first so many rows, or those with the largest values of a field. */
    record Top(int most, @Nullable FieldName field) implements Step {}

    /** Some fields, perhaps under other names. */
    record Select(List<Chosen> fields) implements Step {}

    /** A field and the name that it gets. */
    record Chosen(FieldName field, String as) {}

    /** Each different row once, by some fields or by all. */
    record Distinct(List<FieldName> fields) implements Step {}

    /**
     * The rows of another pipeline with the same value beside each row.
     *
     * @param other what to look in
     * @param left the field here
     * @param right the field there
     */
    record Join(Pipeline other, FieldName left, FieldName right) implements Step {}
}
