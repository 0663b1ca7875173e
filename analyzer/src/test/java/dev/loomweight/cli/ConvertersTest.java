package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ConvertersTest {

    @ParameterizedTest
    @CsvSource({"512k, 524288", "1m, 1048576", "2GB, 2147483648", "1M, 1048576", "4096b, 4096", "0, 0"})
    void sizesAsJvmFlagsWriteThem(String written, long bytes) {
        assertThat(new Converters.OfSize().convert(written)).isEqualTo(bytes);
    }

    @Test
    void aSizeWithoutAUnitIsRefusedAndNamesWhatCanBeMeant() {
        assertThatThrownBy(() -> new Converters.OfSize().convert("512"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("size '512' has no unit; expected for example 512k, 512m or 512g, or 512b for bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1k", "1.m", "1p", "9999999999999g"})
    void whatIsNoSizeIsRefused(String written) {
        assertThatThrownBy(() -> new Converters.OfSize().convert(written)).isInstanceOf(TypeConversionException.class);
    }

    @ParameterizedTest
    @CsvSource({"2026-11-21T10:15:00Z, 2026-11-21T10:15:00Z", "2026-11-21T10:15:00.5+02:00, 2026-11-21T08:15:00.500Z"})
    void pointsInTime(String written, Instant time) {
        assertThat(new Converters.OfInstant().convert(written)).isEqualTo(time);
    }

    @Test
    void aPointInTimeWithoutAnOffsetIsOfThisMachine() {
        assertThat(new Converters.OfInstant().convert("2026-11-21T10:15:00"))
                .isEqualTo(LocalDateTime.of(2026, 11, 21, 10, 15)
                        .atZone(ZoneId.systemDefault())
                        .toInstant());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "10:15", "2026-11-21"})
    void whatIsNoPointInTimeIsRefused(String written) {
        assertThatThrownBy(() -> new Converters.OfInstant().convert(written))
                .isInstanceOf(TypeConversionException.class);
    }

    @Test
    void withoutATerminalThereIsNoColourAndAFixedWidth() {
        assertThat(console(Map.of("TERM", "xterm")))
                .returns(false, Console::terminal)
                .returns(false, Console::colour)
                .returns(Console.WIDTH_WITHOUT_TERMINAL, Console::width);
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "nonsense")).terminal()).isFalse();
    }

    @Test
    void aTerminalHasItsWidthAndColourUnlessTheUserSaysNo() {
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "TERM", "xterm")))
                .returns(61, Console::width)
                .returns(Console.USUAL_ROWS, Console::rows)
                .returns(true, Console::colour);
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "LOOMWEIGHT_ROWS", "19"))
                        .rows())
                .isEqualTo(19);
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "NO_COLOR", "1")).colour())
                .isFalse();
        assertThat(console(Map.of("LOOMWEIGHT_COLUMNS", "61", "TERM", "dumb")).colour())
                .isFalse();
    }

    private static Console console(Map<String, String> environment) {
        return Console.of(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), environment);
    }
}
