package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Observed;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.FoldedPins;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Repeated;
import dev.loomweight.sample.Sample;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every analysis says of samples, it says of what {@link Folding} makes of them, written into a fold and read again, in
 * whatever parts and order they were gathered.
 */
class FoldLawsTest {

    private static final int EXAMPLES = 60;
    private static final int LONGEST = 50;

    static List<Analysis<?>> analyses() {
        return Analyses.DEFAULT.all();
    }

    @ParameterizedTest
    @MethodSource("analyses")
    void aFoldSaysWhatItsSamplesSay(Analysis<?> analysis) {
        for (int seed = 0; seed < EXAMPLES; seed++) {
            // What is in fold files only is made by folding.
            List<Observed> all = Observed.stream(seed, seed % LONGEST).stream()
                    .filter(one -> !(one.sample() instanceof FoldedPins) && !(one.sample() instanceof Repeated))
                    .toList();
            List<Observed> shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, new Random(seed));

            assertThat(section(analysis, folded(all))).as("seed %d", seed).isEqualTo(section(analysis, all));
            assertThat(section(analysis, folded(shuffled)))
                    .as("shuffled, seed %d", seed)
                    .isEqualTo(section(analysis, all));
        }
    }

    private static List<Observed> folded(List<Observed> samples) {
        List<Observed> folded = new ArrayList<>();
        Folding.samples(
                samples.stream()
                        .map(one -> new Placed(one.origin(), one.sample()))
                        .toList(),
                (origin, sample) -> folded.add(new Observed(origin, sample)));
        return folded;
    }

    private record Placed(Origin origin, Sample sample) implements Folding.Placed {}

    private static <A> Section section(Analysis<A> analysis, List<Observed> samples) {
        A into = analysis.fold().empty();
        samples.forEach(one -> {
            if (analysis.fold().interest().wants(one.sample().getClass())) {
                analysis.fold().add(into, one.origin(), one.sample());
            }
        });
        return analysis.finish(into, Coverage.NONE);
    }
}
