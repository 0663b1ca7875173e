package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.Shifted;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a folder with the recordings of many processes. */
class FolderCommandTest {

    private static final Path PINS = Recordings.of(25, Scene.PINS);

    @TempDir
    private Path temporary;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path folder = Path.of("");

    @BeforeEach
    void record() throws IOException {
        folder = Files.createDirectories(temporary.resolve("pods"));
        for (int i = 0; i < 20; i++) {
            Shifted.copy(PINS, 1_000_000_007L * i, folder.resolve("pod-" + (10 + i) + ".jfr"));
        }
    }

    private int run(String line) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return CliRun.run(out, err, line.replace("DIR", folder.toString()).split(" "));
    }

    @Test
    void manyRecordingsAreOneReport() throws IOException {
        Files.copy(Recordings.of(25, Scene.PINNING_OFF), folder.resolve("off.jfr"));
        Files.copy(folder.resolve("pod-13.jfr"), folder.resolve("pod-13-again.jfr"));

        assertThat(run("pins DIR")).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("Virtual threads were pinned 100 times")
                .contains("20 recordings: 100 pins recorded (threshold 0 ms, no truncated stacks).")
                .contains("off.jfr: Pinning was not recorded: jdk.VirtualThreadPinned was off.")
                .contains("Processes, most starved and costliest first")
                .contains("Left out, because other inputs contain the same: " + folder + "/pod-13.jfr")
                .contains("20 recordings jdk.VirtualThreadPinned recorded 100 0 ms on")
                .contains("off.jfr jdk.VirtualThreadPinned off");
        assertThat(out.toString().lines())
                .as("as long as that of one, and not twenty times")
                .hasSizeLessThan(200);
        assertThat(err.toString()).isEmpty();

        assertThat(run("pins --format json DIR")).isZero();
        assertThat(out.toString().split("\"lostBytes\""))
                .as("every recording, for programs")
                .hasSize(22);
    }

    @Test
    void aRecordingThatCannotBeReadIsNamedAndNoBudgetPassesWithoutIt() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.jfr"), "no recording");

        assertThat(run("pins DIR")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "loomweight pins: " + bad + " is not a recording: it looks like text" + System.lineSeparator());
        assertThat(out.toString()).contains("pinned 100 times").contains("Not read:");

        assertThat(run("check --budget pins=1000 DIR")).isEqualTo(3);
        assertThat(out.toString().replaceAll("\\s+", " ")).contains("nothing could be read of " + bad);
        assertThat(run("check --budget pins=1000 --save-baseline " + temporary.resolve("b.json") + " DIR"))
                .isEqualTo(1);
        assertThat(temporary.resolve("b.json")).doesNotExist();

        Files.delete(bad);
        assertThat(run("check --budget pins=1000 DIR")).isZero();
    }

    @Test
    void twoFoldersAreCompared() throws IOException {
        Path after = Files.createDirectories(temporary.resolve("after"));
        for (int i = 0; i < 3; i++) {
            Shifted.copy(PINS, 3_000_000_007L * i, after.resolve("pod-" + i + ".jfr"));
        }

        assertThat(run("diff DIR " + after)).isZero();
        assertThat(out.toString()).contains("15");
    }

    @Test
    void thePromptOpensAFolder() throws IOException {
        Files.write(folder.resolve("bad.jfr"), new byte[0]);

        assertThat(run("repl DIR -c inputs -c types")).isZero();
        assertThat(out.toString().replaceAll("\\s+", " ")).contains("20 recordings, 1 unreadable");
        assertThat(out.toString()).containsPattern("jdk.VirtualThreadPinned +100");
    }
}
