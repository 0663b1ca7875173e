package dev.loomweight.cli;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.launch.RunPrograms;
import dev.loomweight.program.RunRequest;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the commands share that run programs of Loomweight's own under capture and report on them. */
abstract class ProgramsCommand extends CliCommand {

    final RunOptions arguments;

    ProgramsCommand(Cli cli, String name, String description, RunOptions arguments, List<Option<?>> own) {
        super(cli, name, Option.all(Output.options(Output.OF_CREATED), arguments.all(), own), description);
        this.arguments = arguments;
    }

    /**
     * Runs a series. Ctrl-C ends it, and what was captured until then is reported.
     *
     * @param screen how much of the report is printed; null for everything
     */
    int runSeries(RunRequest request, Output output, @Nullable ScreenOptions screen, String hint) {
        try (InterruptGuard interruption = new InterruptGuard()) {
            RunPrograms.SeriesResult outcome;
            try (StepPrinter steps = new StepPrinter(cli.console())) {
                outcome = RunPrograms.run(request, steps, interruption::requested);
            } finally {
                interruption.workEnded();
            }
            if (outcome.ended() == 0 && outcome.interrupted()) {
                return Cli.INTERRUPTED;
            }
            int status = report(Question.REPORT, request.folder(), output, screen, outcome.failures(), hint);
            return outcome.interrupted() ? Cli.INTERRUPTED : status;
        }
    }

    /**
     * Runs what is no series. Ctrl-C ends the program.
     *
     * @throws InterruptedException if it does
     */
    RunPrograms.SeriesResult runOnce(RunRequest request) throws InterruptedException {
        try (StepPrinter steps = new StepPrinter(cli.console())) {
            RunPrograms.SeriesResult outcome = RunPrograms.run(request, steps, () -> false);
            if (outcome.interrupted()) {
                throw new InterruptedException("interrupted by the user");
            }
            return outcome;
        }
    }

    /** Writes the report, and says on standard error where the captures are and what went wrong. */
    int report(
            Question question,
            Path captures,
            Output output,
            @Nullable ScreenOptions screen,
            List<String> failures,
            String hint) {
        Question.Answer answer = question.ask(InputOptions.of(captures));
        String name = spec.qualifiedName();
        int status = screen == null
                ? cli.write(answer, output, spec)
                : cli.write(answer, output, screen, ScreenOptions.more(question, captures), spec);
        cli.complain(name, "kept in " + captures + hint);
        failures.forEach(failure -> cli.complain(name, failure));
        return failures.isEmpty() ? status : Cli.DATA;
    }
}
