package dev.loomweight.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.launch.TargetJdk;
import dev.loomweight.program.Programs.Run;
import dev.loomweight.program.Sleepers.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one runner of all programs: in which order it runs them, what it says, and what becomes of failures and stops. */
class RunProgramsTest {

    private static final String SAMPLES = "loomweight.samples";

    @TempDir
    private Path folder;

    private final List<String> steps = new ArrayList<>();
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
    void inASeriesAFailureIsALineAndTheOtherRunsAreMade() throws Exception {
        RunPrograms.SeriesResult outcome = run(request(sleepers(true, 0, 10), 2), false);

        assertThat(outcome.interrupted()).isFalse();
        assertThat(outcome.failures()).hasSize(4);
        assertThat(outcome.failures().getFirst())
                .startsWith("run 1 (platform, 5 threads, 0 frames, JDK 24.0.9): the target ended with exit status 3");
        assertThat(steps).first().isEqualTo("run 1 of 4: platform, 5 threads, 0 frames, JDK 24.0.9: starting");
        assertThat(steps)
                .anyMatch(step -> step.matches("run 4 of 4, \\d+:\\d\\d left: platform, 5 threads, 0 frames, .*"));
    }

    @Test
    void outsideASeriesThereAreNoNumbers() throws Exception {
        RunPrograms.SeriesResult outcome = run(request(sleepers(false, 0), 1), false);

        assertThat(outcome.failures())
                .singleElement()
                .asString()
                .startsWith("platform, JDK 24.0.9: the target ended with exit status 3");
        assertThat(steps).containsOnly("platform, JDK 24.0.9: starting");
        assertThat(folder.resolve("out/platform.lw/capture.json")).exists();
    }

    @Test
    void aSampleOfMemoryIsTheRequestedFolderItself() throws Exception {
        RunPrograms.SeriesResult outcome = run(request(new MemorySample("mapped-file"), 1), false);

        assertThat(outcome.failures()).singleElement().asString().startsWith("the target ended with exit status 3");
        assertThat(steps).containsOnly("starting");
        assertThat(folder.resolve("out/capture.json")).content().contains("\"target\": \"mapped-file\"");
    }

    @Test
    void aStopEndsAnySeriesInTheSameWords() throws Exception {
        for (Programs series : List.of(
                sleepers(true, 0),
                new PublishedExperiment("handoff", ExperimentSize.SHORT, 0),
                new PublishedMemory(ExperimentSize.SHORT))) {
            steps.clear();
            RunPrograms.SeriesResult outcome = run(request(series, 1), true);

            assertThat(outcome.interrupted()).isTrue();
            assertThat(outcome.ended()).isZero();
            assertThat(steps).singleElement().asString().matches("interrupted in run 1 of [12]; .*/out");
        }
        steps.clear();
        assertThat(run(request(sleepers(false, 0), 1), true).interrupted()).isTrue();
        assertThat(steps).isEmpty();
    }

    @Test
    void nothingIsWrittenIfSomethingIsNotThere() throws Exception {
        RunRequest noJdk = new RunRequest(
                sleepers(true, 0), List.of(Optional.of(folder)), 1, Duration.ZERO, folder.resolve("out"));
        assertThatThrownBy(() -> run(noJdk, false))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no JDK at");
        RunRequest unknown = request(new PublishedExperiment("none", ExperimentSize.SHORT, 0), 1);
        assertThatThrownBy(() -> run(unknown, false)).hasMessageStartingWith("there is no experiment none; there are ");
        RunRequest noSample = request(new MemorySample("none"), 1);
        assertThatThrownBy(() -> run(noSample, false)).hasMessageStartingWith("there is no sample none; there are ");

        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(steps).isEmpty();
    }

    @Test
    void repetitionIsOutermostAndEverySecondOneRunsBackwards() {
        RunRequest request = own(sleepers(true, 0, 10, 100), 3);

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
        Sleepers all = new Sleepers(
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

    private RunPrograms.SeriesResult run(RunRequest request, boolean stopping) {
        return RunPrograms.run(request, steps::add, () -> stopping);
    }

    private static Sleepers sleepers(boolean sweep, Integer... depths) {
        return new Sleepers(
                List.of(Kind.PLATFORM),
                List.of(5),
                List.of(depths),
                List.of(Optional.empty()),
                List.of(Optional.empty()),
                List.of(false),
                sweep);
    }

    private RunRequest own(Programs programs, int repeats) {
        return new RunRequest(programs, List.of(Optional.empty()), repeats, Duration.ZERO, folder.resolve("out"));
    }

    /** On a JDK that does not start. */
    private RunRequest request(Programs programs, int repeats) throws IOException {
        Path broken = folder.resolve("broken");
        Path java = broken.resolve("bin/java");
        if (!Files.exists(java)) {
            Files.createDirectories(broken.resolve("bin"));
            Files.writeString(broken.resolve("release"), "JAVA_VERSION=\"24.0.9\"\n");
            Files.writeString(java, "#!/bin/sh\necho no java today\nexit 3\n");
            Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return new RunRequest(programs, List.of(Optional.of(broken)), repeats, Duration.ZERO, folder.resolve("out"));
    }
}
