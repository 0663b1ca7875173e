package dev.loomweight.cli;

import dev.loomweight.report.Report;
import dev.loomweight.scrub.Scrub;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code loomweight scrub IN OUT}: a copy without secrets, which can be passed on. */
@Command(
        name = "scrub",
        description = "Copy a recording or a capture without the events that can hold secrets. These are environment"
                + " variables, system and security properties, options and arguments of the JVM and its agents, command"
                + " lines of processes.")
final class ScrubCommand extends CliCommand {

    @Parameters(
            index = "0",
            paramLabel = "IN",
            description = "A recording (*.jfr), a capture (*.lw) or a folder of captures. It is not changed.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private Path from;

    @Parameters(index = "1", paramLabel = "OUT", description = "Path of the copy; must not exist.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private Path to;

    @Option(
            names = "--drop",
            paramLabel = "TYPE",
            description = "Also leave out events of this type, such as jdk.JavaExceptionThrow; repeatable.")
    private List<String> drop = List.of();

    @Mixin
    private Output output = new Output.OfCommand();

    ScrubCommand(Cli cli) {
        super(cli);
    }

    @Override
    public Integer call() throws InterruptedException {
        output.check(spec.commandLine());
        Report report;
        try (InterruptGuard interruption = new InterruptGuard();
                StepPrinter steps = new StepPrinter(cli.console())) {
            report = Scrub.copy(from, to, drop, steps);
            interruption.workEnded();
        }
        output.write(report, cli.console());
        return Cli.OK;
    }
}
