package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Observed;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.NativeAllocations;
import dev.loomweight.report.Section;
import dev.loomweight.sample.state.StateParts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every analysis says of samples, it says of what {@link Folding} makes of them, written into a fold and read again, in
 * whatever parts and order they were gathered.
 */
@Tag("oracles")
class FoldLawsTest {

    private static final int EXAMPLES = 60;
    private static final int LONGEST = 50;

    /** Folds keep no blocks of malloc; that they say so is a test of the door. */
    static List<Analysis<?, ?>> analyses() {
        return Analyses.DEFAULT.all().stream()
                .filter(analysis -> !(analysis instanceof NativeAllocations))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("analyses")
    void aFoldSaysWhatItsSamplesSay(Analysis<?, ?> analysis) {
        for (int seed = 0; seed < EXAMPLES; seed++) {
            List<Observed> all = Observed.stream(seed, seed % LONGEST);
            List<Observed> shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, new Random(seed));

            Section expected = MadeUpFolds.section(analysis, List.of(new MadeUpFolds.Given(all)));

            assertThat(MadeUpFolds.section(analysis, MadeUpFolds.folded(all)))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            assertThat(MadeUpFolds.section(analysis, MadeUpFolds.folded(shuffled)))
                    .as("shuffled, seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    /** The same of a fold of a fold, whose states are those of the first. */
    @Test
    void statesComeBackFromFilesAsTheyWere() {
        Set<Class<?>> seen = new HashSet<>();
        for (int seed = 0; seed < EXAMPLES; seed++) {
            List<Observed> all = Observed.stream(seed, LONGEST);
            List<Observed> shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, new Random(seed));
            List<StateParts> states = MadeUpFolds.states(MadeUpFolds.folded(all));
            states.forEach(state -> seen.add(state.getClass()));

            assertThat(MadeUpFolds.states(MadeUpFolds.folded(shuffled)))
                    .as("shuffled, seed %d", seed)
                    .isEqualTo(states);
            assertThat(MadeUpFolds.states(MadeUpFolds.read(MadeUpFolds.bytes(MadeUpFolds.folded(all)))))
                    .as("twice, seed %d", seed)
                    .isEqualTo(states);
        }
        assertThat(seen).containsExactlyInAnyOrder(StateParts.class.getPermittedSubclasses());
    }
}
