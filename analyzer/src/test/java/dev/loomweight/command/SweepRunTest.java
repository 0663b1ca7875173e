package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.Jdks;
import dev.loomweight.capture.DataException;
import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.launch.RunPrograms;
import dev.loomweight.program.RunRequest;
import dev.loomweight.program.SleeperPrograms;
import dev.loomweight.program.SleeperPrograms.Kind;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps of real JVMs, small, and the relations that must hold in what is reported of them. */
@Tag("applications")
class SweepRunTest {

    /** The least and the most that a frame takes in a stack chunk, in bytes: inlined in pairs, and interpreted. */
    private static final long SMALLEST_FRAME = 16;

    private static final long LARGEST_FRAME = 200;

    @TempDir
    private Path folder;

    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void nameTheSamples() throws Exception {
        Class<?> sample = Class.forName("dev.loomweight.samples.Sleepers");
        System.setProperty(
                "loomweight.samples",
                Path.of(sample.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString());
    }

    @Test
    void twoByTwoOnTwoJdksIsOneReportAndCanBeReadAgain() {
        TargetJdk old = TargetJdk.find(Jdks.home(Jdks.BOTH.getFirst()));
        TargetJdk newest = TargetJdk.find(Jdks.home(Jdks.BOTH.getLast()));
        Path captures = folder.resolve("sweep.lw");

        RunPrograms.SeriesResult outcome = RunPrograms.run(
                new RunRequest(
                        new SleeperPrograms(
                                List.of(Kind.VIRTUAL),
                                List.of(61, 401),
                                List.of(0, 300),
                                List.of(Optional.empty()),
                                List.of(Optional.empty()),
                                List.of(false),
                                true),
                        List.of(Optional.of(old.home()), Optional.of(newest.home())),
                        1,
                        Duration.ZERO,
                        captures),
                steps::add,
                () -> false);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.interrupted()).isFalse();
        assertThat(captures.resolve("001-virtual-threads61-depth0-jdk" + old.version() + ".lw/capture.json"))
                .content()
                .contains("\"run\": 1", "\"of\": 8");
        assertThat(steps).anyMatch(step -> step.startsWith("run 1 of 8: virtual, 61 threads, 0 frames, JDK "));
        assertThat(steps).anyMatch(step -> step.matches("run 8 of 8, \\d+:\\d\\d left: virtual, 401 threads, .*"));
        Report report = report(captures);
        assertThat(report.sections()).singleElement().satisfies(section -> {
            assertThat(section.id()).isEqualTo("sweep");
            assertThat(section.findings()).isEmpty();
        });
        Table cost = table(report, "cost");
        assertThat(cost.rows())
                .hasSize(8)
                .allSatisfy(row -> assertThat(row.cells()).noneMatch(Cell.Absent.class::isInstance));
        List<Table.Row> heaps = table(report, "slopes").rows().stream()
                .filter(row -> row.cells().getFirst().equals(Cell.text("live heap")))
                .toList();
        assertThat(heaps).hasSize(2).allSatisfy(row -> {
            assertThat(row.cells().get(1)).isEqualTo(Cell.count(4));
            assertThat(bytes(row.cells().get(4))).isBetween(SMALLEST_FRAME, LARGEST_FRAME);
            assertThat(bytes(row.cells().get(3))).as("half width").isNotNegative();
        });
        oneRunOfItAloneIsReportedWhole(captures, newest);
    }

    private static void oneRunOfItAloneIsReportedWhole(Path captures, TargetJdk jdk) {
        Report alone = report(captures.resolve("008-virtual-threads401-depth300-jdk" + jdk.version() + ".lw"));

        assertThat(table(alone, "costPerThread").rows())
                .singleElement()
                .satisfies(row -> assertThat(row.cells()).startsWith(Cell.text("virtual"), Cell.count(401)));
    }

    @Test
    void aRunThatFailsSaysSoAndTheOthersRun() {
        TargetJdk newest = TargetJdk.find(Jdks.home(Jdks.BOTH.getLast()));
        Path captures = folder.resolve("sweep.lw");

        // No JVM starts with stacks of 1 KB.
        RunPrograms.SeriesResult outcome = RunPrograms.run(
                new RunRequest(
                        new SleeperPrograms(
                                List.of(Kind.PLATFORM),
                                List.of(5),
                                List.of(0),
                                List.of(Optional.of(1024L), Optional.of(1L << 20)),
                                List.of(Optional.empty()),
                                List.of(false),
                                true),
                        List.of(Optional.of(newest.home())),
                        1,
                        Duration.ZERO,
                        captures),
                steps::add,
                () -> false);

        assertThat(outcome.interrupted()).isFalse();
        assertThat(outcome.failures())
                .singleElement()
                .asString()
                .startsWith("run 1 (platform, 5 threads, 0 frames, JDK " + newest.version() + "): the target ended");
        Report report = report(captures);
        List<Table.Row> rows = table(report, "cost").rows();
        assertThat(rows).hasSize(2);
        assertThat(rows.getFirst().cells().get(1)).isEqualTo(Cell.bytes(1024));
        assertThat(rows.getFirst().cells().getLast()).isInstanceOf(Cell.Absent.class);
        assertThat(rows.getLast().cells().get(1)).isEqualTo(Cell.bytes(1 << 20));
        assertThat(rows.getLast().cells().getLast()).isInstanceOf(Cell.Bytes.class);
        assertThat(report.sections().getFirst().findings())
                .extracting(Finding::id)
                .containsExactly("runFailed");
    }

    @Test
    void nothingIsStartedWhereAJdkIsNone() {
        Path captures = folder.resolve("sweep.lw");

        assertThatThrownBy(() -> RunPrograms.run(
                        request(List.of(0, 1), 2, List.of(Optional.of(folder)), captures), steps::add, () -> false))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("there is no JDK at ");
        assertThat(Files.exists(captures)).isFalse();
        assertThat(steps).isEmpty();
    }

    @Test
    void aStopIsHeardBetweenRuns() {
        TargetJdk newest = TargetJdk.find(Jdks.home(Jdks.BOTH.getLast()));

        RunPrograms.SeriesResult outcome = RunPrograms.run(
                request(List.of(0, 1), 1, List.of(Optional.of(newest.home())), folder.resolve("sweep.lw")),
                steps::add,
                () -> true);

        assertThat(outcome.interrupted()).isTrue();
        assertThat(outcome.ended()).isZero();
        assertThat(steps).singleElement().asString().startsWith("interrupted in run 1 of 2; ");
    }

    private static RunRequest request(List<Integer> depths, int repeats, List<Optional<Path>> jdks, Path captures) {
        return new RunRequest(sleepers(depths), jdks, repeats, Duration.ZERO, captures);
    }

    private static SleeperPrograms sleepers(List<Integer> depths) {
        return new SleeperPrograms(
                List.of(Kind.PLATFORM),
                List.of(5),
                depths,
                List.of(Optional.empty()),
                List.of(Optional.empty()),
                List.of(false),
                true);
    }

    private static Report report(Path captures) {
        Question.Answer answer = Question.REPORT.ask(InputOptions.of(captures));
        assertThat(answer.problems()).isEmpty();
        return answer.report();
    }

    private static long bytes(Cell cell) {
        assertThat(cell).isInstanceOf(Cell.Bytes.class);
        return ((Cell.Bytes) cell).value();
    }

    private static Table table(Report report, String id) {
        return report.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter((Block block) -> block.id().equals(id))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + id));
    }
}
