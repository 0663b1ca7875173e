package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.CaptureRequest.SnapshotRequest;
import dev.loomweight.launch.CaptureRequest.Watched;
import dev.loomweight.launch.RecordRun;
import dev.loomweight.launch.RecordRun.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When {@code record} ends by itself, and what it says of that first. */
class RecordCommandTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "-            | -       | 60 | false | for 1 min; Ctrl-C ends it earlier (--duration until-ctrl-c: no limit)",
                "90s          | -       | 90 | false | for 1 min 30 s; Ctrl-C ends it earlier (--duration until-ctrl-c: no limit)",
                "0            | -       | 0  | false | for 0 ms; Ctrl-C ends it earlier (--duration until-ctrl-c: no limit)",
                "until-ctrl-c | -       | -  | false | until Ctrl-C",
                "-            | 3       | -  | true  | until its thread dumps are taken; Ctrl-C ends it earlier",
                "5m           | 3       | 300 | false | for 5 min; Ctrl-C ends it earlier (--duration until-ctrl-c: no limit)",
                "until-ctrl-c | 3       | -  | false | until Ctrl-C",
                "-            | sampled | 60 | false | for 1 min; Ctrl-C ends it earlier (--duration until-ctrl-c: no limit)",
                "until-ctrl-c | sampled | -  | false | until Ctrl-C",
            })
    void whatIsGivenDecidesWhenItEnds(
            @Nullable String given, @Nullable String dumps, @Nullable Long seconds, boolean dumped, String said) {
        DumpRequest taken = dumps == null
                ? null
                : dumps.equals("sampled")
                        ? DumpRequest.sampled(0.005)
                        : DumpRequest.of(Integer.parseInt(dumps), Duration.ofSeconds(2));

        Until until = RecordCommand.until(given == null ? null : RecordCommand.Length.parse(given), taken);

        assertThat(until).isEqualTo(new Until(seconds == null ? null : Duration.ofSeconds(seconds), dumped));
        assertThat(RecordCommand.announcement(new RecordRun.Request(4711, "Shop", until, 1, capture(taken))))
                .isEqualTo("recording process 4711 (Shop) " + said);
    }

    @Test
    void whatIsNoDurationIsToldWhatIs() {
        assertThatThrownBy(() -> RecordCommand.Length.parse("forever"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid duration 'forever'; expected for example 500ms, 2s or 1m, or until-ctrl-c");
    }

    private static CaptureRequest capture(@Nullable DumpRequest dumps) {
        return new CaptureRequest(
                Path.of("shop.lw"),
                new SnapshotRequest(Duration.ofSeconds(10), EnumSet.noneOf(Part.class), false),
                null,
                0,
                false,
                Watched.NOTHING,
                dumps,
                Map.of());
    }
}
