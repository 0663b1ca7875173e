package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.program.RunPrograms;
import dev.loomweight.program.RunRequest;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the commands share that run programs of Loomweight's own under capture and report on them. */
abstract class ProgramsCommand extends CliCommand {

    final RunArguments arguments;

    final Output output = group(new Output.OfCommand());

    ProgramsCommand(Cli cli, String name, String description, RunArguments arguments) {
        super(cli, name, description);
        this.arguments = group(arguments);
    }

    /** How much of the report is printed; null for everything. */
    @Nullable
    ScreenArguments screen() {
        return null;
    }

    /** Runs a series. Ctrl-C ends it, and what was captured until then is reported. */
    int runSeries(RunRequest request, String hint) {
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
            int status = report(Question.REPORT, request.folder(), outcome.failures(), hint);
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
    int report(Question question, Path captures, List<String> failures, String hint) {
        Question.Answer answer = question.ask(Request.of(captures));
        String name = spec.qualifiedName();
        ScreenArguments screen = screen();
        int status = screen == null
                ? cli.write(answer, output, spec)
                : cli.write(answer, output, screen, ScreenArguments.more(question, captures), spec);
        cli.complain(name, "kept in " + captures + hint);
        failures.forEach(failure -> cli.complain(name, failure));
        return failures.isEmpty() ? status : Cli.DATA;
    }
}
