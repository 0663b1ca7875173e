package dev.loomweight.query;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the values of a field are distributed: a row for each bucket, empty ones between others too. Buckets begin at 1, 2 or
 * 5 times a power of ten, those of sizes at powers of two. They grow with the values where these are of different orders of
 * magnitude, and are of the same width otherwise.
 */
final class Histogram {

    /** The names of its fields. */
    static final List<String> FIELDS = List.of("from", "to", "count");

    /** How many buckets there are at most where no number is given. */
    static final int USUAL_BUCKETS = 20;

    /** The field where none is given, if there is one of that name. */
    static final String USUAL_FIELD = "duration";

    /** Values that differ by more are in buckets that grow. */
    private static final double ORDER_OF_MAGNITUDE = 10;

    /** The least width of a bucket, as a part of the largest value, where values are shown with three digits. */
    private static final double VISIBLE = 0.002;

    /** The first number after those of 64 bits. */
    private static final double AFTER_ALL = 0x1p63;

    private final boolean binary;
    private final boolean whole;
    /** Whether people see all digits of a value. */
    private final boolean exact;

    private final double[] values;
    private final int most;

    private Histogram(Field field, int rows, int most) {
        this.binary = field.kind() == Kind.BYTES;
        this.whole = field.kind().isWhole();
        this.exact = field.kind() == Kind.COUNT || field.kind() == Kind.ID;
        this.values = IntStream.range(0, rows)
                .filter(row -> !field.isAbsent(row))
                .mapToDouble(field::number)
                .sorted()
                .toArray();
        this.most = most;
    }

    /**
     * The buckets. Missing values are in none of them.
     *
     * @throws QueryException if the field is not one of numbers
     */
    static Relation of(Step.Histogram step, Relation rows) {
        Field field = field(step, rows);
        Histogram histogram = new Histogram(field, rows.rows(), step.most());
        double[] edges = histogram.values.length == 0 ? new double[1] : histogram.edges();
        int buckets = edges.length - 1;
        long[] counts = new long[buckets];
        for (double value : histogram.values) {
            counts[bucket(edges, value)]++;
        }
        return new Relation(
                "histogram",
                List.of(
                        bound("from", field.kind(), Arrays.copyOf(edges, buckets)),
                        bound("to", field.kind(), Arrays.copyOfRange(edges, 1, buckets + 1)),
                        Field.whole("count", Kind.COUNT, counts).withBars()),
                buckets);
    }

    private static Field field(Step.Histogram step, Relation rows) {
        FieldName ref = step.field();
        if (ref != null) {
            Field field = rows.field(ref);
            if (!field.kind().isSummable()) {
                throw new QueryException(
                        "histogram needs numbers, and " + field.name() + " is a " + field.kind()
                                + (field.kind() == Kind.TIME
                                        ? "; use for example per 1s"
                                        : "; use for example by " + field.name()),
                        ref.at(),
                        ref.name().length());
            }
            return field;
        }
        List<Field> numbers = rows.fields().stream()
                .filter(field -> field.kind().isSummable() && field.kind() != Kind.ID)
                .toList();
        return numbers.stream()
                .filter(field -> field.name().equals(USUAL_FIELD) || numbers.size() == 1)
                .findFirst()
                .orElseThrow(() -> new QueryException(
                        "missing field name: histogram FIELD"
                                + Names.suggestion(
                                        "", numbers.stream().map(Field::name).toList()),
                        step.token()));
    }

    private static Field bound(String name, Kind kind, double[] edges) {
        return kind.isWhole()
                ? Field.whole(
                        name, kind, Arrays.stream(edges).mapToLong(Math::round).toArray())
                : Field.fraction(name, kind, edges);
    }

    /** The bucket of a value: the last one that begins at it or below. */
    private static int bucket(double[] edges, double value) {
        int found = Arrays.binarySearch(edges, value);
        int bucket = found >= 0 ? found : -found - 2;
        // The largest number that there is ends the last bucket.
        return Math.min(bucket, edges.length - 2);
    }

    /** From the edge at or below the smallest value to the one above the largest. */
    private double[] edges() {
        double least = values[0];
        double greatest = values[values.length - 1];
        double positive =
                Arrays.stream(values).filter(value -> value > 0).findFirst().orElse(1);
        double[] growing = least >= 0 && greatest > positive * ORDER_OF_MAGNITUDE
                ? growing(positive, greatest, least == 0)
                : new double[0];
        double[] edges = growing.length > 0 ? growing : even(least, greatest);
        int kept = edges.length;
        while (whole && kept > 2 && edges[kept - 2] >= AFTER_ALL) {
            kept--;
        }
        return Arrays.copyOf(edges, kept);
    }

    /** Edges that grow, in steps that grow until they are few enough; empty if they never are. */
    private double[] growing(double positive, double greatest, boolean withZero) {
        int level = 0;
        for (int steps = 0; steps < 12; steps++) {
            int first = level(positive, level);
            while (edge(first, level) > positive) {
                first--;
            }
            List<Double> edges = new ArrayList<>();
            if (withZero) {
                edges.add(0.0);
            }
            for (int i = first; edges.isEmpty() || edges.getLast() <= greatest; i++) {
                edges.add(edge(i, level));
            }
            if (edges.size() - 1 <= most) {
                return edges.stream().mapToDouble(Double::doubleValue).toArray();
            }
            level++;
        }
        return new double[0];
    }

    /** A number of an edge that is not far above a value. */
    private int level(double value, int level) {
        double magnitude = binary ? Math.log(value) / Math.log(2) : Math.log10(value);
        double perMagnitude = binary ? Math.pow(2, -level) : level == 0 ? 3 : Math.pow(2, 1 - level);
        return (int) Math.ceil(magnitude * perMagnitude) + 1;
    }

    /** An edge: a power of two, or 1, 2 or 5 times a power of ten; at higher levels every second of these powers. */
    private double edge(int number, int level) {
        if (binary) {
            return Math.pow(2, (double) number * (1 << level));
        }
        return level == 0
                ? nice(number).doubleValue()
                : new BigDecimal("1e" + (long) number * (1 << (level - 1))).doubleValue();
    }

    /** 1, 2, 5, 10, 20, 50 and so on, from number 0; 0.5, 0.2, 0.1 before. */
    private static BigDecimal nice(int number) {
        int[] digits = {1, 2, 5};
        return new BigDecimal(digits[Math.floorMod(number, 3)] + "e" + Math.floorDiv(number, 3));
    }

    /** Edges of the same width: the smallest that can be read off its edges, and needs few enough of them. */
    private double[] even(double least, double greatest) {
        double largest = Math.max(Math.abs(least), Math.abs(greatest));
        double visible = exact ? Math.max(1, 4 * Math.ulp(largest)) : largest * VISIBLE;
        int number = largest == 0 ? 0 : level(visible, 0) - 3;
        while ((whole && number < 0)
                || width(number).doubleValue() < visible
                || index(greatest, number) - index(least, number) + 1 > most) {
            number++;
        }
        double first = index(least, number);
        BigDecimal width = width(number);
        // One more on either side: a quotient of fractions can be next to the whole number that it should be.
        double[] edges = IntStream.range(-1, (int) (index(greatest, number) - first) + 3)
                .mapToDouble(i -> new BigDecimal(first + i).multiply(width).doubleValue())
                .toArray();
        return Arrays.stream(edges, bucket(edges, least), bucket(edges, greatest) + 2)
                .toArray();
    }

    private double index(double value, int number) {
        return Math.floor(value / width(number).doubleValue());
    }

    private BigDecimal width(int number) {
        return binary ? new BigDecimal(Math.pow(2, number)) : nice(number);
    }
}
