package dev.loomweight.cli;

import picocli.CommandLine.Command;

/** {@code loomweight lab}: the programs that come with Loomweight, each of which is a command of it. */
@Command(
        name = CommandTree.LAB,
        description = "Run a program that comes with Loomweight under capture: sleepers and sweeps, memory outside the"
                + " heap, published experiments.",
        synopsisSubcommandLabel = "NAME",
        commandListHeading = "%nPrograms:%n")
final class LabCommand extends CliCommand {

    LabCommand(Cli cli) {
        super(cli);
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(cli.console().out());
        return Cli.OK;
    }
}
