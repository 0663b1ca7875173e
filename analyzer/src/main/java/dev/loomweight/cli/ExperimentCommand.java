package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.launch.program.ExperimentRequest;
import dev.loomweight.launch.program.ExperimentSize;
import dev.loomweight.launch.program.RunExperiment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code loomweight run tasks} and its like: a published experiment, run here, and its claims judged. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Run a published experiment: its figures beside those measured here, a verdict on each claim.")
final class ExperimentCommand implements Callable<Integer> {

    private final Cli cli;
    private final String name;

    @Mixin
    private ExperimentArguments arguments = new ExperimentArguments();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where the captures are kept (default: NAME-DATE-TIME.lw here).")
    private @Nullable Path folder;

    @Mixin
    private Output output = new CaptureOutput();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    ExperimentCommand(Cli cli, String name) {
        this.cli = cli;
        this.name = name;
    }

    @Override
    public Integer call() {
        ExperimentSize size = arguments.size(spec.commandLine());
        arguments.check(spec.commandLine());
        output.check(spec.commandLine());
        Path target = folder == null ? CaptureNames.dated(name) : folder;
        ExperimentRequest request = arguments.request(name, size, target);
        try (InterruptGuard interruption = new InterruptGuard()) {
            RunExperiment.Outcome outcome;
            try (StepPrinter steps = new StepPrinter(cli.console())) {
                outcome = RunExperiment.run(request, steps, interruption::requested);
            } finally {
                interruption.workEnded();
            }
            if (outcome.ended() == 0 && outcome.interrupted()) {
                return Cli.INTERRUPTED;
            }
            int status = report(target, outcome.failures());
            return outcome.interrupted() ? Cli.INTERRUPTED : status;
        }
    }

    private int report(Path target, List<String> failures) {
        String title = spec.qualifiedName();
        Question.Answer answer = Question.REPORT.ask(Request.of(target));
        output.write(answer.report(), cli.console());
        cli.complain(title, "kept in " + target + "; loomweight report " + target + " shows it again");
        answer.problems().forEach(problem -> cli.complain(title, problem));
        failures.forEach(failure -> cli.complain(title, failure));
        return failures.isEmpty() && answer.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }
}
