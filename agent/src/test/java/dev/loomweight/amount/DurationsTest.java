package dev.loomweight.amount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.agent.AgentOptions;
import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    /**
     * A text, and what it means.
     *
     * @param nanos null if it is no length of time
     */
    record Row(String text, @Nullable Long nanos) {}

    static List<Row> table() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/dev/loomweight/amount/durations.csv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(",", -1))
                .map(cells -> new Row(cells[0], cells[1].isEmpty() ? null : Long.valueOf(cells[1])))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("table")
    void lengthsOfTimeAreRead(Row row) {
        if (row.nanos() == null) {
            assertThatThrownBy(() -> Durations.parse(row.text()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("duration '" + row.text() + "'");
        } else {
            assertThat(Durations.parse(row.text())).isEqualTo(Duration.ofNanos(row.nanos()));
        }
    }

    @ParameterizedTest
    @MethodSource("table")
    void theAgentsOptionsAreOfTheSameGrammar(Row row) {
        String option = "log-longer=" + row.text();
        if (row.nanos() == null) {
            assertThatThrownBy(() -> AgentOptions.parse("", option))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("log-longer")
                    .hasMessageContaining("duration '" + row.text().strip() + "'");
        } else {
            assertThat(AgentOptions.parse("", option).logged().longer()).isEqualTo(Duration.ofNanos(row.nanos()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 1000, 1_500, 2_000_000, 1_500_000, 60_000_000_000L})
    void whatIsWrittenIsReadAgain(long nanos) {
        Duration duration = Duration.ofNanos(nanos);
        assertThat(Durations.parse(Durations.written(duration))).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "999, 999ns",
        "1000, 1us",
        "1999, 1999ns",
        "1001000, 1001us",
        "1000000, 1ms",
        "90000000000, 90s",
        "120000000000, 2m",
        "5400000000000, 90m",
        "7200000000000, 2h"
    })
    void theLargestUnitOfWhichItIsAWholeNumberIsWritten(long nanos, String written) {
        assertThat(Durations.written(Duration.ofNanos(nanos))).isEqualTo(written);
        assertThat(Durations.text(Duration.ofNanos(nanos))).isEqualTo(Durations.text(nanos));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "850, 850 ns",
        "-850, -850 ns",
        "1500, 1.5 µs",
        "37000000, 37 ms",
        "1240000000, 1.24 s",
        "612000000000, 10 min 12 s",
        "7500000000000, 2 h 5 min",
        "7200000000000000, '2,000 h'",
        "999, 999 ns",
        "1000, 1 µs",
        "999499, 999 µs",
        "999500, 1 ms",
        "999499999, 999 ms",
        "999500000, 1 s",
        "59949999999, 59.9 s",
        "59950000000, 1 min",
        "3599000000000, 59 min 59 s",
        "3599500000000, 1 h",
        "9223372036854775807, ≥ 292 years"
    })
    void forPeopleThereAreThreeFigures(long nanos, String text) {
        assertThat(Durations.text(nanos)).isEqualTo(text);
    }
}
