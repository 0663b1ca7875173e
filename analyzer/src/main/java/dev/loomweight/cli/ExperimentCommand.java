package dev.loomweight.cli;

import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.RunRequest;
import java.nio.file.Path;

/** {@code loomweight lab tasks} and the like: runs a published experiment and judges its claims. */
final class ExperimentCommand extends ProgramsCommand {

    private final String name;

    private final ExperimentArguments experiment;

    ExperimentCommand(Cli cli, String name) {
        super(
                cli,
                name,
                "Run a published experiment: published and measured figures, and a verdict on each claim.",
                new RunArguments(ExperimentArguments.SETTLE, true));
        this.name = name;
        this.experiment = group(new ExperimentArguments(Integer.toString(PublishedExperiment.repeats(name))));
    }

    @Override
    public Integer call() {
        experiment.check(spec.commandLine());
        output.check(spec.commandLine());
        Path target = arguments.folder(name);
        RunRequest request = arguments.request(experiment.programs(name), experiment.repeats(name), target);
        return runSeries(request, "; to see the report again: loomweight report " + target);
    }
}
