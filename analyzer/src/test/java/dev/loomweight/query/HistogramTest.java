package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Buckets hold each value once, and begin where people would let them begin. */
class HistogramTest {

    private static Relation table(Kind kind, double[] values) {
        Field field;
        if (kind.isWhole()) {
            long[] whole = new long[values.length];
            for (int i = 0; i < whole.length; i++) {
                whole[i] = Double.isNaN(values[i]) ? Long.MIN_VALUE : (long) values[i];
            }
            field = Field.whole("x", kind, whole);
        } else {
            field = Field.fraction("x", kind, values);
        }
        return new Relation("t", List.of(field), values.length);
    }

    private static Relation run(String steps, Relation rows) {
        return PipelineParser.parse("t | " + steps).run((source, fields) -> rows);
    }

    @ParameterizedTest
    @EnumSource(names = {"NANOS", "BYTES", "COUNT", "NUMBER", "RATIO"})
    void eachValueIsInOneBucketAndBucketsAreFew(Kind kind) {
        Random random = new Random(kind.name().length());
        for (int i = 0; i < 2000; i++) {
            double[] values = new double[random.nextInt(40)];
            double scale = Math.pow(10, random.nextInt(kind.isWhole() ? 0 : -6, 19));
            boolean wide = random.nextBoolean();
            double from = random.nextInt(3) == 0 ? -scale : random.nextInt(3) * scale;
            int present = 0;
            for (int j = 0; j < values.length; j++) {
                double value = wide ? Math.pow(scale, random.nextDouble()) : from + scale * random.nextDouble();
                value = kind.isWhole() ? Math.floor(value) : value;
                values[j] = random.nextInt(10) == 0 ? Double.NaN : random.nextInt(10) == 0 ? 0 : value;
                present += Double.isNaN(values[j]) ? 0 : 1;
            }
            int most = random.nextInt(2, 30);
            Relation rows = table(kind, values);
            Relation buckets = run("histogram x " + most, rows);
            Field begins = buckets.fields().getFirst();
            Field ends = buckets.fields().get(1);
            Field counts = buckets.fields().get(2);
            assertThat(buckets.rows()).isLessThanOrEqualTo(most);
            assertThat(begins.kind()).isEqualTo(kind);
            long sum = 0;
            for (int bucket = 0; bucket < buckets.rows(); bucket++) {
                int number = bucket;
                double begin = begins.number(bucket);
                double end = ends.number(bucket);
                assertThat(end).isGreaterThan(begin);
                if (bucket > 0) {
                    assertThat(begin).isEqualTo(ends.number(bucket - 1));
                }
                long within = 0;
                for (double value : values) {
                    within += value >= begin && (value < end || end >= Long.MAX_VALUE) ? 1 : 0;
                }
                assertThat(counts.whole(bucket)).as(() -> "bucket " + number).isEqualTo(within);
                sum += counts.whole(bucket);
            }
            assertThat(sum).isEqualTo(present);
            if (present > 0) {
                assertThat(counts.whole(0)).isPositive();
                assertThat(counts.whole(buckets.rows() - 1)).isPositive();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NANOS, 1000000 3000000 70000000 900000000, '1000000 2000000 5000000 10000000 20000000 50000000 100000000"
                + " 200000000 500000000'",
        "NANOS, 21000000 24000000 29000000, '20000000 25000000'",
        "NANOS, 0 0 500 20, '0 20 50 100 200 500'",
        "BYTES, 1024 5000 70000, '1024 2048 4096 8192 16384 32768 65536'",
        "BYTES, 1000 1100 1300, '768 1024 1280'",
        "COUNT, 7 7 7, '7'",
        "COUNT, -3 4, '-4 -2 0 2 4'",
        "RATIO, 0.1 0.15 0.31, '0.1 0.15 0.2 0.25 0.3'",
    })
    void bucketsBeginAtRoundNumbers(Kind kind, String values, String begins) {
        double[] numbers = java.util.Arrays.stream(values.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        String most = kind == Kind.COUNT && numbers.length == 2 ? " 5" : numbers[0] == 21_000_000 ? " 3" : "";
        most = kind == Kind.RATIO ? " 5" : numbers[0] == 1000 ? " 3" : most;
        Field from = run("histogram x" + most, table(kind, numbers)).fields().getFirst();
        List<Double> found = new ArrayList<>();
        for (int row = 0; row < from.column().size(); row++) {
            found.add(from.number(row));
        }
        assertThat(found)
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b))
                .isEqualTo(java.util.Arrays.stream(begins.split(" "))
                        .map(Double::valueOf)
                        .toList());
    }

    @Test
    void textHasBarsWithinTheWidth() throws Exception {
        double[] values = new double[400];
        for (int i = 0; i < values.length; i++) {
            values[i] = i < 300 ? 3_000_000 : 40_000_000;
        }
        Relation rows = run(
                "histogram",
                new Relation(
                        "t",
                        List.of(table(Kind.NANOS, values).fields().getFirst().named("duration")),
                        400));
        for (int width : new int[] {40, 80, 120}) {
            StringWriter out = new StringWriter();
            Section section = new Section("rows", "", List.of(rows.table("", 0, rows.rows(), List.of())), List.of());
            Format.TEXT.renderer(new TextOptions(width, false)).render(new Report("rows", "", List.of(section)), out);
            assertThat(out.toString().lines()).allMatch(line -> line.length() <= width);
            assertThat(out.toString()).contains("2 ms", "5 ms", "300").contains("█");
        }
    }

    @Test
    void withoutAFieldItIsTheDurationOrTheOnlyNumber() {
        Relation several = Relations.of(
                "t",
                List.of("at", "duration", "size", "name"),
                List.of(List.of(new Cell.Time(Instant.EPOCH), new Cell.Nanos(7), Cell.bytes(9), Cell.text("a"))));
        assertThat(run("histogram", several).fields().getFirst().kind()).isEqualTo(Kind.NANOS);
        assertThat(run("select size, name | histogram", several)
                        .fields()
                        .getFirst()
                        .kind())
                .isEqualTo(Kind.BYTES);
        assertThatThrownBy(() -> run("histogram name", several))
                .hasMessage("histogram needs numbers, and name is a text; use for example by name");
        assertThatThrownBy(() -> run("histogram at", several))
                .hasMessage("histogram needs numbers, and at is a time; use for example per 1s");
        assertThatThrownBy(() -> run("select size, size as more | histogram", several))
                .hasMessage("missing field name: histogram FIELD; there are size, more");
        assertThatThrownBy(() -> run("histogram size 1", several))
                .hasMessage("histogram needs a number of buckets from 2 to 200, for example histogram duration 20");
    }
}
