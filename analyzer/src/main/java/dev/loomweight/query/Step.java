package dev.loomweight.query;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One step of a pipeline; {@link StepKeyword} has the keywords. */
sealed interface Step {

    /** Keeps the rows that satisfy a condition. */
    record Where(Condition condition) implements Step {}

    /**
     * One row per group.
     *
     * @param bucket the time buckets to group by first, or null
     * @param keys the fields to group by; without bucket and keys, all rows are one group
     * @param aggregates the figures of each group
     */
    record Group(@Nullable Bucket bucket, List<FieldName> keys, List<Aggregate> aggregates) implements Step {}

    /**
     * Time buckets.
     *
     * @param nanos their length, in nanoseconds
     * @param field the field of time, or null for the start of an event
     * @param token the position of the length
     */
    record Bucket(long nanos, @Nullable FieldName field, Token token) {}

    /**
     * One figure of a group.
     *
     * @param function the function
     * @param percentile the percentile, from 0 to 100, for {@link Function#P}
     * @param field its argument, or null where rows are counted
     * @param name the name of the figure
     * @param token the position of the function
     */
    record Aggregate(
            Function function, double percentile, @Nullable FieldName field, String name, Token token) {

        /** The same under another name. */
        Aggregate named(String other) {
            return new Aggregate(function, percentile, field, other, token);
        }
    }

    /** The functions of a group. */
    enum Function {
        /** The number of rows, or of rows with a value. */
        COUNT,
        /** The sum. */
        SUM,
        /** The arithmetic mean. */
        AVG,
        /** The smallest value. */
        MIN,
        /** The largest value. */
        MAX,
        /** The median, by nearest rank. */
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

    /** Sorts by some fields. */
    record Sort(List<Key> keys) implements Step {}

    /** One row for each field, with the distribution of its values. */
    record Summarize() implements Step {}

    /** One row for each field, with its type and how many values it has. */
    record Describe() implements Step {}

    /** Counts of pairs of values: those of one field as rows, those of another as columns. */
    record Crosstab(FieldName rows, FieldName columns) implements Step {}

    /** One field to sort by. */
    record Key(FieldName field, boolean descending) {}

    /** The first rows, or those with the largest values of a field. */
    record Top(int most, @Nullable FieldName field) implements Step {}

    /** Some fields and computed values, perhaps under other names. */
    record Select(List<Chosen> fields) implements Step {}

    /** A value and its new name; of a field that is not renamed, the name as it is written. */
    record Chosen(Expression value, String as) {

        /** Its field, where it is one that keeps its name. */
        Optional<FieldName> kept() {
            return value instanceof Expression.Named named
                            && as.equals(named.field().name())
                    ? Optional.of(named.field())
                    : Optional.empty();
        }
    }

    /** Each distinct row once, by some fields or by all. */
    record Distinct(List<FieldName> fields) implements Step {}

    /**
     * Joins the rows of another pipeline that have the same value of a field.
     *
     * @param other the other pipeline
     * @param left the field here
     * @param right the field there
     */
    record Join(Pipeline other, FieldName left, FieldName right) implements Step {}

    /**
     * Joins the rows of another pipeline that overlap in time.
     *
     * @param other the other pipeline
     * @param token where it says so
     */
    record Overlap(Pipeline other, Token token) implements Step {}

    /**
     * Counts values by buckets.
     *
     * @param field the field, or null for the one that stands to reason
     * @param most the greatest number of buckets
     * @param token the position of the step
     */
    record Histogram(@Nullable FieldName field, int most, Token token) implements Step {}
}
