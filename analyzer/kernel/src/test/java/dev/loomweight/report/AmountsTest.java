package dev.loomweight.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1, 1 B",
        "168, 168 B",
        "1023, 1023 B",
        "1024, 1 KB",
        "2458, 2.4 KB",
        "28877, 28.2 KB",
        "1024000, 1000 KB",
        "1048063, 1023 KB",
        "1048064, 1 MB",
        "125829120, 120 MB",
        "4198400000, 3.91 GB",
        "-4198400000, -3.91 GB",
        "1099511627776, 1 TB",
        "9223372036854775807, 8 EB",
        "-9223372036854775808, -8 EB",
    })
    void bytesHaveTheUnitsOfHotSpot(long bytes, String text) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "850, 850 ns",
        "999, 999 ns",
        "1000, 1 µs",
        "1500, 1.5 µs",
        "12000, 12 µs",
        "999499, 999 µs",
        "999500, 1 ms",
        "37000000, 37 ms",
        "999500000, 1 s",
        "1240000000, 1.24 s",
        "-1240000000, -1.24 s",
        "59949999999, 59.9 s",
        "59950000000, 1 min",
        "95000000000, 1 min 35 s",
        "612000000000, 10 min 12 s",
        "3599499999999, 59 min 59 s",
        "3599500000000, 1 h",
        "3600000000000, 1 h",
        "7512000000000, 2 h 5 min",
        "-7512000000000, -2 h 5 min",
        "9223372036854775807, ≥ 292 years",
    })
    void durationsHaveThreeFiguresUpToAMinuteAndThenTwoUnits(long nanos, String text) {
        assertThat(Amounts.time(nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 %",
        "-0.0, 0 %",
        "0.5, 50 %",
        "0.9644, 96.4 %",
        "1, 100 %",
        "0.9997, >99.9 %",
        "0.0001, <0.1 %",
        "-0.0001, >-0.1 %",
        "1.234, 123 %",
        "12.5, '1,250 %'",
        "NaN, –",
        "Infinity, –",
    })
    void partsNeverReadAsNoneOrAllWhenTheyAreNot(double ratio, String text) {
        assertThat(Amounts.percent(ratio)).isEqualTo(text);
    }

    @Test
    void countsHaveCommasAndWhatNamesSomethingHasNone() {
        assertThat(Amounts.of(Cell.count(-1_234_567))).map(Object::toString).contains("-1,234,567");
        assertThat(Amounts.of(Cell.id(1_234_567))).map(Object::toString).contains("1234567");
        assertThat(Amounts.instant(Instant.parse("2026-03-01T12:00:00.987Z"))).isEqualTo("2026-03-01 12:00:00Z");
    }

    @Test
    void numberAndUnitStandApartForColumns() {
        assertThat(Amounts.of(new Cell.Nanos(612_000_000_000L))).contains(new Amounts.Amount("10 min 12", "s"));
        assertThat(Amounts.of(Cell.text("words"))).isEmpty();
        assertThat(Amounts.of(Cell.absent("off"))).isEmpty();
    }

    @Test
    void ofManyNamesTheFirstAreSaid() {
        assertThat(Amounts.names(List.of("a", "b"), 2, 3)).isEqualTo("a, b");
        assertThat(Amounts.names(List.of("a", "b", "c", "d"), 4, 3)).isEqualTo("a, b, c and 1 more");
        assertThat(Amounts.names(List.of("a", "b", "c"), 12, 3)).isEqualTo("a, b, c and 9 more");
    }
}
