package dev.loomweight.cli;

import dev.loomweight.report.Report;
import dev.loomweight.scrub.Scrub;
import java.nio.file.Path;

/** {@code loomweight scrub IN OUT}: a copy without secrets, which can be passed on. */
final class ScrubCommand extends CliCommand {

    private final One<Path> from = one(
            Path.class,
            parameter("IN", "A recording (*.jfr), a capture (*.lw) or a folder of captures. It is not changed.")
                    .index("0"));

    private final One<Path> to = one(
            Path.class, parameter("OUT", "Path of the copy; must not exist.").index("1"));

    private final Several<String> drop = several(
            String.class,
            option(
                    "--drop",
                    "TYPE",
                    "Also leave out events of this type, such as jdk.JavaExceptionThrow; repeatable."));

    private final Output output = group(new Output.OfCommand());

    ScrubCommand(Cli cli) {
        super(
                cli,
                "scrub",
                "Copy a recording or a capture without the events that can hold secrets. These are environment"
                        + " variables, system and security properties, options and arguments of the JVM and its agents, command"
                        + " lines of processes.");
    }

    @Override
    public Integer call() throws InterruptedException {
        output.check(spec.commandLine());
        Report report;
        try (InterruptGuard interruption = new InterruptGuard();
                StepPrinter steps = new StepPrinter(cli.console())) {
            report = Scrub.copy(from.get(), to.get(), drop.get(), steps);
            interruption.workEnded();
        }
        output.write(report, cli.console());
        return Cli.OK;
    }
}
