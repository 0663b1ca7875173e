package dev.loomweight.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.program.Programs.Run;
import dev.loomweight.program.SleeperPrograms.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which sleepers are run, and in which order. */
class SleepersPlanTest {

    private static final String SAMPLES = "loomweight.samples";

    @TempDir
    private Path folder;

    private String before = "";

    @BeforeEach
    void nameTheSamples() {
        before = System.getProperty(SAMPLES, "");
        System.setProperty(SAMPLES, folder.toString());
    }

    @AfterEach
    void forget() {
        if (before.isEmpty()) {
            System.clearProperty(SAMPLES);
        } else {
            System.setProperty(SAMPLES, before);
        }
    }

    @Test
    void repetitionIsOutermostAndEverySecondOneRunsBackwards() {
        SleeperPrograms sweep = new SleeperPrograms(
                List.of(Kind.PLATFORM),
                List.of(5),
                List.of(0, 10, 100),
                List.of(Optional.empty()),
                List.of(Optional.empty()),
                List.of(false),
                true);
        RunRequest request = new RunRequest(sweep, List.of(Optional.empty()), 3, Duration.ZERO, folder.resolve("out"));

        List<Run> plan = request.programs().plan(request, request.findJdks());

        assertThat(plan)
                .extracting(run -> ((SleepersRun) run.kind()).depth())
                .containsExactly(0, 10, 100, 100, 10, 0, 0, 10, 100);
        assertThat(plan)
                .extracting(run -> String.valueOf(run.sample().known().get("sweep")))
                .startsWith("{run=1, of=9, repeat=1}")
                .endsWith("{run=9, of=9, repeat=3}");
        assertThat(plan)
                .extracting(run -> String.valueOf(run.sample().folder().getFileName()))
                .startsWith("001-platform-threads5-depth0.lw", "002-platform-threads5-depth10.lw")
                .isSorted();
    }

    @Test
    void everyValueMeetsEveryOther() {
        SleeperPrograms all = new SleeperPrograms(
                List.of(Kind.PLATFORM, Kind.VIRTUAL),
                List.of(1, 2),
                List.of(3, 4, 5),
                List.of(Optional.empty(), Optional.of(7L)),
                List.of(Optional.empty()),
                List.of(true, false),
                true);
        List<SleepersRun> matrix = all.matrix(List.of(TargetJdk.find(null)));

        assertThat(new HashSet<>(matrix)).hasSize(2 * 2 * 3 * 2 * 2).hasSameSizeAs(matrix);
    }
}
