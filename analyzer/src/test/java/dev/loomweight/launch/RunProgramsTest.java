package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.program.ExperimentSize;
import dev.loomweight.program.MemoryProgram;
import dev.loomweight.program.Programs;
import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.PublishedMemory;
import dev.loomweight.program.RunRequest;
import dev.loomweight.program.SleeperPrograms;
import dev.loomweight.program.SleeperPrograms.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one runner of all programs: what it says, and what becomes of failures and stops. */
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
        RunPrograms.SeriesResult outcome = run(request(new MemoryProgram("mapped-file"), 1), false);

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
        RunRequest noSample = request(new MemoryProgram("none"), 1);
        assertThatThrownBy(() -> run(noSample, false)).hasMessageStartingWith("there is no sample none; there are ");

        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(steps).isEmpty();
    }

    private RunPrograms.SeriesResult run(RunRequest request, boolean stopping) {
        return RunPrograms.run(request, steps::add, () -> stopping);
    }

    private static SleeperPrograms sleepers(boolean sweep, Integer... depths) {
        return new SleeperPrograms(
                List.of(Kind.PLATFORM),
                List.of(5),
                List.of(depths),
                List.of(Optional.empty()),
                List.of(Optional.empty()),
                List.of(false),
                sweep);
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
