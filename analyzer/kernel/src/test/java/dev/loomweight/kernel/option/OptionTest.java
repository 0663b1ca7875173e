package dev.loomweight.kernel.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How values are read, and which of them count. */
class OptionTest {

    private static final Option<Long> SIZE = Option.size("--size");
    private static final Option<Instant> TIME = Option.moment("-t --time");
    private static final Option<Integer> NUMBER = Option.number("--number").usually("3");

    private static Object read(Option<?> option, String text) {
        return option.value().reader().apply(text);
    }

    @Test
    void whatIsGivenWinsOverWhatIsUsual() {
        assertThat(Options.NONE.get(NUMBER)).isEqualTo(3);
        assertThat(Options.NONE.find(SIZE)).isNull();
        assertThat(Options.NONE.get(Option.flag("--flag"))).isFalse();
        assertThat(Options.NONE.get(Option.text("--text", "TEXT").repeated())).isEmpty();

        Options given = Options.NONE.with(NUMBER, 5).with(SIZE, 7L);
        assertThat(given.get(NUMBER)).isEqualTo(5);
        assertThat(given.without(List.of(NUMBER)).get(NUMBER)).isEqualTo(3);
        assertThat(Options.NONE.with(NUMBER, 9).orElse(given).get(NUMBER)).isEqualTo(9);
        assertThat(Options.NONE.with(NUMBER, 9).orElse(given).get(SIZE)).isEqualTo(7);
    }

    @Test
    void twoOfOneNameAndTypeAreTheSame() {
        assertThat(Option.number("--number", "Other words.")).isEqualTo(NUMBER).hasSameHashCodeAs(NUMBER);
        assertThat(Option.text("--number", "N")).isNotEqualTo(NUMBER);
        assertThat(NUMBER.repeated()).isNotEqualTo(NUMBER);
    }

    @ParameterizedTest
    @CsvSource({"512k, 524288", "1m, 1048576", "2GB, 2147483648", "1M, 1048576", "4096b, 4096", "0, 0"})
    void sizesAsJvmFlagsWriteThem(String written, long bytes) {
        assertThat(read(SIZE, written)).isEqualTo(bytes);
    }

    @Test
    void aSizeWithoutAUnitIsRefusedAndNamesWhatCanBeMeant() {
        assertThatThrownBy(() -> read(SIZE, "512"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("size '512' has no unit; expected for example 512k, 512m or 512g, or 512b for bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1k", "1.m", "1p", "9999999999999g"})
    void whatIsNoSizeIsRefused(String written) {
        assertThatThrownBy(() -> read(SIZE, written)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"2026-11-21T10:15:00Z, 2026-11-21T10:15:00Z", "2026-11-21T10:15:00.5+02:00, 2026-11-21T08:15:00.500Z"})
    void pointsInTime(String written, Instant time) {
        assertThat(read(TIME, written)).isEqualTo(time);
    }

    @Test
    void aPointInTimeWithoutAnOffsetIsOfThisMachine() {
        assertThat(read(TIME, "2026-11-21T10:15:00"))
                .isEqualTo(LocalDateTime.of(2026, 11, 21, 10, 15)
                        .atZone(ZoneId.systemDefault())
                        .toInstant());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "10:15", "2026-11-21"})
    void whatIsNoPointInTimeIsRefused(String written) {
        assertThatThrownBy(() -> read(TIME, written)).isInstanceOf(IllegalArgumentException.class);
    }
}
