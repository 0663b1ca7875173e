package dev.loomweight.query;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Joins rows whose intervals overlap, each from its {@code startTime} for its {@code duration}; without a duration it is an
 * instant, which overlaps what begins with it or before, and has not ended. A row without a start overlaps none.
 */
final class Overlap {

    /** The field of the duration of an event. */
    static final String DURATION = "duration";

    /** The field of how long two rows overlap. */
    static final String LENGTH = "overlap";

    private final long[] starts;
    /** Exclusive; of an instant, the nanosecond after it. */
    private final long[] ends;

    private final long[] durations;

    private Overlap(Relation rows, Token token) {
        FieldName start = new FieldName(EventTable.START, token.at());
        if (!rows.names().contains(EventTable.START) || rows.field(start).kind() != Kind.TIME) {
            throw new QueryException(
                    "during needs startTime of both sides, and " + rows.name() + " has none here; select it", token);
        }
        Field from = rows.field(start);
        Field length = rows.names().contains(DURATION) ? rows.field(new FieldName(DURATION, token.at())) : null;
        int count = rows.rows();
        starts = new long[count];
        ends = new long[count];
        durations = new long[count];
        for (int row = 0; row < count; row++) {
            boolean known = length != null && length.kind() == Kind.NANOS && !length.isAbsent(row);
            starts[row] = from.whole(row);
            durations[row] = known && length != null ? Math.max(0, length.whole(row)) : 0;
            long end = starts[row] + Math.max(1, durations[row]);
            ends[row] = from.isAbsent(row) ? Long.MIN_VALUE : end < starts[row] ? Long.MAX_VALUE : end;
        }
    }

    /**
     * The pairs of rows, in the order of the left ones, then of the starts of the right ones.
     *
     * @throws QueryException if one of them has no start
     */
    static Relation of(Step.Overlap step, Relation left, Relation right) {
        Overlap ones = new Overlap(left, step.token());
        Overlap others = new Overlap(right, step.token());
        int[] order = IntStream.range(0, right.rows())
                .filter(row -> others.ends[row] > Long.MIN_VALUE)
                .toArray();
        IntArrays.mergeSort(order, (a, b) -> Long.compare(others.starts[a], others.starts[b]));
        long[] latest = others.latest(order);
        IntArrayList ofLeft = new IntArrayList();
        IntArrayList ofRight = new IntArrayList();
        LongArrayList lengths = new LongArrayList();
        for (int row = 0; row < left.rows(); row++) {
            int before = ofRight.size();
            if (ones.ends[row] > Long.MIN_VALUE) {
                others.find(order, latest, 1, 0, order.length, ones.starts[row], ones.ends[row], ofRight);
            }
            for (int i = before; i < ofRight.size(); i++) {
                ofLeft.add(row);
                lengths.add(ones.length(row, others, ofRight.getInt(i)));
            }
        }
        List<Field> fields = new ArrayList<>(left.rows(ofLeft.toIntArray()).fields());
        for (Field field : right.rows(ofRight.toIntArray()).fields()) {
            fields.add(field.named(RowSteps.unique(field.name(), "other", fields)));
        }
        fields.add(Field.whole(RowSteps.unique(LENGTH, "other", fields), Kind.NANOS, lengths.toLongArray()));
        return new Relation(left.name(), fields, ofLeft.size());
    }

    private long length(int row, Overlap others, int other) {
        boolean instant = durations[row] == 0 || others.durations[other] == 0;
        return instant ? 0 : Math.min(ends[row], others.ends[other]) - Math.max(starts[row], others.starts[other]);
    }

    /** The latest end within each node of a binary tree over the rows in their order; the root is node 1. */
    private long[] latest(int[] order) {
        int size = 2 * Integer.highestOneBit(Math.max(1, order.length)) * 2;
        long[] latest = new long[size];
        fill(order, latest, 1, 0, order.length);
        return latest;
    }

    private long fill(int[] order, long[] latest, int node, int from, int to) {
        int middle = (from + to) >>> 1;
        latest[node] = to - from == 0
                ? Long.MIN_VALUE
                : to - from == 1
                        ? ends[order[from]]
                        : Math.max(
                                fill(order, latest, 2 * node, from, middle),
                                fill(order, latest, 2 * node + 1, middle, to));
        return latest[node];
    }

    private void find(
            int[] order, long[] latest, int node, int from, int to, long start, long end, IntArrayList found) {
        if (from >= to || latest[node] <= start || starts[order[from]] >= end) {
            return;
        }
        if (to - from == 1) {
            found.add(order[from]);
            return;
        }
        int middle = (from + to) >>> 1;
        find(order, latest, 2 * node, from, middle, start, end, found);
        find(order, latest, 2 * node + 1, middle, to, start, end, found);
    }
}
