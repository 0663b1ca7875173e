package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.Analyses.Given;
import dev.loomweight.experiment.Experiments;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.Origin.Instrument;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What inputs are, and that only captures of the lab are asked what the lab is about. */
class GivenTest {

    private static final Path INPUTS = Path.of("src/test/resources");

    @TempDir
    private Path folder;

    /** A fold says of its process what the capture says. */
    @ParameterizedTest
    @CsvSource({
        "first-screen/sleepers/platform, true",
        "first-screen/sleepers, true",
        "first-screen/spring-25, false",
        "first-screen/killed, false",
        "recordings/25/pins.jfr, false"
    })
    void capturesOfTheLabAreKnownByTheirManifest(String input, boolean lab) {
        Path path = INPUTS.resolve(input);
        Path fold = folder.resolve("it.lwf");
        FoldFile.of(InputOptions.of(path), Map.of()).write(fold);

        assertThat(given(path).lab()).isEqualTo(lab);
        assertThat(given(fold).lab()).isEqualTo(lab);
    }

    @Test
    void noQuestionOnAnApplicationAsksTheLab() {
        assertThat(ofLab(Given.APPLICATION)).isEmpty();
        assertThat(ofLab(new Given(true, true, Set.of(Instrument.THREAD_DUMP), false, false)))
                .isEmpty();
        assertThat(ofLab(Analyses.DEFAULT.given()))
                .contains("threadWeights", "publishedClaims", "experiment", "seenStates", "sweep");
    }

    private static Given given(Path path) {
        try (Inputs opened = Inputs.open(List.of(path), ReaderChoice.AUTO)) {
            return Given.of(opened, false);
        }
    }

    private static List<String> ofLab(Given given) {
        Analyses made = new Analyses(PinOptions.NONE, 0, given);
        return Stream.of(Question.ALL, Question.VIEWS)
                .flatMap(List::stream)
                .flatMap(question -> made.of(question).stream())
                .filter(analysis -> analysis.getClass().getPackageName().startsWith(Experiments.class.getPackageName()))
                .<String>map(Analysis::id)
                .distinct()
                .toList();
    }
}
