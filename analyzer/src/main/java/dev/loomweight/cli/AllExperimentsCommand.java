package dev.loomweight.cli;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.experiment.ExperimentIndex;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.RunPrograms;
import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.PublishedMemory;
import dev.loomweight.program.RunRequest;
import dev.loomweight.render.Format;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/** {@code loomweight lab all}: every experiment, one after the other, with a page for each and an index. */
final class AllExperimentsCommand extends CliCommand {

    private static final List<String> NAMES = Stream.concat(
                    Stream.of(PublishedMemory.NAME), PublishedExperiment.names().stream())
            .toList();

    private static final RunOptions RUNS = new RunOptions(ExperimentOptions.SETTLE, true);

    private boolean failed;

    AllExperimentsCommand(Cli cli) {
        super(
                cli,
                "all",
                Option.all(RUNS.all(), ExperimentOptions.of("that of each experiment")),
                "Run every published experiment, and write a page for each in Markdown and in HTML.");
    }

    @Override
    int run(Options given) {
        Path target = CaptureOptions.folder(given, "all");
        List<String> versions = request(given, PublishedMemory.NAME, target).findJdks().stream()
                .map(TargetJdk::version)
                .toList();
        ExperimentIndex index = new ExperimentIndex(versions, Clock.systemUTC().instant());
        CaptureFolder.create(target);
        try (InterruptGuard interruption = new InterruptGuard();
                StepPrinter steps = new StepPrinter(cli.console())) {
            for (int i = 0; i < NAMES.size(); i++) {
                String name = NAMES.get(i);
                String place = name + " (" + (i + 1) + " of " + NAMES.size() + "): ";
                RunRequest request = request(given, name, target);
                RunPrograms.SeriesResult outcome =
                        RunPrograms.run(request, what -> steps.step(place + what), interruption::requested);
                outcome.failures().forEach(failure -> problem(steps, name + ": " + failure));
                if (outcome.interrupted()) {
                    interruption.workEnded();
                    writeIndex(index, target, steps);
                    steps.interrupted("the pages of the experiments that were completed are in " + target);
                    return Cli.INTERRUPTED;
                }
                steps.step(place + "writing its pages");
                write(name, request.folder(), target, index, steps);
            }
            interruption.workEnded();
            writeIndex(index, target, steps);
        }
        cli.complain(spec.qualifiedName(), "the pages are in " + target + "; start with README.md or index.html");
        return failed ? Cli.DATA : Cli.OK;
    }

    /** The names of the captures are those that .gitignore leaves out: they are for this machine. */
    private static RunRequest request(Options given, String name, Path target) {
        return RUNS.request(
                given,
                ExperimentOptions.programs(given, name),
                ExperimentOptions.repeats(given, name),
                target.resolve(name + ".lw"));
    }

    private void write(String name, Path captures, Path target, ExperimentIndex index, StepPrinter steps) {
        try {
            Question.Answer answer = Question.REPORT.ask(InputOptions.of(captures));
            answer.problems().forEach(problem -> problem(steps, name + ": " + problem));
            Report report = index.add(name, answer.report());
            Output.writePage(report, Format.MARKDOWN, target.resolve(name + Format.MARKDOWN.ending()));
            Output.writePage(report, Format.HTML, target.resolve(name + Format.HTML.ending()));
        } catch (DataException e) {
            problem(steps, name + ": " + e.getMessage());
        }
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
