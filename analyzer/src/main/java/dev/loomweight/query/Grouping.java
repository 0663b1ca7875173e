package dev.loomweight.query;

import dev.loomweight.query.Step.Aggregate;
import dev.loomweight.query.Step.Bucket;
import dev.loomweight.query.Step.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One row per group, in the order of their first rows. Groups are identified by numbers, never by text: tablesaw's own
 * grouping fails beyond some ten thousand distinct texts.
 */
final class Grouping {

    /** The field of the time at which a bucket begins. */
    static final String BUCKET = "time";

    private Grouping() {}

    /** The values of some fields in one row. */
    static final class Keys {
        private final long[] values;

        private Keys(long[] values) {
            this.values = values;
        }

        static Keys of(List<Field> fields, int row) {
            long[] values = new long[fields.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = fields.get(i).key(row);
            }
            return new Keys(values);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Keys keys && Arrays.equals(values, keys.values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }

        @Override
        public String toString() {
            return Arrays.toString(values);
        }
    }

    static Relation of(Group group, Relation rows) {
        List<Field> keys = new ArrayList<>();
        Bucket bucket = group.bucket();
        if (bucket != null) {
            keys.add(bucket(bucket, rows));
        }
        group.keys().forEach(ref -> keys.add(rows.field(ref)));
        int[] groupOf = new int[rows.rows()];
        List<Integer> firsts = new ArrayList<>();
        Map<Keys, Integer> numbers = new HashMap<>();
        for (int row = 0; row < groupOf.length; row++) {
            Keys key = Keys.of(keys, row);
            Integer known = numbers.get(key);
            if (known == null) {
                known = firsts.size();
                numbers.put(key, known);
                firsts.add(row);
            }
            groupOf[row] = known;
        }
        // Without keys all rows are one group, even if there are none: their count is 0.
        int groups = keys.isEmpty() ? 1 : firsts.size();
        int[] first = firsts.stream().mapToInt(Integer::intValue).toArray();
        List<Field> fields = new ArrayList<>();
        keys.forEach(key -> fields.add(key.rows(first)));
        Members members = Members.of(groupOf, groups);
        for (Aggregate aggregate : group.aggregates()) {
            fields.add(
                    Aggregation.of(aggregate, rows, members).named(RowSteps.unique(aggregate.name(), "agg", fields)));
        }
        Relation all = new Relation(rows.name(), fields, groups);
        // Buckets are in the order of time, whatever order the rows had.
        return bucket == null
                ? all
                : RowSteps.sort(
                        new Step.Sort(List.of(
                                new Step.Key(new FieldName(fields.getFirst().name(), 0), false))),
                        all);
    }

    private static Field bucket(Bucket bucket, Relation rows) {
        FieldName ref = bucket.field() == null
                ? new FieldName(EventTable.START, bucket.token().at())
                : bucket.field();
        Field time = rows.field(ref);
        if (time.kind() != Kind.TIME) {
            throw new QueryException(
                    "per needs a time, and " + time.name() + " is a " + time.kind(),
                    ref.at(),
                    ref.name().length());
        }
        long[] starts = IntStream.range(0, rows.rows())
                .mapToLong(row -> time.isAbsent(row)
                        ? Long.MIN_VALUE
                        : Math.floorDiv(time.whole(row), bucket.nanos()) * bucket.nanos())
                .toArray();
        return Field.whole(BUCKET, Kind.TIME, starts);
    }

    /** Which rows belong to which group. */
    static final class Members {
        private final int[] rows;
        private final int[] begins;

        private Members(int[] rows, int[] begins) {
            this.rows = rows;
            this.begins = begins;
        }

        /** The rows, group by group, in their order within each. */
        int[] rows() {
            return rows;
        }

        /** Where each group begins in the rows; one more at the end. */
        int[] begins() {
            return begins;
        }

        static Members of(int[] groupOf, int groups) {
            int[] begins = new int[groups + 1];
            for (int group : groupOf) {
                begins[group + 1]++;
            }
            for (int i = 0; i < groups; i++) {
                begins[i + 1] += begins[i];
            }
            int[] next = begins.clone();
            int[] rows = new int[groupOf.length];
            for (int row = 0; row < groupOf.length; row++) {
                rows[next[groupOf[row]]++] = row;
            }
            return new Members(rows, begins);
        }

        int groups() {
            return begins.length - 1;
        }
    }
}
