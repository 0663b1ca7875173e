package dev.loomweight.cli;

import dev.loomweight.program.RunRequest;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code loomweight lab tasks} and the like: runs a published experiment and judges its claims. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        description = "Run a published experiment: published and measured figures, and a verdict on each claim.")
final class ExperimentCommand extends ProgramsCommand {

    private final String name;

    @Mixin
    private ExperimentArguments experiment = new ExperimentArguments();

    ExperimentCommand(Cli cli, String name) {
        super(cli);
        this.name = name;
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
