package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.report.Cell;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is computed of fields, against an evaluator that has exact numbers, and dimensions in place of units. */
class ArithmeticTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final List<String> NAMES =
            List.of("startTime", "endTime", "duration", "gcTime", "committed", "used", "n", "share");
    private static final int ROWS = 40;

    /**
     * A value that the test knows: nanoseconds, bytes or plain, by the exponents of their dimensions; a moment is no amount.
     *
     * @param number of a row; null where it is missing
     */
    private record True(int nanos, int bytes, boolean moment, boolean whole, List<@Nullable BigDecimal> number) {

        boolean isPlain() {
            return nanos == 0 && bytes == 0;
        }
    }

    private final Random random = new Random(58);
    private final List<List<Cell>> cells = new ArrayList<>();
    private final Relation rows = rows();

    private Relation rows() {
        for (int row = 0; row < ROWS; row++) {
            cells.add(List.of(
                    new Cell.Time(NOON.plusNanos(random.nextLong(1_000_000_000L))),
                    new Cell.Time(NOON.plusNanos(random.nextLong(1_000_000_000L))),
                    row > 0 && random.nextInt(8) == 0 ? Cell.absent("") : new Cell.Nanos(random.nextLong(100_000_000L)),
                    new Cell.Nanos(random.nextLong(1000)),
                    Cell.bytes(random.nextLong(1L << 30)),
                    row > 0 && random.nextInt(8) == 0 ? Cell.absent("") : Cell.bytes(random.nextLong(1L << 10)),
                    Cell.count(random.nextLong(-20, 20)),
                    new Cell.Ratio(random.nextInt(64) / 64.0)));
        }
        return Relations.of("t", NAMES, cells);
    }

    /** An expression and the truth; null where no unit fits. */
    private record Asked(String text, @Nullable True truth) {}

    private Asked asked(int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return switch (random.nextInt(6)) {
                case 0 -> new Asked("250ns", constant(1, 0, "250"));
                case 1 -> new Asked("3KB", constant(0, 1, "3072"));
                case 2 -> {
                    int number = random.nextInt(5);
                    yield new Asked("" + number, constant(0, 0, "" + number));
                }
                case 3 -> {
                    int field = random.nextInt(NAMES.size());
                    True all = field(field);
                    List<@Nullable BigDecimal> first =
                            new ArrayList<>(Collections.nCopies(ROWS, all.number.getFirst()));
                    yield new Asked(
                            "first(" + NAMES.get(field) + ")",
                            new True(all.nanos, all.bytes, all.moment, all.whole, first));
                }
                default -> {
                    int field = random.nextInt(NAMES.size());
                    yield new Asked(NAMES.get(field), field(field));
                }
            };
        }
        Asked left = asked(depth - 1);
        Asked right = asked(depth - 1);
        char sign = "+-*/".charAt(random.nextInt(4));
        String text = "(" + left.text + ") " + sign + (random.nextBoolean() ? " " : "") + "(" + right.text + ")";
        return new Asked(
                text, left.truth == null || right.truth == null ? null : computed(left.truth, sign, right.truth));
    }

    private static True constant(int nanos, int bytes, String number) {
        List<@Nullable BigDecimal> all = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            all.add(new BigDecimal(number));
        }
        return new True(nanos, bytes, false, true, all);
    }

    private True field(int field) {
        List<@Nullable BigDecimal> all = new ArrayList<>();
        for (List<Cell> row : cells) {
            all.add(
                    switch (row.get(field)) {
                        case Cell.Time time -> {
                            Instant at = time.value();
                            yield BigDecimal.valueOf(at.getEpochSecond())
                                    .multiply(BigDecimal.valueOf(1_000_000_000))
                                    .add(BigDecimal.valueOf(at.getNano()));
                        }
                        case Cell.Nanos nanos -> BigDecimal.valueOf(nanos.value());
                        case Cell.Bytes bytes -> BigDecimal.valueOf(bytes.value());
                        case Cell.Count count -> BigDecimal.valueOf(count.value());
                        case Cell.Ratio ratio -> BigDecimal.valueOf(ratio.value());
                        default -> null;
                    });
        }
        return new True(field < 4 ? 1 : 0, field == 4 || field == 5 ? 1 : 0, field < 2, field < 7, all);
    }

    private static @Nullable True computed(True left, char sign, True right) {
        boolean sum = sign == '+' || sign == '-';
        int nanos = sum ? left.nanos : left.nanos + (sign == '*' ? right.nanos : -right.nanos);
        int bytes = sum ? left.bytes : left.bytes + (sign == '*' ? right.bytes : -right.bytes);
        boolean alike = left.nanos == right.nanos && left.bytes == right.bytes;
        int moments = (left.moment ? 1 : 0) + (sign == '-' ? -1 : 1) * (right.moment ? 1 : 0);
        boolean fits = sum
                ? alike && (moments == 0 || moments == 1)
                : !left.moment && !right.moment && nanos >= 0 && bytes >= 0 && nanos + bytes <= 1;
        if (!fits) {
            return null;
        }
        boolean plain = nanos == 0 && bytes == 0;
        boolean whole = !plain || (left.whole && right.whole && sign != '/');
        List<@Nullable BigDecimal> all = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            BigDecimal one = left.number.get(row);
            BigDecimal other = right.number.get(row);
            BigDecimal value = one == null || other == null
                    ? null
                    : switch (sign) {
                        case '+' -> one.add(other);
                        case '-' -> one.subtract(other);
                        case '*' -> one.multiply(other);
                        default -> other.signum() == 0 ? null : one.divide(other, new MathContext(60));
                    };
            all.add(value == null ? null : whole ? halfUp(value) : value);
        }
        return new True(nanos, bytes, moments == 1, whole, all);
    }

    /** The nearest whole number; of two, the greater; null where 64 bits cannot hold it. */
    private static @Nullable BigDecimal halfUp(BigDecimal value) {
        BigDecimal near = value.add(new BigDecimal("0.5")).setScale(0, RoundingMode.FLOOR);
        return near.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 ? null : near;
    }

    @Test
    void whatIsComputedIsWhatExactNumbersAre() {
        int right = 0;
        int refused = 0;
        for (int i = 0; i < 6000; i++) {
            Asked asked = asked(random.nextInt(1, 4));
            String line = "t | select " + asked.text + " as x";
            True truth = asked.truth;
            if (truth == null) {
                assertThatThrownBy(() -> PipelineParser.parse(line).run((source, fields) -> rows))
                        .as(line)
                        .isInstanceOf(QueryException.class)
                        .hasMessageStartingWith("cannot ")
                        .hasMessageNotContaining("\n");
                refused++;
                continue;
            }
            Field field = PipelineParser.parse(line)
                    .run((source, fields) -> rows)
                    .fields()
                    .getFirst();
            Kind kind = field.kind();
            assertThat(kind == Kind.NANOS).as(line).isEqualTo(truth.nanos == 1 && !truth.moment);
            assertThat(kind == Kind.TIME).as(line).isEqualTo(truth.moment);
            assertThat(kind == Kind.BYTES).as(line).isEqualTo(truth.bytes == 1);
            assertThat(kind.isWhole()).as(line).isEqualTo(truth.whole || !truth.isPlain());
            for (int row = 0; row < ROWS; row++) {
                compare(line + " row " + row, field, row, truth);
            }
            right++;
        }
        assertThat(right).isGreaterThan(1000);
        assertThat(refused).isGreaterThan(1000);
    }

    private static void compare(String line, Field field, int row, True truth) {
        BigDecimal expected = truth.number.get(row);
        assertThat(field.isAbsent(row)).as(line).isEqualTo(expected == null);
        if (expected == null) {
            return;
        }
        // Fractions are of 53 bits: what is computed of them may differ in the last of these.
        double most = Math.max(1e-12, Math.abs(expected.doubleValue()) * 1e-9) + (truth.whole ? 1 : 0);
        BigDecimal computed =
                field.kind().isWhole() ? BigDecimal.valueOf(field.whole(row)) : BigDecimal.valueOf(field.number(row));
        assertThat(computed.subtract(expected).abs().doubleValue()).as(line).isLessThanOrEqualTo(most);
    }

    @Test
    void sumsAndDifferencesAreExact() {
        for (String pair : List.of("startTime - endTime", "duration + gcTime", "committed - used", "n * n")) {
            String[] words = pair.split(" ", -1);
            True truth = computed(field(NAMES.indexOf(words[0])), words[1].charAt(0), field(NAMES.indexOf(words[2])));
            Field field = PipelineParser.parse("t | select " + pair)
                    .run((source, fields) -> rows)
                    .fields()
                    .getFirst();
            assertThat(field.name()).isEqualTo(pair);
            for (int row = 0; row < ROWS; row++) {
                BigDecimal expected = truth == null ? null : truth.number.get(row);
                assertThat(field.value(row) instanceof Long whole ? BigDecimal.valueOf(whole) : null)
                        .isEqualTo(expected);
            }
        }
    }

    /** A condition keeps the rows for which the same difference is above 0. */
    @Test
    void conditionsComputeAsSelectDoes() {
        int kept = 0;
        for (int i = 0; i < 2000; i++) {
            Asked left = asked(2);
            Asked right = asked(2);
            if (left.truth == null || right.truth == null || computed(left.truth, '-', right.truth) == null) {
                continue;
            }
            if (left.truth.moment != right.truth.moment) {
                continue;
            }
            // Of a number that stands alone, the field decides the unit.
            Relation where = PipelineParser.parse("t | where (" + left.text + ") > (" + right.text + ")")
                    .run((source, fields) -> rows);
            Relation difference = PipelineParser.parse("t | select (" + left.text + ") - (" + right.text + ") as x")
                    .run((source, fields) -> rows);
            long above = 0;
            for (int row = 0; row < ROWS; row++) {
                Field x = difference.fields().getFirst();
                above += !x.isAbsent(row) && x.number(row) > 0 ? 1 : 0;
            }
            assertThat(where.rows()).as(left.text + " > " + right.text).isEqualTo((int) above);
            kept += where.rows();
        }
        assertThat(kept).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "select duration - committed | cannot subtract a size from a duration",
                "select duration - 5 | cannot subtract a number from a duration; a number needs a unit here, for example"
                        + " 20ms or 64KB",
                "select duration * gcTime | cannot multiply a duration by a duration",
                "select committed / duration | cannot divide a size by a duration; divide by the number of seconds: /"
                        + " (duration / 1s)",
                "select startTime + endTime | cannot add a time to a time",
                "select startTime - 12:00 | cannot compute with 12:00, a time of day; write a moment:"
                        + " 2026-11-21T13:05:10Z",
                "select duration - | missing field name at the end",
                "select firs(duration) | unknown function firs; did you mean first?",
                "where duration > committed | cannot compare duration, a duration, with committed, a size",
                "where duration > gcTim | t has no field gcTim; did you mean gcTime?",
            })
    void mistakesAreOneLine(String steps, String message) {
        assertThatThrownBy(() -> PipelineParser.parse("t | " + steps).run((source, fields) -> rows))
                .isInstanceOf(QueryException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "duration-gcTime, duration - gcTime",
        "2*duration, duration * 2",
        "-duration, duration * -1",
        "duration - gcTime - gcTime, duration - (gcTime * 2)",
        "committed + used * 2, committed + (used * 2)",
        "startTime - 2026-11-21T12:00:00Z, startTime - 2026-11-21T11:59:59Z - 1s",
        "committed / (gcTime / 1us) * 2, 2 * (committed / (gcTime / 1us))",
    })
    void blanksAndOrder(String one, String other) {
        assertThat(values(one)).isEqualTo(values(other));
    }

    private List<@Nullable Object> values(String expression) {
        Field field = PipelineParser.parse("t | select " + expression)
                .run((source, fields) -> rows)
                .fields()
                .getFirst();
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            values.add(field.value(row));
        }
        return values;
    }
}
