package dev.loomweight.cli;

import dev.loomweight.kernel.option.Options;
import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.RunRequest;
import java.nio.file.Path;

/** {@code loomweight lab tasks} and the like: runs a published experiment and judges its claims. */
final class ExperimentCommand extends ProgramsCommand {

    private final String name;

    ExperimentCommand(Cli cli, String name) {
        super(
                cli,
                name,
                "Run a published experiment: published and measured figures, and a verdict on each claim.",
                new RunOptions(ExperimentOptions.SETTLE, true),
                ExperimentOptions.of(Integer.toString(PublishedExperiment.repeats(name))));
        this.name = name;
    }

    @Override
    int run(Options given) {
        Output output = new Output(given, Output.OF_CREATED);
        Path target = CaptureOptions.folder(given, name);
        RunRequest request = arguments.request(
                given, ExperimentOptions.programs(given, name), ExperimentOptions.repeats(given, name), target);
        return runSeries(request, output, null, "; to see the report again: loomweight report " + target);
    }
}
