package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.program.ExperimentSize;
import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.PublishedMemory;
import dev.loomweight.program.RunRequest;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** Experiments in their short form. */
final class ShortRuns {

    private ShortRuns() {}

    /** Has the programs of experiments found. */
    static void nameTheSamples() throws Exception {
        System.setProperty("loomweight.samples", MemoryTables.samples().toString());
    }

    /**
     * What to run, without a wait.
     *
     * @param folder where the captures go, in a folder of the experiment's name
     * @param port where servers listen, or 0
     */
    static RunRequest request(Path folder, String name, int repeats, int port, Path... jdks) {
        return new RunRequest(
                name.equals(PublishedMemory.NAME)
                        ? new PublishedMemory(ExperimentSize.SHORT)
                        : new PublishedExperiment(name, ExperimentSize.SHORT, port),
                Stream.of(jdks).map(Optional::of).toList(),
                repeats,
                Duration.ZERO,
                folder.resolve(name + ".lw"));
    }

    /** The report of captures that can all be read. */
    static Report report(Path captures) {
        Question.Answer answer = Question.REPORT.ask(InputOptions.of(captures));
        assertThat(answer.problems()).isEmpty();
        return answer.report();
    }
}
