package dev.loomweight.query;

import dev.loomweight.query.Step.Aggregate;
import dev.loomweight.query.Step.Function;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** One figure of each group. */
final class Aggregation {

    private final Aggregate aggregate;
    private final Field field;
    private final List<IntArrayList> groups;

    private Aggregation(Aggregate aggregate, Field field, List<IntArrayList> groups) {
        this.aggregate = aggregate;
        this.field = field;
        this.groups = groups;
    }

    /**
     * Computes the figure.
     *
     * @param groups the rows of each group
     * @throws QueryException if the function does not apply to the field
     */
    static Field of(Aggregate aggregate, Relation rows, List<IntArrayList> groups) {
        if (aggregate.field() == null) {
            return Field.whole(
                    aggregate.name(),
                    Kind.COUNT,
                    groups.stream().mapToLong(IntArrayList::size).toArray());
        }
        Field field = rows.field(Objects.requireNonNull(aggregate.field()));
        return new Aggregation(aggregate, field, groups).figures();
    }

    private Field figures() {
        return switch (aggregate.function()) {
            case COUNT -> whole(Kind.COUNT, present -> present.length);
            case DISTINCT -> whole(Kind.COUNT, this::distinct);
            case FIRST, LAST, MIN, MAX -> chosen();
            case SUM -> {
                mustBeNumber();
                yield field.kind().isWhole() ? whole(field.kind(), this::sum) : fraction(this::fractionSum);
            }
            case AVG -> {
                mustBeNumber();
                double[] means = groups.stream()
                        .map(this::present)
                        .mapToDouble(this::mean)
                        .toArray();
                yield meanField(field, means).named(aggregate.name());
            }
            case MEDIAN, P -> {
                mustBeNumber();
                yield field.kind().isWhole()
                        ? whole(
                                field.kind(),
                                present -> present.length == 0 ? Long.MIN_VALUE : (long) percentile(present))
                        : fraction(present -> present.length == 0 ? Double.NaN : percentile(present));
            }
        };
    }

    private void mustBeNumber() {
        if (!field.kind().isSummable()) {
            throw new QueryException(
                    aggregate.token().text() + " needs numbers, and " + field.name() + " is a " + field.kind()
                            + "; count, distinct, min, max, first and last take any field",
                    aggregate.token());
        }
    }

    private Field whole(Kind kind, ToLongFunction<int[]> figure) {
        return Field.whole(
                aggregate.name(),
                kind,
                groups.stream().map(this::present).mapToLong(figure).toArray());
    }

    private Field fraction(ToDoubleFunction<int[]> figure) {
        return Field.fraction(
                aggregate.name(),
                field.kind() == Kind.RATIO ? Kind.RATIO : Kind.NUMBER,
                groups.stream().map(this::present).mapToDouble(figure).toArray());
    }

    /** The rows of a group that have a value. */
    private int[] present(IntArrayList group) {
        return group.intStream().filter(row -> !field.isAbsent(row)).toArray();
    }

    private long distinct(int[] rows) {
        LongOpenHashSet values = new LongOpenHashSet();
        for (int row : rows) {
            values.add(field.key(row));
        }
        return values.size();
    }

    private long sum(int[] rows) {
        long sum = 0;
        for (int row : rows) {
            long value = field.whole(row);
            if (value > 0 ? sum > Long.MAX_VALUE - value : sum < Long.MIN_VALUE - value + 1) {
                throw new QueryException(
                        "the sum of " + field.name()
                                + " does not fit in 64 bits; exclude implausible values with where",
                        aggregate.token());
            }
            sum += value;
        }
        return sum;
    }

    private double fractionSum(int[] rows) {
        return Arrays.stream(rows).mapToDouble(field::number).sum();
    }

    private double mean(int[] rows) {
        return Arrays.stream(rows).mapToDouble(field::number).average().orElse(Double.NaN);
    }

    /** Means of a field, in its unit: durations and sizes as whole numbers; NaN is a missing one. */
    static Field meanField(Field field, double[] means) {
        Kind kind = field.kind();
        return kind == Kind.NANOS || kind == Kind.BYTES
                ? Field.whole(
                        field.name(),
                        kind,
                        Arrays.stream(means)
                                .mapToLong(mean -> Double.isNaN(mean) ? Long.MIN_VALUE : Math.round(mean))
                                .toArray())
                : Field.fraction(field.name(), kind == Kind.RATIO ? kind : Kind.NUMBER, means);
    }

    /**
     * The place of a percentile among sorted values, by nearest rank: the first that at least so many percent of all values
     * do not exceed.
     *
     * @param percent from 0 to 100
     * @param count how many values there are, at least 1
     */
    static int rank(double percent, int count) {
        return Math.max(0, (int) Math.ceil(percent / 100 * count) - 1);
    }

    private double percentile(int[] rows) {
        double percent = aggregate.function() == Function.MEDIAN ? 50 : aggregate.percentile();
        double[] values =
                Arrays.stream(rows).mapToDouble(field::number).sorted().toArray();
        return values[rank(percent, values.length)];
    }

    // A group without values shows the missing value of its first row.
    private Field chosen() {
        if (groups.stream().allMatch(IntArrayList::isEmpty)) {
            return field.absent();
        }
        return field.rows(groups.stream().mapToInt(this::chosen).toArray());
    }

    private int chosen(IntArrayList group) {
        int[] present = present(group);
        int chosen = present.length == 0 ? group.getInt(0) : present[0];
        for (int row : present) {
            chosen = switch (aggregate.function()) {
                case LAST -> row;
                case MIN -> field.compare(row, chosen) < 0 ? row : chosen;
                case MAX -> field.compare(row, chosen) > 0 ? row : chosen;
                default -> chosen;
            };
        }
        return chosen;
    }
}
