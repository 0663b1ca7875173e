package dev.loomweight.query;

import dev.loomweight.query.Expression.Sign;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Computes the values of an {@link Expression} in the units of its fields. A result is missing where a part of it is, where
 * it is divided by 0, and where it does not fit in 64 bits.
 */
final class Arithmetic {

    private static final Set<Kind> PLAIN = Set.of(Kind.COUNT, Kind.ID, Kind.NUMBER, Kind.RATIO);
    private static final Set<Kind> AMOUNTS = Set.of(Kind.NANOS, Kind.BYTES);

    private Arithmetic() {}

    /**
     * The values of all rows.
     *
     * @throws QueryException if there is no such field, or the units do not go together
     */
    static Field of(Expression expression, Relation rows) {
        return switch (expression) {
            case Expression.Named named -> rows.field(named.field());
            case Expression.Constant constant -> constant(constant, rows.rows());
            case Expression.Figure figure -> {
                IntArrayList all = IntArrayList.toList(IntStream.range(0, rows.rows()));
                Field one = Aggregation.of(figure.aggregate(), rows, List.of(all));
                yield one.rows(new int[rows.rows()]).named(figure.aggregate().name());
            }
            case Expression.Operation operation -> {
                Field left = of(operation.left(), rows);
                Field right = of(operation.right(), rows);
                Kind kind = kind(operation, left, right);
                yield kind.isWhole()
                        ? whole(operation.sign(), kind, left, right, rows.rows())
                        : fraction(operation.sign(), kind, left, right, rows.rows());
            }
        };
    }

    /** Whether values of two kinds can be compared: those of one kind, and all numbers without a unit. */
    static boolean isComparable(Kind one, Kind other) {
        return one == other || (PLAIN.contains(one) && PLAIN.contains(other));
    }

    private static Field constant(Expression.Constant constant, int rows) {
        Literal value = constant.value();
        if (value.ofDay() || value.kind() == Kind.TEXT) {
            throw new QueryException(
                    "cannot compute with " + value.text()
                            + (value.ofDay() ? ", a time of day; write a moment: 2026-11-21T13:05:10Z" : ", a text"),
                    constant.token());
        }
        boolean whole = value.kind().isWhole() && (value.kind() != Kind.COUNT || value.number() % 1 == 0);
        Field one = whole
                ? Field.whole(value.text(), value.kind(), new long[] {value.whole()})
                : Field.fraction(value.text(), value.kind() == Kind.COUNT ? Kind.NUMBER : value.kind(), new double[] {
                    value.number()
                });
        return one.rows(new int[rows]);
    }

    /** The kind of a result; sums have units of their own, products at most one, quotients of one unit none. */
    private static Kind kind(Expression.Operation operation, Field left, Field right) {
        Kind one = left.kind();
        Kind other = right.kind();
        boolean bothPlain = PLAIN.contains(one) && PLAIN.contains(other);
        boolean bothWhole = one.isWhole() && other.isWhole();
        Kind plain = one == Kind.RATIO && other == Kind.RATIO ? Kind.RATIO : bothWhole ? Kind.COUNT : Kind.NUMBER;
        boolean same = AMOUNTS.contains(one) && one == other;
        return switch (operation.sign()) {
            case PLUS, MINUS -> {
                boolean minus = operation.sign() == Sign.MINUS;
                if (bothPlain) {
                    yield plain;
                } else if (same) {
                    yield one;
                } else if (one == Kind.TIME && other == Kind.TIME && minus) {
                    yield Kind.NANOS;
                } else if ((one == Kind.TIME && other == Kind.NANOS)
                        || (one == Kind.NANOS && other == Kind.TIME && !minus)) {
                    yield Kind.TIME;
                }
                throw mismatch(operation, left, right);
            }
            case TIMES -> {
                if (bothPlain) {
                    yield plain;
                } else if (AMOUNTS.contains(one) && PLAIN.contains(other)) {
                    yield one;
                } else if (PLAIN.contains(one) && AMOUNTS.contains(other)) {
                    yield other;
                }
                throw mismatch(operation, left, right);
            }
            case DIVIDE -> {
                if (bothPlain) {
                    yield plain == Kind.RATIO ? Kind.RATIO : Kind.NUMBER;
                } else if (same) {
                    yield Kind.RATIO;
                } else if (AMOUNTS.contains(one) && PLAIN.contains(other)) {
                    yield one;
                }
                throw mismatch(operation, left, right);
            }
        };
    }

    private static QueryException mismatch(Expression.Operation operation, Field left, Field right) {
        for (Field field : List.of(left, right)) {
            if (field.kind() == Kind.TEXT || field.kind() == Kind.MIXED) {
                return new QueryException(
                        "cannot compute with " + field.name() + ", a " + field.kind(), operation.token());
            }
        }
        String one = "a " + left.kind();
        String other = "a " + right.kind();
        boolean unitless = PLAIN.contains(left.kind()) || PLAIN.contains(right.kind());
        String said = switch (operation.sign()) {
            case PLUS -> "cannot add " + other + " to " + one;
            case MINUS -> "cannot subtract " + other + " from " + one;
            case TIMES -> "cannot multiply " + one + " by " + other;
            case DIVIDE -> "cannot divide " + one + " by " + other;
        };
        String instead = switch (operation.sign()) {
            case PLUS, MINUS -> unitless ? "; a number needs a unit here, for example 20ms or 64KB" : "";
            case TIMES -> "";
            case DIVIDE ->
                right.kind() == Kind.NANOS
                        ? "; divide by the number of seconds: " + Sign.DIVIDE.text() + " (" + right.name() + " / 1s)"
                        : "";
        };
        return new QueryException(said + instead, operation.token());
    }

    private static Field whole(Sign sign, Kind kind, Field left, Field right, int rows) {
        long[] values = new long[rows];
        boolean exact = left.kind().isWhole() && right.kind().isWhole();
        for (int row = 0; row < rows; row++) {
            if (left.isAbsent(row) || right.isAbsent(row)) {
                values[row] = Long.MIN_VALUE;
            } else if (exact) {
                values[row] = exact(sign, left.whole(row), right.whole(row));
            } else {
                double value = fraction(sign, left.number(row), right.number(row));
                // Math.round gives the nearest number that fits; one that does not fit is missing.
                values[row] = Math.abs(value) < Long.MAX_VALUE ? Math.round(value) : Long.MIN_VALUE;
            }
        }
        return Field.whole(name(sign, left, right), kind, values);
    }

    /** A whole number, rounded half up; {@link Long#MIN_VALUE} where there is none. */
    private static long exact(Sign sign, long left, long right) {
        try {
            return switch (sign) {
                case PLUS -> Math.addExact(left, right);
                case MINUS -> Math.subtractExact(left, right);
                case TIMES -> Math.multiplyExact(left, right);
                case DIVIDE -> {
                    long down = Math.floorDiv(left, right);
                    long rest = Math.abs(Math.floorMod(left, right));
                    yield rest >= Math.abs(right) - rest ? down + 1 : down;
                }
            };
        } catch (ArithmeticException e) {
            return Long.MIN_VALUE;
        }
    }

    private static Field fraction(Sign sign, Kind kind, Field left, Field right, int rows) {
        double[] values = new double[rows];
        for (int row = 0; row < rows; row++) {
            double value = left.isAbsent(row) || right.isAbsent(row)
                    ? Double.NaN
                    : fraction(sign, left.number(row), right.number(row));
            values[row] = Double.isFinite(value) ? value : Double.NaN;
        }
        return Field.fraction(name(sign, left, right), kind, values);
    }

    private static double fraction(Sign sign, double left, double right) {
        return switch (sign) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case DIVIDE -> right == 0 ? Double.NaN : left / right;
        };
    }

    private static String name(Sign sign, Field left, Field right) {
        return left.name() + " " + sign.text() + " " + right.name();
    }
}
