package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.fold.Observed;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of {@link Analysis}, for every analysis there is and samples of every kind. */
@Tag("oracles")
class AnalysisLawsTest {

    private static final int EXAMPLES = 150;
    private static final int LONGEST = 60;

    static List<Analysis<?, ?>> analyses() {
        return Analyses.DEFAULT.all();
    }

    @ParameterizedTest
    @MethodSource("analyses")
    void splitAnywhereAndMergedIsTheWhole(Analysis<?, ?> analysis) {
        qt().withExamples(EXAMPLES)
                .forAll(
                        longs().all(),
                        integers().between(0, LONGEST),
                        integers().between(0, LONGEST))
                .check((seed, length, cut) -> {
                    List<Observed> all = Observed.stream(seed, length);
                    int at = Math.min(cut, length);
                    return whole(analysis, all)
                            .equals(parts(analysis, List.of(all.subList(0, at), all.subList(at, length))));
                });
    }

    @ParameterizedTest
    @MethodSource("analyses")
    void theOrderOfThePartsDoesNotMatter(Analysis<?, ?> analysis) {
        qt().withExamples(EXAMPLES)
                .forAll(
                        longs().all(),
                        integers().between(1, LONGEST),
                        integers().between(1, 9))
                .check((seed, length, size) -> {
                    List<Observed> all = Observed.stream(seed, length);
                    List<List<Observed>> chunks = new ArrayList<>();
                    for (int from = 0; from < length; from += size) {
                        chunks.add(all.subList(from, Math.min(length, from + size)));
                    }
                    Collections.shuffle(chunks, new Random(seed));
                    return whole(analysis, all).equals(parts(analysis, chunks));
                });
    }

    @ParameterizedTest
    @MethodSource("analyses")
    void emptyIsNeutral(Analysis<?, ?> analysis) {
        qt().withExamples(EXAMPLES)
                .forAll(longs().all(), integers().between(0, LONGEST))
                .check((seed, length) -> {
                    List<Observed> all = Observed.stream(seed, length);
                    Section whole = whole(analysis, all);
                    return whole.equals(parts(analysis, List.of(List.of(), all)))
                            && whole.equals(parts(analysis, List.of(all, List.of())));
                });
    }

    @ParameterizedTest
    @MethodSource("analyses")
    void samplesThatAreNotWantedChangeNothing(Analysis<?, ?> analysis) {
        qt().withExamples(EXAMPLES)
                .forAll(longs().all(), integers().between(0, LONGEST))
                .check((seed, length) -> {
                    List<Observed> all = Observed.stream(seed, length);
                    List<Observed> wanted = all.stream()
                            .filter(one -> analysis.fold()
                                    .interest()
                                    .wants(one.sample().getClass()))
                            .toList();
                    return whole(analysis, all).equals(whole(analysis, wanted));
                });
    }

    @ParameterizedTest
    @MethodSource("analyses")
    void finishingChangesNothing(Analysis<?, ?> analysis) {
        qt().withExamples(EXAMPLES)
                .forAll(longs().all(), integers().between(0, LONGEST))
                .check((seed, length) -> finishesTwiceAlike(analysis, Observed.stream(seed, length)));
    }

    @Test
    void everyKindOfSampleIsMadeUp() {
        assertThat(Observed.MAKERS.keySet()).containsExactlyInAnyOrderElementsOf(Sample.kinds());
    }

    @Test
    void keysAreUnique() {
        Set<String> ids = new HashSet<>();
        assertThat(Analyses.DEFAULT.all()).allMatch(analysis -> ids.add(analysis.id()));
    }

    private static <A> boolean finishesTwiceAlike(Analysis<A, ?> analysis, List<Observed> samples) {
        A all = fold(analysis, samples);
        return analysis.finish(all, COVERAGE).equals(analysis.finish(all, COVERAGE));
    }

    private static <A> Section whole(Analysis<A, ?> analysis, List<Observed> samples) {
        return analysis.finish(fold(analysis, samples), COVERAGE);
    }

    private static <A> Section parts(Analysis<A, ?> analysis, List<List<Observed>> parts) {
        A all = parts.stream()
                .map(part -> fold(analysis, part))
                .reduce(analysis.fold()::merge)
                .orElseGet(analysis.fold()::empty);
        return analysis.finish(all, COVERAGE);
    }

    private static <A> A fold(Analysis<A, ?> analysis, List<Observed> samples) {
        A into = analysis.fold().empty();
        samples.forEach(one -> analysis.fold().add(into, one.origin(), one.sample()));
        return into;
    }

    // One recording per state, so that no sentence is left out.
    private static final Coverage COVERAGE = new Coverage(Arrays.stream(State.values())
            .map(state -> new Coverage.OfSource(
                    new Origin("shop", null, state + ".jfr", Instrument.JFR),
                    Instant.EPOCH,
                    Instant.EPOCH.plusSeconds(60),
                    state == State.RECORDED ? 0 : 5,
                    state == State.RECORDED ? 0 : 3,
                    EventKind.ALL.stream()
                            .map(kind -> Events.of(
                                    kind.eventType(),
                                    state,
                                    state == State.RECORDED ? 7 : 0,
                                    Duration.ofMillis(20),
                                    true,
                                    0,
                                    state == State.RECORDED ? 2 : 0,
                                    64))
                            .toList(),
                    List.of("a note")))
            .toList());
}
