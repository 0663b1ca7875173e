package dev.loomweight.cli;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.ExperimentSize;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.command.RunExperiment;
import dev.loomweight.render.Format;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code loomweight run all}: every experiment, one after the other, with a page of each. */
@Command(
        name = "all",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Run every published experiment, and write a page of each, in Markdown and in html.")
final class AllExperimentsCommand implements Callable<Integer> {

    private static final List<Format> PAGES = List.of(Format.MARKDOWN, Format.HTML);

    private final Cli cli;

    @Mixin
    private ExperimentArguments arguments = new ExperimentArguments();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where the pages and the captures are kept (default: all-DATE-TIME.lw here).")
    private @Nullable Path folder;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    private boolean failed;

    AllExperimentsCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        ExperimentSize size = arguments.size(spec.commandLine());
        arguments.check(spec.commandLine());
        Path target = folder == null ? CaptureNames.dated("all") : folder;
        CaptureFolder.create(target);
        List<String> names = RunExperiment.names();
        try (Interruption interruption = new Interruption();
                StepLines steps = new StepLines(cli.console())) {
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                String place = name + " (" + (i + 1) + " of " + names.size() + "): ";
                Path captures = target.resolve(name + ".captures");
                RunExperiment.Outcome outcome = RunExperiment.run(
                        arguments.request(name, size, captures),
                        what -> steps.step(place + what),
                        interruption::requested);
                outcome.failures().forEach(failure -> problem(steps, name + ": " + failure));
                if (outcome.interrupted()) {
                    interruption.workEnded();
                    steps.interrupted("the pages of what was run whole are in " + target);
                    return Cli.INTERRUPTED;
                }
                steps.step(place + "writing its pages");
                write(name, captures, target, steps);
            }
            interruption.workEnded();
        }
        cli.complain(spec.qualifiedName(), "the pages are in " + target);
        return failed ? Cli.DATA : Cli.OK;
    }

    private void write(String name, Path captures, Path target, StepLines steps) {
        try {
            Question.Answer answer = Question.REPORT.ask(Request.of(captures));
            answer.problems().forEach(problem -> problem(steps, name + ": " + problem));
            // The page is for others: its title is the experiment, not a path of this machine.
            Report report =
                    new Report(answer.report().command(), name, answer.report().sections());
            for (Format format : PAGES) {
                Output.write(report, format, target.resolve(name + format.ending()));
            }
        } catch (DataException e) {
            problem(steps, name + ": " + e.getMessage());
        }
    }

    private void problem(StepLines steps, String what) {
        failed = true;
        steps.remark(what);
    }
}
