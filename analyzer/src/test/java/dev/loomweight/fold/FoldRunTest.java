package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.command.Analyses;
import dev.loomweight.command.Question;
import dev.loomweight.input.ParallelReads;
import dev.loomweight.input.Progress;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.Shifted;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.growth.diff.MemoryComparison;
import dev.loomweight.pins.carriers.SchedulerDelays;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinAnalysis.PinFold;
import dev.loomweight.pins.pinning.PinFigures;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From committed recordings to sections. */
class FoldRunTest {

    private static final List<Analysis<?, ?>> ALL = Analyses.DEFAULT.all();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            21 | PINS           | 6 pins recorded (threshold 0 ms, no truncated stacks).
            25 | PINS           | 5 pins recorded (threshold 0 ms, no truncated stacks).
            21 | SUBMIT_FAILED  | 0 pins recorded (threshold 0 ms, no truncated stacks).
            25 | SILENT         | 0 pins recorded (threshold 0 ms, no truncated stacks).
            21 | PINNING_OFF    | Pinning was not recorded: jdk.VirtualThreadPinned was off.
            25 | PINNING_OFF    | Pinning was not recorded: jdk.VirtualThreadPinned was off.
            21 | THRESHOLD_20MS | 1 pin recorded (threshold 20 ms, no truncated stacks).
            25 | STACK_DEPTH_8  | 1 pin recorded (threshold 0 ms, 1 of 1 stacks truncated at 8 frames).
            21 | NO_STACKS      | 1 pin recorded (threshold 0 ms, without stacks).
            """)
    void theHeadlineSaysWhatTheRecordingCouldTell(int jdk, Scene scene, String expected) {
        Section pins = section(run(alone(Recordings.of(jdk, scene))), "pins");

        assertThat(((Note) pins.blocks().getFirst()).sentences()).contains(expected);
    }

    @Test
    void anOlderJdkIsNotASilentOne() {
        Section pins = section(run(alone(Recordings.unknown())), "pins");

        assertThat(((Note) pins.blocks().getFirst()).sentences())
                .containsExactly(
                        "Pinning was not recorded: the recording does not define jdk.VirtualThreadPinned: its JDK does"
                                + " not have this event, or a profiler other than JFR wrote it.");
    }

    @ParameterizedTest
    @CsvSource({
        "THRESHOLD_20MS, pinThreshold",
        "STACK_DEPTH_8, pinStacksCut",
        "NO_STACKS, pinStacksMissing",
        "PINNING_OFF, pinsNotRecorded"
    })
    void whatIsMissingIsAFinding(Scene scene, String finding) {
        for (int jdk : new int[] {21, 25}) {
            Section pins = section(run(alone(Recordings.of(jdk, scene))), "pins");

            assertThat(pins.findings()).extracting(Finding::id).contains(finding);
        }
    }

    @ParameterizedTest
    @CsvSource({"21", "25"})
    void theSiteIsWhatPins(int jdk) {
        Section pins = section(run(alone(Recordings.of(jdk, Scene.PINS))), "pins");

        assertThat(firstColumn(pins, "sites"))
                .contains(
                        "dev.loomweight.source.recording.fixture.PinningCauses.lambda$nativeFrame$0",
                        "dev.loomweight.source.recording.fixture.PinningCauses$Slow.<clinit>")
                .endsWith("Total");
        assertThat(firstColumn(pins, "holders"))
                .contains("jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0");
    }

    @ParameterizedTest
    @CsvSource({"21", "25"})
    void refusedThreadsAreToldApart(int jdk) {
        Section refused = section(run(alone(Recordings.of(jdk, Scene.SUBMIT_FAILED))), "failedSubmits");

        assertThat(firstColumn(refused, "refusals"))
                .containsExactly(
                        "dev.loomweight.source.recording.fixture.RejectingScheduler.refuseStart",
                        "dev.loomweight.source.recording.fixture.RejectingScheduler.refuseUnpark");
        assertThat(refused.findings()).extracting(Finding::id).containsExactly("threadsStranded", "threadsNotStarted");
    }

    @Test
    void everySourceIsReadOnceForAllAnalyses() {
        Counting first = new Counting(alone(Recordings.of(21, Scene.SILENT)));
        Counting second = new Counting(alone(Recordings.of(25, Scene.SILENT)));
        FoldRun run = run(first, second);

        assertThat(first.readings).hasSize(1);
        assertThat(second.readings).hasSize(1);
        assertThat(run.coverage().sources()).hasSize(2);
        assertThat(Analysis.sections(ALL, run))
                .extracting(Section::id)
                .containsExactlyElementsOf(Analyses.DEFAULT.all().stream()
                        .map(analysis -> analysis.id())
                        .toList());
        assertThat(firstColumn(section(run, "coverage"), "events"))
                .as("a row for each recording and event that is asked for")
                .hasSize(2
                        * (int) EventKind.ALL.stream()
                                .filter(kind -> kind.isMissed(false)
                                        && first.readings.getFirst().covers(kind.sample()))
                                .count());
    }

    @Test
    void everySourceIsReadOnceForFoldsOfEveryKind() {
        Counting source = new Counting(alone(Recordings.of(25, Scene.PINS)));
        Subject<Pins, PinReading> pins = PinFigures.of(PinOptions.NONE);
        Subject<?, ?> memory = MemoryComparison.SUBJECT;
        PinAnalysis sites = new PinAnalysis();

        FoldRun run = FoldRun.read(List.of(pins, memory, sites), List.of(source));

        assertThat(source.readings).hasSize(1);
        assertThat(Analysis.sections(List.of(pins, memory, sites), run))
                .extracting(Section::id)
                .containsExactly("pins");
        assertThat(run.result(pins).coverage()).isEqualTo(run.coverage());
        assertThat(run.of(Subject.of(memory.fold())))
                .as("it would have asked for the same")
                .isSameAs(run.of(memory));
        assertThatThrownBy(() -> run.result(new SchedulerDelays())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void problemsAreInTheOrderOfTheInputsAndTheOthersAreRead() {
        FoldRun run =
                run(alone(Path.of("first.jfr")), alone(Recordings.of(25, Scene.PINS)), alone(Path.of("last.jfr")));

        assertThat(run.problems()).hasSize(2);
        assertThat(run.problems().getFirst()).contains("first.jfr");
        assertThat(run.problems().getLast()).contains("last.jfr");
        assertThat(run.coverage().sources())
                .extracting(Coverage.OfSource::isUnreadRecording)
                .as("what was not read is said too")
                .containsExactly(true, false, true);
        assertThat(firstColumn(section(run, "pins"), "sites")).endsWith("Total");
    }

    @Test
    void progressAddsUpToTheNumberOfSamples() {
        LongAdder read = new LongAdder();
        LongAdder samples = new LongAdder();
        Source source = alone(Recordings.of(25, Scene.PINS));
        source.read(new PinAnalysis().fold().interest(), () -> (origin, sample) -> samples.increment());

        FoldRun.read(List.of(new PinAnalysis()), List.of(source, source), read::add);

        assertThat(samples.sum()).isPositive();
        assertThat(read.sum()).isEqualTo(2 * samples.sum());
    }

    @Test
    void anInterruptEndsTheReading() {
        Source source = alone(Recordings.of(25, Scene.PINS));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(
                            () -> FoldRun.read(List.of(MemoryComparison.SUBJECT, new PinAnalysis()), List.of(source)))
                    .isInstanceOf(CancellationException.class);
        } finally {
            Thread.interrupted();
        }
    }

    private static Source alone(Path recording) {
        return RecordingSource.of(recording, ReaderChoice.AUTO);
    }

    private static FoldRun run(Source... sources) {
        return FoldRun.read(ALL, Arrays.asList(sources));
    }

    private static Section section(FoldRun run, String id) {
        return Analysis.sections(ALL, run).stream()
                .filter(section -> section.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> firstColumn(Section section, String table) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(table))
                .flatMap(block -> ((Table) block).rows().stream())
                .map(row -> ((Cell.Text) row.cells().getFirst()).value())
                .toList();
    }

    /** A source that remembers what it was asked for. */
    private static final class Counting implements Source {
        private final Source source;
        private final List<Interest> readings = new ArrayList<>();

        private Counting(Source source) {
            this.source = source;
        }

        @Override
        public Origin origin() {
            return source.origin();
        }

        @Override
        public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
            readings.add(interest);
            return source.read(interest, sinks);
        }
    }

    @Test
    void manyRecordingsGiveTheSameOnAnyNumberOfThreadsInAnyOrder(@TempDir Path folder) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Path from = Recordings.of(i % 2 == 0 ? 21 : 25, i % 3 == 0 ? Scene.STACK_DEPTH_8 : Scene.PINS);
            sources.add(alone(Shifted.copy(from, i * 1_000_003L, folder.resolve("r" + i + ".jfr"))));
        }
        List<Section> expected = null;
        for (int processors : new int[] {1, 2, 5}) {
            LongAdder parts = new LongAdder();
            List<OfFold<?>> folds = new ArrayList<>(Analyses.DEFAULT.all());
            folds.add(new CountedParts(parts));
            List<int[]> files = new ArrayList<>();
            FoldRun run = FoldRun.read(
                    folds,
                    sources,
                    new Progress() {
                        @Override
                        public void accept(long samples) {
                            // Only the files are looked at.
                        }

                        @Override
                        public void files(int done, int all, long doneBytes, long allBytes) {
                            files.add(new int[] {done, all});
                            assertThat(doneBytes).isPositive().isLessThanOrEqualTo(allBytes);
                        }
                    },
                    new ParallelReads(processors));

            expected = expected == null ? Analysis.sections(folds, run) : expected;
            assertThat(Analysis.sections(folds, run)).isEqualTo(expected);
            assertThat(parts.sum()).as("one of each thread, and the sum").isLessThanOrEqualTo(processors + 1);
            assertThat(files).hasSize(12);
            assertThat(files.getLast()).containsExactly(12, 12);
        }
        assertThat(run(sources.reversed().toArray(Source[]::new)).coverage().sources())
                .hasSize(12);
    }

    @Test
    void whatSeveralAskForIsFoldedOnce() {
        LongAdder made = new LongAdder();
        CountedParts one = new CountedParts(made);
        CountedParts same = new CountedParts(made);
        Several both = Several.of(same, PinFold.ALL);
        PinAnalysis pins = new PinAnalysis();

        FoldRun run = FoldRun.read(
                List.of(one, same, both, pins),
                List.of(alone(Recordings.of(25, Scene.PINS))),
                count -> {},
                new ParallelReads(1));

        assertThat(made.sum()).isEqualTo(1);
        assertThat(run.of(both).of(PinFold.ALL)).isSameAs(run.of(pins));
        assertThatThrownBy(() -> run.of(MemoryComparison.SUBJECT)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Pins of all threads and those of one are two questions; most others share. */
    @Test
    void noQuestionGathersTheSameTwice() {
        for (Question question : List.of(Question.REPORT, Question.PINS, Question.CARRIERS)) {
            List<Analysis<?, ?>> asked = Analyses.DEFAULT.of(question);
            List<Fold<?>> parts = new ArrayList<>();
            asked.forEach(one -> one.fold().parts(parts::add));

            assertThat(parts.stream()
                            .distinct()
                            .map(part -> part.empty().getClass())
                            .filter(state -> state != Fold.Ungathered.class))
                    .doesNotHaveDuplicates();
            assertThat(parts).as("some are asked for by several").hasSizeGreaterThanOrEqualTo(asked.size());
        }
    }

    /** Counts how many accumulators are made. */
    private record CountedParts(LongAdder made) implements Fold<Object> {

        @Override
        public Interest interest() {
            return Interest.in();
        }

        @Override
        public Object empty() {
            made.increment();
            return this;
        }

        @Override
        public void add(Object into, Origin origin, Sample sample) {
            // Nothing is kept.
        }

        @Override
        public Object merge(Object left, Object right) {
            return left;
        }
    }
}
