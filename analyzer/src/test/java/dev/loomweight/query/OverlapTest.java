package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A join by time, against all pairs of rows. */
class OverlapTest {

    private static final String JOIN = "left | join (right) during";

    private final Random random = new Random(7);

    private Relation events(String name, int rows, boolean durations) {
        long[] starts = new long[rows];
        long[] lengths = new long[rows];
        long[] ids = new long[rows];
        for (int row = 0; row < rows; row++) {
            starts[row] = random.nextInt(15) == 0 ? Long.MIN_VALUE : random.nextInt(60);
            lengths[row] = random.nextInt(8) == 0 ? Long.MIN_VALUE : random.nextInt(4) * random.nextLong(12);
            ids[row] = row;
        }
        List<Field> fields = new ArrayList<>(List.of(Field.whole("startTime", Kind.TIME, starts)));
        if (durations) {
            fields.add(Field.whole("duration", Kind.NANOS, lengths));
        }
        fields.add(Field.whole("id", Kind.COUNT, ids));
        return new Relation(name, fields, rows);
    }

    private static Relation run(String line, Relation left, Relation right) {
        return PipelineParser.parse(line).run((source, fields) -> source.text().equals("left") ? left : right);
    }

    /** The nanoseconds that a row covers; an instant covers its own. */
    private static boolean covers(Relation rows, int row, long at) {
        Field start = rows.fields().getFirst();
        Field duration = rows.fields().get(1);
        boolean instant = duration.kind() != Kind.NANOS || duration.isAbsent(row) || duration.whole(row) == 0;
        long length = instant ? 1 : duration.whole(row);
        return !start.isAbsent(row) && at >= start.whole(row) && at < start.whole(row) + length;
    }

    private static boolean isInstant(Relation rows, int row) {
        Field duration = rows.fields().get(1);
        return duration.kind() != Kind.NANOS || duration.isAbsent(row) || duration.whole(row) == 0;
    }

    @Test
    void rowsAreThosePairsThatShareANanosecond() {
        int pairs = 0;
        for (int i = 0; i < 300; i++) {
            Relation left = events("left", random.nextInt(30), random.nextInt(5) > 0);
            Relation right = events("right", random.nextInt(30), random.nextInt(5) > 0);
            List<List<Long>> expected = new ArrayList<>();
            for (int one = 0; one < left.rows(); one++) {
                for (int other = 0; other < right.rows(); other++) {
                    long shared = 0;
                    for (long at = 0; at < 100; at++) {
                        shared += covers(left, one, at) && covers(right, other, at) ? 1 : 0;
                    }
                    if (shared > 0) {
                        boolean instant = isInstant(left, one) || isInstant(right, other);
                        expected.add(List.of((long) one, (long) other, instant ? 0 : shared));
                    }
                }
            }
            Relation joined = run(JOIN + " | select id, other.id, overlap", left, right);
            List<List<Long>> found = new ArrayList<>();
            for (int row = 0; row < joined.rows(); row++) {
                List<Long> values = new ArrayList<>();
                for (Field field : joined.fields()) {
                    values.add(field.whole(row));
                }
                found.add(values);
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
            pairs += found.size();
        }
        assertThat(pairs).isGreaterThan(1000);
    }

    @Test
    void aLongRowIsFoundAmongManyShortOnes() {
        int rows = 100_000;
        long[] starts = new long[rows];
        long[] lengths = new long[rows];
        for (int row = 0; row < rows; row++) {
            starts[row] = row * 10L;
            lengths[row] = row == 0 ? Long.MAX_VALUE : 5;
        }
        Relation many = new Relation(
                "t",
                List.of(Field.whole("startTime", Kind.TIME, starts), Field.whole("duration", Kind.NANOS, lengths)),
                rows);
        // Each overlaps the first and itself; the first overlaps all.
        assertThat(run(JOIN, many, many).rows()).isEqualTo(rows + 2 * (rows - 1));
    }

    @Test
    void whatIsMissingIsSaid() {
        Relation left = events("left", 5, true);
        assertThatThrownBy(() -> run("left | join (right | select id) during", left, left))
                .hasMessage("during needs startTime of both sides, and left has none here; select it");
        assertThatThrownBy(() -> run("left | join (right) id", left, left))
                .hasMessage("a join ends with on FIELD for equal values, or with during for rows that overlap in time");
        Relation later = new Relation("later", List.of(Field.whole("startTime", Kind.TIME, new long[] {1000})), 1);
        List<String> notes = new ArrayList<>();
        PipelineParser.parse("left | join (right) on startTime")
                .run((source, fields) -> source.text().equals("left") ? left : later, notes::add);
        assertThat(notes)
                .containsExactly(
                        "No startTime equals a startTime. To join rows that overlap in time: join (...) during.");
    }
}
