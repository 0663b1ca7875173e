package dev.loomweight.query;

import dev.loomweight.query.Grouping.Members;
import dev.loomweight.query.Step.Aggregate;
import dev.loomweight.query.Step.Function;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.Objects;

/** One figure of each group. */
final class Aggregation {

    private final Aggregate aggregate;
    private final Field field;
    private final Members members;

    private Aggregation(Aggregate aggregate, Field field, Members members) {
        this.aggregate = aggregate;
        this.field = field;
        this.members = members;
    }

    /**
     * Computes the figure.
     *
     * @throws QueryException if the function does not apply to the field
     */
    static Field of(Aggregate aggregate, Relation rows, Members members) {
        if (aggregate.field() == null) {
            long[] counts = new long[members.groups()];
            Arrays.setAll(counts, group -> members.begins()[group + 1] - members.begins()[group]);
            return Field.whole(aggregate.name(), Kind.COUNT, counts);
        }
        Field field = rows.field(Objects.requireNonNull(aggregate.field()));
        return new Aggregation(aggregate, field, members).figures();
    }

    private Field figures() {
        return switch (aggregate.function()) {
            case COUNT, DISTINCT -> whole(Kind.COUNT, this::count);
            case FIRST, LAST, MIN, MAX -> chosen();
            case SUM -> {
                mustBeNumber();
                yield field.kind().isWhole() ? whole(field.kind(), this::sum) : fraction(this::fractionSum);
            }
            case AVG -> {
                mustBeNumber();
                double[] means = new double[members.groups()];
                Arrays.setAll(means, this::mean);
                yield meanField(field, means).named(aggregate.name());
            }
            case MEDIAN, P -> {
                mustBeNumber();
                yield field.kind().isWhole()
                        ? whole(field.kind(), group -> absent(group) ? Long.MIN_VALUE : (long) percentile(group))
                        : fraction(group -> absent(group) ? Double.NaN : percentile(group));
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

    private interface Whole {
        long of(int group);
    }

    private interface Fraction {
        double of(int group);
    }

    private Field whole(Kind kind, Whole figure) {
        long[] figures = new long[members.groups()];
        Arrays.setAll(figures, figure::of);
        return Field.whole(aggregate.name(), kind, figures);
    }

    private Field fraction(Fraction figure) {
        double[] figures = new double[members.groups()];
        Arrays.setAll(figures, figure::of);
        return Field.fraction(aggregate.name(), field.kind() == Kind.RATIO ? Kind.RATIO : Kind.NUMBER, figures);
    }

    /** The rows of a group that have a value. */
    private int[] present(int group) {
        int[] present = Arrays.copyOfRange(members.rows(), members.begins()[group], members.begins()[group + 1]);
        int count = 0;
        for (int row : present) {
            if (!field.isAbsent(row)) {
                present[count++] = row;
            }
        }
        return count == present.length ? present : Arrays.copyOf(present, count);
    }

    private boolean absent(int group) {
        return present(group).length == 0;
    }

    private long count(int group) {
        int[] rows = present(group);
        if (aggregate.function() == Function.COUNT) {
            return rows.length;
        }
        LongOpenHashSet values = new LongOpenHashSet();
        for (int row : rows) {
            values.add(field.key(row));
        }
        return values.size();
    }

    private long sum(int group) {
        long sum = 0;
        for (int row : present(group)) {
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

    private double fractionSum(int group) {
        return Arrays.stream(present(group)).mapToDouble(field::number).sum();
    }

    private double mean(int group) {
        return Arrays.stream(present(group))
                .mapToDouble(field::number)
                .average()
                .orElse(Double.NaN);
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

    private double percentile(int group) {
        double percent = aggregate.function() == Function.MEDIAN ? 50 : aggregate.percentile();
        double[] values = Arrays.stream(present(group))
                .mapToDouble(field::number)
                .sorted()
                .toArray();
        return values[rank(percent, values.length)];
    }

    // A group without values shows the missing value of its first row.
    private Field chosen() {
        if (members.rows().length == 0) {
            return field.absent();
        }
        int[] rows = new int[members.groups()];
        for (int group = 0; group < rows.length; group++) {
            int[] present = present(group);
            int chosen = present.length == 0 ? members.rows()[members.begins()[group]] : present[0];
            for (int row : present) {
                chosen = switch (aggregate.function()) {
                    case LAST -> row;
                    case MIN -> field.compare(row, chosen) < 0 ? row : chosen;
                    case MAX -> field.compare(row, chosen) > 0 ? row : chosen;
                    default -> chosen;
                };
            }
            rows[group] = chosen;
        }
        return field.rows(rows);
    }
}
