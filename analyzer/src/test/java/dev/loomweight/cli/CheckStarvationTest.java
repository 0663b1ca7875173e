package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Durations;
import dev.loomweight.bench.recording.ChunkWriter;
import dev.loomweight.bench.recording.FieldBytes;
import dev.loomweight.bench.recording.MetadataText;
import dev.loomweight.bench.recording.PinChunk;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gate on windows of starvation, in recordings of which each pin is known. */
class CheckStarvationTest {

    private static final int WINDOWS = 20;
    private static final int ENTER = 110;
    private static final int WAIT = 111;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({"PT1S, 3ms", "PT1H, 40ms", "PT6H, 100ms", "P7D, 100ms"})
    void windowsOfEveryLengthAreFoundInRecordingsOfEveryLength(Duration length, String each) throws IOException {
        long nanos = Durations.parse(each).toNanos();
        String recording = folder.resolve("long.jfr").toString();
        MetadataText types = PinChunk.metadata();
        PinChunk.event(types, ENTER, "jdk.JavaMonitorEnter");
        PinChunk.event(types, WAIT, "jdk.JavaMonitorWait");
        try (PinChunk chunk = new PinChunk(Path.of(recording), types)) {
            chunk.settings();
            for (int type : new int[] {ENTER, WAIT}) {
                for (String[] setting : new String[][] {{"enabled", "true"}, {"threshold", "0 ns"}}) {
                    FieldBytes fields = new FieldBytes().number(ChunkWriter.START);
                    chunk.writer()
                            .event(
                                    PinChunk.SETTING,
                                    fields.number(type).text(setting[0]).text(setting[1]));
                }
            }
            chunk.stacks(2);
            chunk.threads(1, 2);
            for (int i = 0; i < WINDOWS; i++) {
                long at = i * (length.toNanos() / WINDOWS) + 123_456;
                chunk.pin(at, nanos, 1, 1);
                chunk.pin(at, nanos, 2, 2);
            }
        }

        assertThat(check(recording, "starvation-windows=0")).isEqualTo(3);
        assertThat(out.toString()).contains("starvation-windows: 20 measured, 0 allowed.");
        assertThat(check(recording, "starvation-windows=20")).as("%s", out).isZero();
        String exact = WINDOWS * nanos / 1_000_000 + "ms";
        assertThat(check(recording, "starved-time=" + exact)).as("%s", out).isZero();
        assertThat(check(recording, "starved-time=" + (WINDOWS * nanos / 1_000_000 - 1) + "ms"))
                .isEqualTo(3);
    }

    private int check(String recording, String budget) {
        out.getBuffer().setLength(0);
        return CliRun.run(out, err, "check", recording, "--carriers", "2", "--budget", budget);
    }
}
