package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of the house one has to walk through to follow a question from the command line to its answer. */
class EnteredFilesTest {

    private static final int MOST = 203;

    @TempDir
    private Path folder;

    @Test
    void pinsOfASmallRecordingEntersFewFiles() throws Exception {
        List<String> entered = EnteredFiles.of(
                folder,
                "pins",
                Path.of("src/test/resources/recordings/25/pins.jfr")
                        .toAbsolutePath()
                        .toString());
        assertThat(entered)
                .contains("dev/loomweight/cli/Main.java", "dev/loomweight/pinning/PinAnalysis.java")
                .hasSizeLessThanOrEqualTo(MOST);
    }
}
