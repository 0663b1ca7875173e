package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.Jdks;
import dev.loomweight.capture.DataException;
import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.experiment.Experiment;
import dev.loomweight.experiment.ExperimentIndex;
import dev.loomweight.experiment.Experiments;
import dev.loomweight.launch.RunPrograms;
import dev.loomweight.program.ExperimentProgram;
import dev.loomweight.program.ExperimentSize;
import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.PublishedMemory;
import dev.loomweight.program.RunRequest;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiments in their short form: real JVMs, and what must be so of their figures whatever the machine does. */
@Tag("applications")
class ExperimentsTest {

    private static final String HOLDS = "holds";
    private static final String UNDECIDED = "undecided";

    @TempDir
    private Path folder;

    private int port;

    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void nameTheSamples() throws Exception {
        ShortRuns.nameTheSamples();
    }

    @Test
    void everyExperimentHasClaimsAndPrograms() throws Exception {
        assertThat(PublishedExperiment.names())
                .containsExactlyElementsOf(
                        Experiments.ALL.stream().map(Experiment::name).toList());
        for (List<ExperimentProgram> programs : ExperimentProgram.ALL.values()) {
            for (ExperimentProgram program : programs) {
                assertThat(Class.forName(program.mainClass()).getMethod("main", String[].class))
                        .isNotNull();
                assertThat(Stream.of(ExperimentSize.values())
                                .map(size -> program.arguments().apply(size).size())
                                .distinct())
                        .as("numbers of arguments of %s", program.part())
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks", "pools"})
    void everyFigureIsMeasuredAndEveryClaimJudged(String name) {
        Report report = run(name, 1, newest());

        assertThat(table(report, "figures").rows())
                .allSatisfy(row -> assertThat(row.cells().getLast()).isNotInstanceOf(Cell.Absent.class));
        assertThat(table(report, "claims").rows())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(words(row, 3)).isNotEqualTo(UNDECIDED));
        assertThat(table(report, "claims").rows())
                .filteredOn(row -> words(row, 0).matches("[12]0,000 tasks.*"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(words(row, 3)).startsWith(UNDECIDED + ": measured with "));
        assertThat(report.sections()).extracting(Section::id).contains("experiment", "reconciliation", "pins");
        assertThat(steps).anyMatch(step -> step.matches("run 1 of \\d: " + name + ", JDK .*"));
    }

    @Test
    void aLockIsHandedOnAndARepetitionIsShownOnce() {
        Report report = run("handoff", 2, newest());

        assertThat(table(report, "claims").rows())
                .hasSize(3)
                .allSatisfy(row -> assertThat(words(row, 3)).isEqualTo(HOLDS));
        assertThat(table(report, "figures").rows())
                .filteredOn(row -> words(row, 0).equals("number of carriers"))
                .singleElement()
                .satisfies(row -> assertThat(row.cells()).endsWith(Cell.count(1), Cell.count(0)));
        assertThat(report.sections().stream()
                        .filter(section -> section.id().equals("reconciliation"))
                        .flatMap(section -> section.blocks().stream())
                        .map(block -> block.id())
                        .filter(id -> id.matches("memory\\d*")))
                .as("the memory of one of the two runs")
                .containsExactly("memory1");
    }

    @Test
    void whatPinsTakesItsRoundsAndWhatDoesNotIsNotSaidTo() {
        Path old = Jdks.home(Jdks.BOTH.getFirst());
        Report report = run("limits", 1, old, newest());

        Table figures = table(report, "figures");
        assertThat(figures.rows())
                .allSatisfy(row -> assertThat(row.cells())
                        .noneMatch(cell ->
                                cell instanceof Cell.Absent why && !why.why().isEmpty()));
        for (int column : new int[] {2, 3}) {
            long rounds = nanos(figures, "time if every task pins its carrier", column);
            // Pinned tasks cannot be faster than their rounds; how much slower they are is the machine's affair.
            assertThat(nanos(figures, "below a native method", column)).isGreaterThanOrEqualTo(rounds);
            assertThat(nanos(figures, "in an upcall of a foreign function", column))
                    .isGreaterThanOrEqualTo(rounds);
            assertThat(nanos(figures, "in a class initializer", column)).isPositive();
            assertThat(count(figures, "values with one virtual thread per task", column))
                    .isEqualTo(count(figures, "threads with a ThreadLocal", column));
            assertThat(count(figures, "values with the pool", column))
                    .isEqualTo(count(figures, "threads of a pool that runs the same tasks", column));
        }
        assertThat(nanos(figures, "inside synchronized", 2))
                .isGreaterThanOrEqualTo(nanos(figures, "time if every task pins its carrier", 2));
        assertThat(table(report, "claims").rows())
                .filteredOn(row -> words(row, 0).contains("a million"))
                .singleElement()
                .satisfies(row -> assertThat(words(row, 3)).startsWith(UNDECIDED + ": measured with 2,000"));
        assertThat(table(report, "claims").rows())
                .filteredOn(row -> words(row, 0).startsWith("these values fill the heap"))
                .singleElement()
                .satisfies(
                        row -> assertThat(List.of(words(row, 3), words(row, 5))).containsOnly(HOLDS));
        assertThat(weighed(report))
                .hasSize(4)
                .allSatisfy(sentence ->
                        assertThat(sentence).containsPattern("^JDK [0-9.]+: 2,000 sleeping virtual threads took "));
    }

    @Test
    void theStatesThatADumpTellsAreMoreOnNewerJdks() {
        Path old = Jdks.home(Jdks.BOTH.getFirst());
        Report report = run("states", 1, old, newest());

        assertThat(table(report, "claims").rows()).allSatisfy(row -> {
            assertThat(words(row, 3)).as("on 21").isEqualTo(HOLDS);
            assertThat(words(row, 5)).as("on a newer one").isEqualTo("does not hold");
        });
        Table before = table(report, "states");
        assertThat(before.rows()).hasSize(13);
        assertThat(told(before)).doesNotContain("yes");
        Table now = table(report, "states2");
        assertThat(now.rows())
                .filteredOn(row -> List.of("PINNED", "TIMED_PINNED", "RUNNING").contains(words(row, 0)))
                .hasSize(3)
                .allSatisfy(row -> assertThat(words(row, 3)).isEqualTo("yes"));
        for (Table table : List.of(before, now)) {
            // What it is inside is what its name says.
            assertThat(table.rows())
                    .filteredOn(row -> !words(row, 3).equals("transient"))
                    .hasSizeGreaterThan(9)
                    .allSatisfy(row -> assertThat(words(row, 1)).startsWith(words(row, 0) + ","));
        }
    }

    @Test
    void aRunThatFailsSaysSoInItsRowAndTheOthersRun() throws Exception {
        Path broken = folder.resolve("broken");
        Files.createDirectories(broken.resolve("bin"));
        Files.writeString(broken.resolve("release"), "JAVA_VERSION=\"24.0.9\"\n");
        Files.writeString(broken.resolve("bin/java"), "#!/bin/sh\necho no java today\nexit 3\n");
        Files.setPosixFilePermissions(broken.resolve("bin/java"), PosixFilePermissions.fromString("rwxr-xr-x"));

        RunPrograms.SeriesResult outcome =
                RunPrograms.run(request("continuation", 1, broken, newest()), steps::add, () -> false);

        assertThat(outcome.interrupted()).isFalse();
        assertThat(outcome.failures())
                .singleElement()
                .asString()
                .startsWith("run 1 (continuation, JDK 24.0.9): the target ended with exit status 3");
        Report report = Question.REPORT
                .ask(InputOptions.of(folder.resolve("continuation.lw")))
                .report();
        Row claim = table(report, "claims").rows().getFirst();
        assertThat(claim.cells().get(2))
                .isInstanceOfSatisfying(
                        Cell.Absent.class, why -> assertThat(why.why()).contains("no java today"));
        assertThat(words(claim, 3)).isEqualTo(UNDECIDED);
        assertThat(words(claim, 5)).isEqualTo(HOLDS);
        assertThat(report.sections().getFirst().findings())
                .extracting(Finding::id)
                .containsExactly("experimentFailed");
    }

    @Test
    void whatSleepingThreadsWeighIsShownWithTheJdksSideBySide() {
        Path old = Jdks.home(Jdks.BOTH.getFirst());
        RunRequest request = request(PublishedMemory.NAME, 1, old, newest());
        RunPrograms.SeriesResult outcome = RunPrograms.run(request, steps::add, () -> false);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.interrupted()).isFalse();
        Report report = Question.REPORT.ask(InputOptions.of(request.folder())).report();
        assertThat(new ExperimentIndex(List.of(), Instant.EPOCH)
                        .add(PublishedMemory.NAME, report)
                        .sections()
                        .getFirst()
                        .id())
                .isEqualTo("publishedClaims");
        Table claims = table(report, "claims");
        assertThat(claims.rows())
                .hasSize(5)
                .allSatisfy(row -> assertThat(row.cells()).hasSize(5).noneMatch(Cell.Absent.class::isInstance));
        assertThat(claims.rows())
                .filteredOn(row -> words(row, 0).contains("one reserved stack"))
                .singleElement()
                .satisfies(
                        row -> assertThat(List.of(words(row, 2), words(row, 4))).containsOnly(HOLDS));
        assertThat(report.sections().stream()
                        .flatMap(section -> section.blocks().stream())
                        .filter(Bars.class::isInstance)
                        .map(Bars.class::cast)
                        .flatMap(bars -> bars.groups().stream()))
                .hasSize(4)
                .first()
                .satisfies(stacks -> assertThat(stacks.cells())
                        .hasSize(3)
                        .startsWith(Cell.bytes(8096L << 20))
                        .noneMatch(Cell.Absent.class::isInstance));
        List<String> versions =
                request.findJdks().stream().map(TargetJdk::version).toList();
        assertThat(table(report, "costPerThread").rows())
                .extracting(row -> words(row, 0))
                .containsExactlyInAnyOrderElementsOf(versions.stream()
                        .flatMap(jdk -> Stream.of("platform, JDK " + jdk, "virtual, JDK " + jdk))
                        .toList());
        assertThat(weighed(report))
                .filteredOn(sentence -> sentence.startsWith("JDK "))
                .hasSize(4);
    }

    /** What is said in words of the threads that were weighed. */
    private static List<String> weighed(Report report) {
        return report.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(block -> block.id().equals("inWords"))
                .flatMap(block -> ((Note) block).sentences().stream())
                .toList();
    }

    @Test
    void aStopIsHeardBeforeThreadsAreWeighed() {
        RunPrograms.SeriesResult outcome =
                RunPrograms.run(request(PublishedMemory.NAME, 1, newest()), steps::add, () -> true);

        assertThat(outcome.interrupted()).isTrue();
        assertThat(steps).singleElement().asString().startsWith("interrupted in run 1 of 2; ");
    }

    @Test
    void aStopIsHeardBetweenRuns() {
        RunPrograms.SeriesResult outcome = RunPrograms.run(request("tasks", 2, newest()), steps::add, () -> true);

        assertThat(outcome.interrupted()).isTrue();
        assertThat(outcome.ended()).isZero();
        assertThat(steps).singleElement().asString().startsWith("interrupted in run 1 of 4; ");
    }

    @Test
    void aPortIsForEveryProgramAndIsNotNamedWhereAnyWillDo() throws Exception {
        port = 47_113;
        RunPrograms.run(request("continuation", 1, newest()), steps::add, () -> false);
        assertThat(manifests(folder.resolve("continuation.lw")))
                .singleElement()
                .asString()
                .contains("-Dloomweight.port=47113");

        port = 0;
        RunPrograms.run(request("handoff", 1, newest()), steps::add, () -> false);
        assertThat(manifests(folder.resolve("handoff.lw")))
                .singleElement()
                .asString()
                .doesNotContain("loomweight.port");
    }

    private static List<String> manifests(Path captures) throws IOException {
        List<String> manifests = new ArrayList<>();
        try (Stream<Path> folders = Files.list(captures)) {
            for (Path capture : folders.toList()) {
                manifests.add(Files.readString(capture.resolve("capture.json")));
            }
        }
        return manifests;
    }

    @Test
    void whatServesUnderLoadForLongIsRunOnceUnlessOneSaysMore() {
        assertThat(PublishedExperiment.repeats("tasks")).isEqualTo(3);
        assertThat(PublishedExperiment.repeats("ping")).isEqualTo(1);
    }

    @Test
    void nothingIsStartedWhereAJdkIsNone() {
        assertThatThrownBy(() -> RunPrograms.run(request("tasks", 1, folder), steps::add, () -> false))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("there is no JDK at ");
        assertThat(steps).isEmpty();
    }

    private Report run(String name, int repeats, Path... jdks) {
        RunRequest request = request(name, repeats, jdks);
        RunPrograms.SeriesResult outcome = RunPrograms.run(request, steps::add, () -> false);
        assertThat(outcome.failures()).isEmpty();
        Report report = ShortRuns.report(request.folder());
        assertThat(report.sections().stream().flatMap(section -> section.findings().stream()))
                .as("threads that a program of the lab leaves are no leak")
                .extracting(Finding::id)
                .doesNotContain("threadsGrew");
        return report;
    }

    private RunRequest request(String name, int repeats, Path... jdks) {
        return ShortRuns.request(folder, name, repeats, port, jdks);
    }

    private static Path newest() {
        return Jdks.home(Jdks.BOTH.getLast());
    }

    private static List<String> told(Table table) {
        return table.rows().stream().map(row -> words(row, 3)).toList();
    }

    private static String words(Row row, int column) {
        return row.cells().get(column) instanceof Cell.Text text ? text.value() : "";
    }

    private static long nanos(Table table, String figure, int column) {
        Cell cell = row(table, figure).cells().get(column);
        assertThat(cell).as(figure).isInstanceOf(Cell.Nanos.class);
        return ((Cell.Nanos) cell).value();
    }

    private static long count(Table table, String figure, int column) {
        Cell cell = row(table, figure).cells().get(column);
        assertThat(cell).as(figure).isInstanceOf(Cell.Count.class);
        return ((Cell.Count) cell).value();
    }

    private static Row row(Table table, String figure) {
        return table.rows().stream()
                .filter(row -> row.cells().getFirst().equals(Cell.text(figure)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no figure " + figure));
    }

    private static Table table(Report report, String id) {
        return MemoryTables.of(report, id);
    }
}
