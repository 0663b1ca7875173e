package dev.loomweight.query;

import dev.loomweight.match.Regex;
import dev.loomweight.query.Condition.All;
import dev.loomweight.query.Condition.Any;
import dev.loomweight.query.Condition.Compare;
import dev.loomweight.query.Condition.IsAbsent;
import dev.loomweight.query.Condition.Not;
import dev.loomweight.query.Condition.Operator;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntComparator;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The steps that select, sort or remove rows and fields. */
final class RowSteps {

    private RowSteps() {}

    static Relation where(Step.Where where, Relation rows) {
        IntPredicate test = RowTest.of(where.condition(), rows);
        int[] passing = new int[rows.rows()];
        int count = 0;
        for (int row = 0; row < passing.length; row++) {
            if (test.test(row)) {
                passing[count++] = row;
            }
        }
        return rows.rows(Arrays.copyOf(passing, count));
    }

    static Relation sort(Step.Sort sort, Relation rows) {
        return rows.rows(sorted(sort.keys(), rows));
    }

    static Relation top(Step.Top top, Relation rows) {
        FieldName field = top.field();
        return field == null
                ? rows.top(top.most())
                : rows.rows(sorted(List.of(new Step.Key(field, true)), rows)).top(top.most());
    }

    private static int[] sorted(List<Step.Key> keys, Relation rows) {
        IntComparator order = null;
        for (Step.Key key : keys) {
            IntComparator next = comparator(rows.field(key.field()), key.descending());
            IntComparator before = order;
            order = before == null
                    ? next
                    : (left, right) -> {
                        int compared = before.compare(left, right);
                        return compared == 0 ? next.compare(left, right) : compared;
                    };
        }
        int[] all = IntStream.range(0, rows.rows()).toArray();
        // Equal rows keep their order: this sort is stable.
        IntArrays.mergeSort(all, order);
        return all;
    }

    // Missing values come last in either direction.
    private static IntComparator comparator(Field field, boolean descending) {
        if (!descending) {
            return field::compare;
        }
        return (a, b) -> {
            boolean noLeft = field.isAbsent(a);
            boolean noRight = field.isAbsent(b);
            return noLeft || noRight ? Boolean.compare(noLeft, noRight) : field.compare(b, a);
        };
    }

    static Relation select(Step.Select select, Relation rows) {
        List<Field> fields = new ArrayList<>();
        for (Step.Chosen chosen : select.fields()) {
            Field field = Arithmetic.of(chosen.value(), rows);
            fields.add(chosen.kept().isPresent() ? field : field.named(chosen.as()));
        }
        return rows.with(fields);
    }

    static Relation distinct(Step.Distinct distinct, Relation rows) {
        Relation narrow = distinct.fields().isEmpty()
                ? rows
                : rows.with(distinct.fields().stream().map(rows::field).toList());
        Set<LongArrayList> seen = new HashSet<>();
        int[] first = IntStream.range(0, rows.rows())
                .filter(row -> seen.add(Grouping.key(narrow.fields(), row)))
                .toArray();
        return narrow.rows(first);
    }

    /** A name that no other field has: its own, or one with a prefix. */
    static String unique(String name, String before, List<Field> others) {
        @Nullable String taken = null;
        for (Field other : others) {
            taken = other.name().equals(name) ? name : taken;
        }
        return taken == null ? name : unique(before + "." + name, before, others);
    }

    /** Makes a test of rows of a {@link Condition}, once for a relation: words are looked at once each, not once a row. */
    private static final class RowTest {

        private static final long NANOS_OF_DAY = 86_400_000_000_000L;

        private RowTest() {}

        /**
         * The test.
         *
         * @throws QueryException if there is no such field, or a value is of another kind
         */
        static IntPredicate of(Condition condition, Relation relation) {
            return switch (condition) {
                // Not nested: a list can be as long as a line.
                case All all -> all(of(all.parts(), relation));
                case Any any -> any(of(any.parts(), relation));
                case Not not -> of(not.part(), relation).negate();
                case IsAbsent absent -> Arithmetic.of(absent.value(), relation)::isAbsent;
                case Compare compare -> compare(compare, relation);
            };
        }

        private static IntPredicate any(List<IntPredicate> parts) {
            return row -> {
                for (IntPredicate part : parts) {
                    if (part.test(row)) {
                        return true;
                    }
                }
                return false;
            };
        }

        private static IntPredicate all(List<IntPredicate> parts) {
            return row -> {
                for (IntPredicate part : parts) {
                    if (!part.test(row)) {
                        return false;
                    }
                }
                return true;
            };
        }

        private static List<IntPredicate> of(List<Condition> parts, Relation relation) {
            return parts.stream().map(part -> of(part, relation)).toList();
        }

        private static IntPredicate compare(Compare compare, Relation relation) {
            Field field = Arithmetic.of(compare.left(), relation);
            Operator operator = compare.operator();
            Literal value = literal(compare, field, relation);
            if (field.kind() == Kind.TEXT && value != null) {
                return words(compare, value.text(), field);
            }
            if (operator == Operator.MATCHES || operator == Operator.MATCHES_NOT) {
                throw new QueryException(
                        field.kind() == Kind.TEXT
                                ? "~ needs a regular expression, for example \"com.acme\""
                                : "~ needs text, and " + field.name() + " is a " + field.kind() + "; use <, = or >",
                        compare.token());
            }
            if (value == null) {
                return fields(compare, field, Arithmetic.of(compare.right(), relation));
            }
            if (!goesWith(value, field.kind())) {
                throw new QueryException(
                        field.name() + " is a " + field.kind() + ", and " + value.text() + " is a " + value.kind()
                                + "; expected for example " + example(field.kind()),
                        compare.token());
            }
            if (value.ofDay()) {
                long of = (long) value.number();
                return row -> !field.isAbsent(row)
                        && operator.holds(Long.compare(Math.floorMod(field.whole(row), NANOS_OF_DAY), of));
            }
            if (field.kind() == Kind.TIME) {
                long moment = value.whole();
                return row -> field.isAbsent(row)
                        ? operator == Operator.UNEQUAL
                        : operator.holds(Long.compare(field.whole(row), moment));
            }
            double number = value.number();
            return row -> field.isAbsent(row)
                    ? operator == Operator.UNEQUAL
                    : operator.holds(Double.compare(field.number(row), number));
        }

        /** The value on the right, where it is one; of a text, also a word that is no field. */
        private static @Nullable Literal literal(Compare compare, Field left, Relation relation) {
            if (compare.right() instanceof Expression.Constant constant) {
                return constant.value();
            }
            return left.kind() == Kind.TEXT
                            && compare.right() instanceof Expression.Named named
                            && Names.resolve(named.field().name(), relation.names())
                                    .isEmpty()
                    ? Literal.text(named.field().name())
                    : null;
        }

        /** Compares the values of two fields in each row. */
        private static IntPredicate fields(Compare compare, Field left, Field right) {
            boolean text = left.kind() == Kind.TEXT;
            if (left.kind() == Kind.MIXED || !Arithmetic.isComparable(left.kind(), right.kind())) {
                throw new QueryException(
                        "cannot compare " + left.name() + ", a " + left.kind() + ", with " + right.name() + ", a "
                                + right.kind(),
                        compare.token());
            }
            Operator operator = compare.operator();
            boolean whole = left.kind().isWhole() && right.kind().isWhole();
            return row -> {
                if (left.isAbsent(row) || right.isAbsent(row)) {
                    return operator == Operator.UNEQUAL;
                }
                return operator.holds(
                        text
                                ? String.valueOf(left.word(row)).compareTo(String.valueOf(right.word(row)))
                                : whole
                                        ? Long.compare(left.whole(row), right.whole(row))
                                        : Double.compare(left.number(row), right.number(row)));
            };
        }

        // A number without a unit counts nanoseconds, bytes or parts.
        private static boolean goesWith(Literal value, Kind kind) {
            return value.kind() == kind
                    || (kind == Kind.MIXED && value.kind() != Kind.TEXT && !value.ofDay())
                    || (value.kind() == Kind.COUNT && kind != Kind.TIME)
                    || (value.kind() == Kind.RATIO && kind == Kind.NUMBER);
        }

        private static String example(Kind kind) {
            return switch (kind) {
                case NANOS -> "20ms";
                case BYTES -> "64KB";
                case RATIO -> "5%";
                case TIME -> "13:05:10 or 2026-11-21T13:05:10Z";
                default -> "42";
            };
        }

        private static IntPredicate words(Compare compare, String text, Field field) {
            Operator operator = compare.operator();
            StringPool words = field.words();
            BitSet passing = new BitSet(words.size());
            boolean regex = operator == Operator.MATCHES || operator == Operator.MATCHES_NOT;
            @Nullable Regex pattern = regex ? pattern(text, compare.token()) : null;
            for (int id = 0; id < words.size(); id++) {
                String word = words.word(id);
                int compared = pattern == null ? word.compareTo(text) : pattern.isFoundIn(word) ? 0 : 1;
                passing.set(id, operator.holds(compared));
            }
            boolean ofAbsent = operator == Operator.UNEQUAL || operator == Operator.MATCHES_NOT;
            return row -> {
                int id = field.id(row);
                return id == Field.NO_WORD ? ofAbsent : passing.get(id);
            };
        }

        private static Regex pattern(String regex, Token token) {
            try {
                return Regex.of(regex);
            } catch (IllegalArgumentException e) {
                throw new QueryException(e.getMessage() + "; escape special characters with \\", token);
            }
        }
    }
}
