package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.launch.RunPrograms;
import dev.loomweight.program.RunRequest;
import dev.loomweight.program.SleeperPrograms;
import dev.loomweight.program.SleeperPrograms.Kind;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The main job, whole: real JVMs, 4001 threads of each kind, and the relations that must hold between the figures. */
@Tag("oracles")
class SleepersTest {

    /** Odd, so that the figure in a report can only be the number of these threads. */
    private static final int THREADS = 4001;

    private static final long STACK_SIZE = 1 << 20;
    private static final long GUARD_PAGES = 16 << 10;

    /**
     * What 4000 sleepers without frames were measured to cost on Linux x86-64 by other means than this project's, in
     * bytes: platform resident, platform NMT committed stack, virtual live heap; by JDK.
     */
    private static final Map<Integer, long[]> MEASURED =
            Map.of(21, new long[] {30_515, 38_605, 2_124}, 25, new long[] {28_877, 36_250, 2_321});

    /** The least and the most that a frame takes in a stack chunk, in bytes: inlined in pairs, and interpreted. */
    private static final long SMALLEST_FRAME = 16;

    private static final long LARGEST_FRAME = 150;

    @TempDir
    private Path folder;

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

    static Stream<Arguments> runs() {
        // Each JDK flat and deep; all depths on both are in WhatIfTest, by figures of such runs.
        return Stream.of(
                Arguments.of(Jdks.BOTH.getFirst(), 0),
                Arguments.of(Jdks.BOTH.getFirst(), 400),
                Arguments.of(Jdks.BOTH.getLast(), 0),
                Arguments.of(Jdks.BOTH.getLast(), 100));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void fourThousandAndOneOfEachKind(String jdkProperty, int depth) throws InterruptedException {
        TargetJdk jdk = TargetJdk.find(Jdks.home(jdkProperty));
        Path captures = folder.resolve("run.lw");

        RunPrograms.SeriesResult outcome = RunPrograms.run(
                new RunRequest(
                        new SleeperPrograms(
                                List.of(Kind.PLATFORM, Kind.VIRTUAL),
                                List.of(THREADS),
                                List.of(depth),
                                List.of(Optional.of(STACK_SIZE)),
                                List.of(Optional.empty()),
                                List.of(false),
                                false),
                        List.of(Optional.of(jdk.home())),
                        1,
                        Duration.ofSeconds(1),
                        captures),
                step -> {},
                () -> false);

        assertThat(outcome.failures()).isEmpty();
        Question.Answer answer = Question.REPORT.ask(InputOptions.of(captures));
        assertThat(answer.problems()).isEmpty();
        Report report = answer.report();
        everythingAddsUp(report);
        platformThreadsReserveTheirStacks(report);
        virtualThreadsLieInTheHeap(report, captures);
        noPinsAndItIsSaidThatTheyWereRecorded(report);
        whatIfHoldsWhatTheOtherKindTook(report, captures);
        // The last, since it is skipped on other JDKs.
        figuresAgreeWithThoseMeasuredBefore(report, jdk.feature(), depth);
    }

    private static void platformThreadsReserveTheirStacks(Report report) {
        assertThat(amount(report, "parts", "reserved", 1)).isEqualTo(THREADS * STACK_SIZE);
        assertThat(amount(report, "parts", "of which guard pages, never resident", 1))
                .isEqualTo(THREADS * GUARD_PAGES);
        long committed = amount(report, "parts", "committed (NMT)", 1);
        long resident = amount(report, "parts", "of which resident", 1);
        assertThat(committed - THREADS * GUARD_PAGES)
                .as("NMT's committed less the guard pages is what System.map sees resident")
                .isCloseTo(resident, Percentage.withPercentage(5));
        assertThat(resident).isLessThan(THREADS * STACK_SIZE / 10);
    }

    private static void everythingAddsUp(Report report) {
        for (String id : List.of("memory1", "memory2")) {
            Table memory = table(report, id);
            MemoryTables.addsUp(memory);
            assertThat(MemoryTables.unexplained(memory))
                    .as("the part of %s's resident memory that nothing explains", memory.title())
                    .isLessThan(0.05);
        }
    }

    /** The estimate of each capture is held against the other capture, where the threads are of the other kind. */
    private static void whatIfHoldsWhatTheOtherKindTook(Report report, Path captures) {
        Report memory = Question.MEMORY.ask(InputOptions.of(captures)).report();
        assertThat(amount(report, "parts", "live heap", 3))
                .as("live heap of the virtual threads, by the platform threads")
                .isBetween(
                        amount(memory, "whatIf1", "platform threads as virtual", 4),
                        amount(memory, "whatIf1", "platform threads as virtual", 5));
        assertThat(amount(report, "parts", "growth of resident memory", 1))
                .as("resident memory of the platform threads, by the virtual threads")
                .isBetween(
                        amount(memory, "whatIf2", "virtual threads as platform", 4),
                        amount(memory, "whatIf2", "virtual threads as platform", 5));
    }

    private static void virtualThreadsLieInTheHeap(Report report, Path captures) {
        assertThat(amount(report, "parts", "reserved", 3))
                .as("stacks of carriers only")
                .isLessThan(20 * STACK_SIZE);
        Table classes = table(
                Question.MEMORY
                        .ask(InputOptions.of(captures.resolve("virtual.lw")))
                        .report(),
                "classes2");
        assertThat(classes.rows())
                .filteredOn(row -> row.cells().get(0).equals(Cell.text("jdk.internal.vm.StackChunk")))
                .singleElement()
                .satisfies(row -> assertThat(row.cells().get(1)).isEqualTo(Cell.count(THREADS)));
        assertThat(table(report, "counts").rows())
                .as("virtual threads that the recording counts")
                .anySatisfy(row -> assertThat(row.cells()).contains(Cell.count(THREADS)));
    }

    private static void noPinsAndItIsSaidThatTheyWereRecorded(Report report) {
        assertThat(report.sections().stream()
                        .filter(section -> section.id().equals("pins"))
                        .flatMap(section -> section.blocks().stream())
                        .filter(block -> block.id().equals("headline"))
                        .flatMap(block -> ((Note) block).sentences().stream()))
                .containsExactly(
                        "platform: 0 pins recorded (threshold 0 ms, no truncated stacks).",
                        "virtual: 0 pins recorded (threshold 0 ms, no truncated stacks).");
    }

    private static void figuresAgreeWithThoseMeasuredBefore(Report report, int jdk, int depth) {
        assumeTrue(MEASURED.containsKey(jdk), "sleepers on JDK " + jdk + " were not measured by other means");
        long[] measured = MEASURED.get(jdk);
        assertThat(amount(report, "parts", "growth of resident memory", 4))
                .as("resident outside the heap per virtual thread, against a platform thread, JDK %s", jdk)
                .isLessThan(amount(report, "parts", "growth of resident memory", 2) / 10);
        long heap = amount(report, "parts", "live heap", 4);
        if (depth > 0) {
            // How large a frame is depends on whether it was compiled by the time it ran, and so on the machine's load.
            assertThat(heap - measured[2])
                    .as("live heap of %s frames per virtual thread, JDK %s", depth, jdk)
                    .isBetween(depth * SMALLEST_FRAME, depth * LARGEST_FRAME);
            return;
        }
        Percentage near = Percentage.withPercentage(15);
        long late = lateCompilation(report);
        assertThat(heap).as("live heap per virtual thread, JDK %s", jdk).isCloseTo(measured[2], near);
        assertThat(amount(report, "parts", "growth of resident memory", 2) - late)
                .as("resident per platform thread, JDK %s", jdk)
                .isCloseTo(measured[0], near);
        assertThat(amount(report, "parts", "committed (NMT)", 2) - late)
                .as("NMT's committed stack per platform thread, JDK %s", jdk)
                .isCloseTo(measured[1], near);
    }

    /**
     * What the threads that start in the interpreter add on average, in bytes, because compilation comes late on a
     * busy machine: 76 KB of shadow zone for each beyond the 400 that go with the measured figures; negative where it
     * comes early.
     */
    private static long lateCompilation(Report report) {
        Cell touched = table(report, "parts").rows().stream()
                .filter(row -> row.cells().get(0).equals(Cell.text("stacks touched in advance")))
                .findFirst()
                .orElseThrow()
                .cells()
                .get(1);
        return (((Cell.Count) touched).value() - 400) * (76 << 10) / THREADS;
    }

    private static long amount(Report report, String table, String row, int column) {
        Cell cell = table(report, table).rows().stream()
                .filter(candidate -> candidate.cells().get(0).equals(Cell.text(row)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + row))
                .cells()
                .get(column);
        assertThat(cell).as(row).isInstanceOf(Cell.Bytes.class);
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
