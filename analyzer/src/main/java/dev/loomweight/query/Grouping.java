package dev.loomweight.query;

import dev.loomweight.query.Step.Aggregate;
import dev.loomweight.query.Step.Bucket;
import dev.loomweight.query.Step.Group;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    /** Distinguishes the values of some fields in one row: equal keys are equal values. */
    static LongArrayList key(List<Field> fields, int row) {
        return LongArrayList.toList(fields.stream().mapToLong(field -> field.key(row)));
    }

    static Relation of(Group group, Relation rows) {
        List<Field> keys = new ArrayList<>();
        Bucket bucket = group.bucket();
        if (bucket != null) {
            keys.add(bucket(bucket, rows));
        }
        group.keys().forEach(ref -> keys.add(rows.field(ref)));
        Map<LongArrayList, IntArrayList> members = new LinkedHashMap<>();
        if (keys.isEmpty()) {
            // All rows are one group, even if there are none: their count is 0.
            members.put(new LongArrayList(), new IntArrayList());
        }
        for (int row = 0; row < rows.rows(); row++) {
            members.computeIfAbsent(key(keys, row), key -> new IntArrayList()).add(row);
        }
        List<IntArrayList> groups = List.copyOf(members.values());
        List<Field> fields = new ArrayList<>();
        if (!keys.isEmpty()) {
            int[] first = groups.stream().mapToInt(of -> of.getInt(0)).toArray();
            keys.forEach(key -> fields.add(key.rows(first)));
        }
        for (Aggregate aggregate : group.aggregates()) {
            fields.add(Aggregation.of(aggregate, rows, groups).named(RowSteps.unique(aggregate.name(), "agg", fields)));
        }
        Relation all = new Relation(rows.name(), fields, groups.size());
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
}
