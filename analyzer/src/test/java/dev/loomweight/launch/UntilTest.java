package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.launch.RecordRun.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a capture ends by itself. */
class UntilTest {

    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private DumpTaker taker(DumpRequest request) {
        RollingCapture capture = new RollingCapture(CaptureFolder.create(folder.resolve("a.lw")), 1, Map.of());
        return new DumpTaker(request, capture.dumps(1, 1, 0), capture, remark -> {});
    }

    private static long before(Duration time) {
        return System.nanoTime() - time.toNanos();
    }

    @Test
    void atItsTimeWhereNoDumpIsNeeded() {
        Until until = Until.after(LONG);

        assertThat(until.isOver(before(Duration.ZERO), null)).isFalse();
        assertThat(until.isOver(before(LONG), null)).isTrue();
        assertThat(until.isOver(before(LONG), taker(DumpRequest.sampled(1)))).isTrue();
        assertThat(Until.STOPPED.isOver(before(LONG), null)).isFalse();
    }

    /** Not before the dumps are there that show what does not move, unless these take far too long. */
    @Test
    void laterWhereDumpsAreNeeded() {
        DumpTaker taker = taker(DumpRequest.looking(1));

        assertThat(Until.after(Duration.ofMillis(1)).isOver(before(Duration.ofMillis(1)), taker))
                .isFalse();
        assertThat(Until.after(LONG).isOver(before(LONG.plusMinutes(2)), taker)).isTrue();
    }
}
