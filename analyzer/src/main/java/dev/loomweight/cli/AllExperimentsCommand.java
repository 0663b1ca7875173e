package dev.loomweight.cli;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.ExperimentIndex;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.launch.program.ExperimentRequest;
import dev.loomweight.launch.program.ExperimentSize;
import dev.loomweight.launch.program.RunExperiment;
import dev.loomweight.launch.program.RunMemory;
import dev.loomweight.render.Format;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code loomweight run all}: every experiment, one after the other, with a page of each and one that leads to them. */
@Command(
        name = "all",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Run every published experiment, and write a page of each, in Markdown and in html.")
final class AllExperimentsCommand implements Callable<Integer> {

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
        List<String> names = Stream.concat(Stream.of(RunMemory.NAME), RunExperiment.names().stream())
                .toList();
        List<String> versions = RunExperiment.versions(
                arguments.request(RunMemory.NAME, size, target).jdks());
        ExperimentIndex index = new ExperimentIndex(versions, Clock.systemUTC().instant());
        CaptureFolder.create(target);
        try (InterruptGuard interruption = new InterruptGuard();
                StepPrinter steps = new StepPrinter(cli.console())) {
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                String place = name + " (" + (i + 1) + " of " + names.size() + "): ";
                // Captures are for this machine: their names are those that .gitignore leaves out.
                ExperimentRequest request = arguments.request(name, size, target.resolve(name + ".lw"));
                RunExperiment.Outcome outcome = run(request, steps, place, interruption);
                outcome.failures().forEach(failure -> problem(steps, name + ": " + failure));
                if (outcome.interrupted()) {
                    interruption.workEnded();
                    writeIndex(index, target, steps);
                    steps.interrupted("the pages of what was run whole are in " + target);
                    return Cli.INTERRUPTED;
                }
                steps.step(place + "writing its pages");
                write(name, request.folder(), target, index, steps);
            }
            interruption.workEnded();
            writeIndex(index, target, steps);
        }
        cli.complain(spec.qualifiedName(), "the pages are in " + target + "; begin with README.md or index.html");
        return failed ? Cli.DATA : Cli.OK;
    }

    private static RunExperiment.Outcome run(
            ExperimentRequest request, StepPrinter steps, String place, InterruptGuard interruption) {
        return request.name().equals(RunMemory.NAME)
                ? RunMemory.run(request, what -> steps.step(place + what), interruption::requested)
                : RunExperiment.run(request, what -> steps.step(place + what), interruption::requested);
    }

    private void write(String name, Path captures, Path target, ExperimentIndex index, StepPrinter steps) {
        try {
            Question.Answer answer = Question.REPORT.ask(Request.of(captures));
            answer.problems().forEach(problem -> problem(steps, name + ": " + problem));
            Report report = name.equals(RunMemory.NAME) ? RunMemory.page(answer.report()) : page(answer.report());
            Output.writePage(report, Format.MARKDOWN, target.resolve(name + Format.MARKDOWN.ending()));
            Output.writePage(report, Format.HTML, target.resolve(name + Format.HTML.ending()));
            index.add(name, report);
        } catch (DataException e) {
            problem(steps, name + ": " + e.getMessage());
        }
    }

    /** The page is for others: its title is the experiment, not a path of this machine. */
    private static Report page(Report report) {
        return new Report(report.command(), report.sections().getFirst().title(), report.sections());
    }

    private void writeIndex(ExperimentIndex index, Path target, StepPrinter steps) {
        if (!index.isEmpty()) {
            try {
                Output.writePage(index.report(Format.MARKDOWN.ending()), Format.MARKDOWN, target.resolve("README.md"));
                Output.writePage(index.report(Format.HTML.ending()), Format.HTML, target.resolve("index.html"));
            } catch (DataException e) {
                problem(steps, String.valueOf(e.getMessage()));
            }
        }
    }

    private void problem(StepPrinter steps, String what) {
        failed = true;
        steps.remark(what);
    }
}
