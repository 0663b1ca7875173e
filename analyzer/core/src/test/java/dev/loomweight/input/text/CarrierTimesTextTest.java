package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierInterval.Row;
import dev.loomweight.times.CarrierText;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code carriers.txt}: what is there, what is unknown, and what a kill has cut. */
class CarrierTimesTextTest {

    private static final String TEXT = CarrierText.TITLE + """

            # any explanation
            carrier 4711 1000 600 200 10 8 1 1 ForkJoinPool-1-worker-1
            carrier - 900 - - 0 0 0 0 a name with blanks
            stopped 31
            interval 2026-11-23T10:00:00Z 2026-11-23T10:00:01.000001Z 2 3 1 0 - 77 2
            interval 2026-11-23T10:00:02Z 2026-11-23T10:00:03Z - - - - 5 - 0
            """;

    private static final CarrierTimes FIRST = new CarrierTimes(
            Instant.parse("2026-11-23T10:00:00Z"),
            Instant.parse("2026-11-23T10:00:01.000001Z"),
            List.of(
                    new Row(4711, "ForkJoinPool-1-worker-1", 1000, 600, 200, 10, 8, 1, 1, true),
                    new Row(-1, "a name with blanks", 900, -1, -1, 0, 0, 0, 0, true)),
            new Pool(2, 3, 1, 0),
            -1,
            31,
            77);

    private static final CarrierTimes SECOND = new CarrierTimes(
            Instant.parse("2026-11-23T10:00:02Z"),
            Instant.parse("2026-11-23T10:00:03Z"),
            List.of(),
            new Pool(-1, -1, -1, -1),
            5,
            -1,
            -1);

    private static TextRead read(String text) {
        return TextFormat.CARRIER_TIMES.read(new LineCursor(new StringReader(text), "carriers.txt"));
    }

    @Test
    void everyFigureHasItsPlaceAndUnknownIsNotZero() {
        assertThat(read(TEXT).samples()).containsExactly(FIRST, SECOND);
        assertThat(read(TEXT).notes()).isEmpty();
    }

    /** Of real JVMs: each carrier once an interval, and no more time than there was. */
    @ParameterizedTest
    @ValueSource(strings = {"21", "25"})
    void filesOfTheAgentAreReadWhole(String jdk) throws IOException {
        TextRead read = read(Files.readString(Path.of("../src/test/resources/carriers", jdk, "mixed.txt")));

        assertThat(read.notes()).isEmpty();
        assertThat(read.samples()).hasSizeGreaterThan(3).allSatisfy(sample -> {
            CarrierTimes times = (CarrierTimes) sample;
            long nanos = Duration.between(times.from(), times.to()).toNanos();
            assertThat(times.pool().parallelism()).isEqualTo(3);
            assertThat(times.carriers())
                    .extracting(Row::name)
                    .containsExactly("ForkJoinPool-2-worker-1", "ForkJoinPool-2-worker-2", "ForkJoinPool-2-worker-3");
            assertThat(times.carriers())
                    .allMatch(each -> each.wallNanos() <= 1.1 * nanos)
                    .allMatch(each -> each.runNanos() + each.waitNanos() <= 1.1 * nanos);
        });
    }

    /** Whatever is missing at the end: never a figure that was not written. */
    @Test
    void aFileThatIsCutAnywhereHasOnlyWholeIntervals() {
        int first = TEXT.indexOf(" 2\n") + 2;
        int second = TEXT.length() - 1;
        for (int end = 0; end <= TEXT.length(); end++) {
            assertThat(read(TEXT.substring(0, end)).samples())
                    .as("cut at %s", end)
                    .isEqualTo(end < first ? List.of() : end < second ? List.of(FIRST) : List.of(FIRST, SECOND));
        }
    }

    @Test
    void anIncompleteIntervalIsNoted() {
        assertThat(read(TEXT.substring(0, TEXT.indexOf("interval"))).notes())
                .containsExactly(
                        "incomplete: an interval of carriers.txt is incomplete and left out, as after a kill: 2 lines");
    }

    @Test
    void figuresThatContradictEachOtherAreNoFigures() {
        TextRead read = read("""
                carrier 1 10 -5 0 0 0 0 0 negative
                carrier 1 10 5 0 1 1 1 0 more looks than there were
                carrier 1 999999999999999999999 5 0 1 1 0 0 too large
                interval 2026-11-23T10:00:02Z 2026-11-23T10:00:01Z - - - - - - 0
                interval yesterday today - - - - - - 0
                interval 2026-11-23T10:00:02Z 2026-11-23T10:00:03Z - - - - - - 1
                """);
        assertThat(read.samples()).isEmpty();
        assertThat(read.notes().getFirst()).startsWith("unknown lines in carriers.txt: 5 (");
    }
}
