package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Fold.Results;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.growth.ProcessGrowth.Source;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The growth of several processes, from snapshots and recordings that were gathered in parts. */
class ObservationsTest {

    private static NmtReport code(long megabytes, boolean diff) {
        NmtUsage usage = NmtUsage.of(Amount.of(megabytes * MB), Amount.of(megabytes * MB));
        return new NmtReport(
                1,
                1,
                diff,
                usage,
                null,
                null,
                List.of(new NmtCategory("Code", usage, Map.of(), null, null, null, null, null, List.of(), List.of())),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** A process by the size of its compiled code, in MB, at each snapshot. */
    private static GrowingProcess process(String name, String code) {
        GrowingProcess process = new GrowingProcess(name);
        Arrays.stream(code.split(" ", -1)).forEach(one -> process.snapshot(code(Long.parseLong(one), false)));
        return process;
    }

    private static Observations together(GrowingProcess left, GrowingProcess right) {
        return Observations.of(Observations.FOLD.merge(left.results(), right.results()));
    }

    private static Sample[] collection(int second, long megabytes) {
        Instant time = Instant.ofEpochSecond(second);
        return new Sample[] {
            new HeapSummary(time, 0, 0, megabytes * MB, second, true),
            new GarbageCollection(time, second, "G1Full", "", 0)
        };
    }

    /** The process in which the place grew most counts; of two that grew as much, the first. */
    @ParameterizedTest(name = "{0} and {1}: {2} MB of {3}")
    @CsvSource({
        "10 40, 10 50, 40, b",
        "10 50, 10 40, 40, a",
        "10 40, 20 50, 30, a",
        "50 10, 50 20, -30, b",
        "50 10, 10,    -40, a",
        "10,    50 10, -40, b",
        "10 10, 50 10, 0, a",
        // The slope counts where the course goes up and down: 8 a minute for three minutes.
        "0 100 0 60, 10 40, 30, b",
        "0 100 0 60, 10 30, 24, a",
    })
    void thePlaceGrewInTheProcessInWhichItGrewMost(String left, String right, long megabytes, String process) {
        Measured growth = together(process("a", left), process("b", right)).growthOf("code");

        assertThat(growth).isEqualTo(new Measured(megabytes * MB, process + ", first to last", ""));
    }

    @Test
    void aPlaceThatNoProcessHasIsNotKnown() {
        Measured growth = together(process("a", "10"), process("b", "20")).growthOf("code");

        assertThat(growth.amount()).isZero();
        assertThat(growth.source()).isEmpty();
        assertThat(growth.missing()).startsWith("no input has two snapshots, or a recording, with \"code\"; ");
    }

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({"false, false, false", "true, false, true", "false, true, true", "true, true, true"})
    void aDifferenceInEitherPart(boolean left, boolean right, boolean expected) {
        Observations all = together(
                new GrowingProcess().snapshot(code(1, left)), new GrowingProcess("b").snapshot(code(1, right)));

        assertThat(all.hasDifferences()).isEqualTo(expected);
    }

    @Test
    void aDifferenceThatIsNotTheLastReport() {
        assertThat(new GrowingProcess()
                        .snapshot(code(1, true))
                        .snapshot(code(2, false))
                        .observations()
                        .hasDifferences())
                .isTrue();
    }

    /** The heap after collections of the old generation is one course, whichever part has which of them. */
    @Test
    void collectionsOfTwoParts() {
        Observations all = together(
                new GrowingProcess().loose(collection(1, 100)).loose(collection(100, 300)),
                new GrowingProcess().loose(collection(50, 200)));
        ProcessGrowth growth = all.growth(all.processes().getFirst()).orElseThrow();

        assertThat(growth.source()).isEqualTo(Source.RECORDING_WITHOUT_TOTAL);
        assertThat(growth.places()).singleElement().satisfies(heap -> {
            assertThat(heap.place()).isEqualTo(Place.HEAP);
            assertThat(heap.course().values()).containsExactly(100 * MB, 200 * MB, 300 * MB);
        });
    }

    /** With two snapshots, the recording adds the live heap alone; with one, all is from the recording. */
    @ParameterizedTest(name = "{0} snapshots: {1}")
    @CsvSource({"1, RECORDING", "2, RESIDENT_AS_COMMITTED"})
    void snapshotsComeBeforeTheRecording(int snapshots, Source source) {
        GrowingProcess app = new GrowingProcess()
                .loose(collection(1, 100))
                .loose(collection(100, 300))
                .loose(new ResidentSetSize(Instant.ofEpochSecond(1), 400 * MB, 0))
                .loose(new ResidentSetSize(Instant.ofEpochSecond(100), 700 * MB, 0));
        for (int i = 0; i < snapshots; i++) {
            app.snapshotAt(Instant.ofEpochSecond(1), new ProcStatus(1, Map.of("VmRSS", 300 * MB), 9));
        }
        ProcessGrowth growth = app.growth().orElseThrow();

        assertThat(growth.source()).isEqualTo(source);
        assertThat(growth.isOfSnapshots()).isEqualTo(snapshots == 2);
    }

    @Test
    void theFigureIsTheGrowthOfAPlace() {
        Results all = process("a", "10 40").results();

        assertThat(Observations.SUBJECT.figures()).singleElement().satisfies(figure -> {
            assertThat(figure.taken().apply(Observations.of(all), "code").amount())
                    .isEqualTo(30 * MB);
        });
    }

    @Test
    void theSectionHasAHeadlineAndATableForEachProcess() {
        GrowingProcess a = process("a", "10 40");
        GrowingProcess b = new GrowingProcess("b");
        for (int second = 0; second < 61; second += 60) {
            b.loose(new DirectBuffers(Instant.ofEpochSecond(second), 1, second * MB, 0));
        }
        Growth growth = new Growth();
        Section section = growth.finish(Observations.FOLD.merge(a.results(), b.results()), Coverage.NONE);

        assertThat(growth.id()).isEqualTo("growth");
        assertThat(section.id()).isEqualTo("growth");
        assertThat(((Note) section.blocks().getFirst()).sentences()).hasSize(2);
        assertThat(section.blocks().stream().filter(Table.class::isInstance).map(block -> ((Table) block).id()))
                .containsExactly("grownPlaces1", "grownPlaces2");
        assertThat(section.blocks().stream().filter(Table.class::isInstance).map(block -> ((Table) block).title()))
                .containsExactly("a: growth in 1 min, 2 snapshots", "b: growth in 1 min, by its recording");
        assertThat(growth.finish(new GrowingProcess().results(), Coverage.NONE).blocks())
                .isEmpty();
    }

    /** The ends of a course are named by their times, and by their order where these are not known. */
    @Test
    void theNamesOfTheEnds() {
        GrowingProcess untimed =
                new GrowingProcess().snapshotAt(null, code(10, false)).snapshotAt(null, code(60, false));
        Growth growth = new Growth();

        assertThat(growth.finish(untimed.results(), Coverage.NONE).findings())
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.explanation()).startsWith("From 10 MB (first) to 60 MB (last): "));
        assertThat(growth.finish(process("app", "10 60").results(), Coverage.NONE)
                        .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.explanation())
                        .startsWith("From 10 MB (1970-01-01 00:00:00Z) to 60 MB (1970-01-01 00:01:00Z): "));
    }
}
