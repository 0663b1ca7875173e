package dev.loomweight.cli;

import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Report;
import dev.loomweight.scrub.Scrub;
import java.nio.file.Path;
import java.util.List;

/** {@code loomweight scrub IN OUT}: a copy without secrets, which can be passed on. */
final class ScrubCommand extends CliCommand {

    private static final Option<Path> IN = Option.path(
                    "", "IN", "A recording (*.jfr), a capture (*.lw) or a folder of captures. It is not changed.")
            .required();

    private static final Option<Path> OUT =
            Option.path("", "OUT", "Path of the copy; must not exist.").required();

    private static final Option<List<String>> DROP = Option.text(
                    "--drop", "TYPE", "Also leave out events of this type, such as jdk.JavaExceptionThrow; repeatable.")
            .repeated();

    ScrubCommand(Cli cli) {
        super(
                cli,
                "scrub",
                Option.all(List.of(IN, OUT, DROP), Output.options(Output.OF_CREATED)),
                "Copy a recording or a capture without the events that can hold secrets. These are environment"
                        + " variables, system and security properties, options and arguments of the JVM and its agents, command"
                        + " lines of processes.");
    }

    @Override
    int run(Options given) throws InterruptedException {
        Output output = new Output(given, Output.OF_CREATED);
        Report report;
        try (InterruptGuard interruption = new InterruptGuard();
                StepPrinter steps = new StepPrinter(cli.console())) {
            report = Scrub.copy(given.get(IN), given.get(OUT), given.get(DROP), steps);
            interruption.workEnded();
        }
        output.write(report, cli.console());
        return Cli.OK;
    }
}
