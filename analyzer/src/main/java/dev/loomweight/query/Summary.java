package dev.loomweight.query;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tech.tablesaw.aggregate.AggregateFunctions;

/**
 * One row for each field of a table: {@code describe} shows what it holds, {@code summary} also how its values are
 * distributed. Values are counted and averaged by tablesaw, which leaves missing ones out.
 *
 * <p>Quartiles are values that occur, by nearest rank, as {@code agg p25}, {@code median} and {@code p75} compute them.
 * Those of tablesaw are interpolated, and its own {@code Table.summary()} counts missing values and has no mean where
 * there is one.
 */
final class Summary {

    private static final List<String> RANKS = List.of("min", "q1", "median", "q3", "max");
    private static final double[] PERCENTS = {0, 25, 50, 75, 100};

    /** The names of the fields of {@link #describe}. */
    static final List<String> DESCRIPTION = List.of("field", "kind", "unit", "values", "missing");

    /** The names of the fields of {@link #summarize}. */
    static final List<String> FIELDS = List.of(
            "field",
            "kind",
            "values",
            "missing",
            "distinct",
            "min",
            "q1",
            "median",
            "mean",
            "q3",
            "max",
            "top",
            "topCount");

    private Summary() {}

    static Relation describe(Relation rows) {
        List<Field> fields = rows.fields();
        return new Relation(
                "describe",
                List.of(
                        text("field", fields, Field::name),
                        text("kind", fields, field -> field.kind().toString()),
                        text("unit", fields, field -> field.kind().unit()),
                        values(fields),
                        missing(fields)),
                fields.size());
    }

    static Relation summarize(Relation rows) {
        List<Field> fields = rows.fields();
        List<int[]> sorted = fields.stream().map(Summary::sorted).toList();
        List<Field> ranks = new ArrayList<>();
        for (int i = 0; i < PERCENTS.length; i++) {
            double percent = PERCENTS[i];
            ranks.add(Field.mixed(
                    RANKS.get(i),
                    IntStream.range(0, fields.size())
                            .mapToObj(field -> atRank(fields.get(field), sorted.get(field), percent))
                            .toList()));
        }
        ranks.add(3, Field.mixed("mean", fields.stream().map(Summary::mean).toList()));
        List<Top> tops = fields.stream().map(Summary::top).toList();
        List<Field> columns = new ArrayList<>(List.of(
                text("field", fields, Field::name),
                text("kind", fields, field -> field.kind().toString()),
                values(fields),
                missing(fields),
                counts("distinct", fields, field -> AggregateFunctions.countUnique.summarize(field.column()))));
        columns.addAll(ranks);
        columns.add(
                Field.text("top", tops.stream().<@Nullable String>map(Top::text).toList()));
        columns.add(Field.whole(
                "topCount", Kind.COUNT, tops.stream().mapToLong(Top::count).toArray()));
        return new Relation("summary", columns, fields.size());
    }

    private static Field values(List<Field> fields) {
        return counts("values", fields, field -> AggregateFunctions.countNonMissing.summarize(field.column()));
    }

    private static Field missing(List<Field> fields) {
        return counts("missing", fields, field -> AggregateFunctions.countMissing.summarize(field.column()));
    }

    private static Field counts(String name, List<Field> fields, Function<Field, Integer> count) {
        return Field.whole(
                name, Kind.COUNT, fields.stream().mapToLong(count::apply).toArray());
    }

    private static Field text(String name, List<Field> fields, Function<Field, String> text) {
        return Field.text(name, fields.stream().<@Nullable String>map(text).toList());
    }

    /** The rows with a value, smallest value first; none for text, which has no quartiles. */
    private static int[] sorted(Field field) {
        if (field.kind() == Kind.TEXT) {
            return IntArrays.EMPTY_ARRAY;
        }
        int[] rows = IntStream.range(0, field.column().size())
                .filter(row -> !field.isAbsent(row))
                .toArray();
        IntArrays.mergeSort(rows, field::compare);
        return rows;
    }

    private static Field atRank(Field field, int[] sorted, double percent) {
        return sorted.length == 0
                ? field.absent()
                : field.rows(new int[] {sorted[Aggregation.rank(percent, sorted.length)]});
    }

    private static Field mean(Field field) {
        double mean = field.kind().isSummable() ? AggregateFunctions.mean.summarize(field.column()) : Double.NaN;
        return Double.isNaN(mean) ? field.absent() : Aggregation.meanField(field, new double[] {mean});
    }

    /** The most frequent text; of several, the one that comes first. */
    private record Top(@Nullable String text, long count) {}

    private static Top top(Field field) {
        if (field.kind() != Kind.TEXT) {
            return new Top(null, Long.MIN_VALUE);
        }
        int[] counts = new int[field.words().size()];
        int[] ids = IntStream.range(0, field.column().size())
                .map(field::id)
                .filter(id -> id != Field.NO_WORD)
                .toArray();
        for (int id : ids) {
            counts[id]++;
        }
        int top = Field.NO_WORD;
        for (int id : ids) {
            top = top == Field.NO_WORD || counts[id] > counts[top] ? id : top;
        }
        return top == Field.NO_WORD
                ? new Top(null, Long.MIN_VALUE)
                : new Top(field.words().word(top), counts[top]);
    }
}
