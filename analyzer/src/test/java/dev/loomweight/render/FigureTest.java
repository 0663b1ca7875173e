package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1 B",
        "168, 168 B",
        "1023, 1023 B",
        "1024, 1 KB",
        "2458, 2.4 KB",
        "28877, 28.2 KB",
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
        assertThat(Figure.of(Cell.bytes(bytes))).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "850, 850 ns",
        "12000, 12 µs",
        "999499, 999 µs",
        "999500, 1.00 ms",
        "37000000, 37.0 ms",
        "999500000, 1.00 s",
        "1240000000, 1.24 s",
        "-1240000000, -1.24 s",
        "59949999999, 59.9 s",
        "59950000000, 1:00 min",
        "95000000000, 1:35 min",
        "3599499999999, 59:59 min",
        "3600000000000, 1:00:00 h",
        "9223372036854775807, '2,562,047:47:17 h'",
    })
    void timesHaveThreeDigitsUpToAMinute(long nanos, String text) {
        assertThat(Figure.of(new Cell.Nanos(nanos))).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0 %",
        "-0.0, 0.0 %",
        "0.9644, 96.4 %",
        "1, 100.0 %",
        "0.9997, >99.9 %",
        "0.0001, <0.1 %",
        "-0.0001, >-0.1 %",
        "12.5, '1,250.0 %'",
        "NaN, –",
        "Infinity, –",
    })
    void ratiosNeverReadAsNoneOrAllWhenTheyAreNot(double ratio, String text) {
        assertThat(Figure.of(new Cell.Ratio(ratio))).hasToString(text);
    }

    @Test
    void countsHaveCommasAndTimesAreInUtc() {
        assertThat(Figure.of(Cell.count(-1_234_567))).hasToString("-1,234,567");
        assertThat(Figure.of(new Cell.Time(Instant.parse("2026-03-01T12:00:00.987Z"))))
                .hasToString("2026-03-01 12:00:00Z");
    }
}
