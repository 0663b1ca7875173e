package dev.loomweight.query;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntComparator;
import java.util.ArrayList;
import java.util.Arrays;
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
            Field field = rows.field(chosen.field());
            boolean renamed = !chosen.as().equals(chosen.field().name());
            fields.add(renamed ? field.named(chosen.as()) : field);
        }
        return rows.with(fields);
    }

    static Relation distinct(Step.Distinct distinct, Relation rows) {
        Relation narrow = distinct.fields().isEmpty()
                ? rows
                : rows.with(distinct.fields().stream().map(rows::field).toList());
        Set<Grouping.Keys> seen = new HashSet<>();
        int[] first = IntStream.range(0, rows.rows())
                .filter(row -> seen.add(Grouping.Keys.of(narrow.fields(), row)))
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
}
