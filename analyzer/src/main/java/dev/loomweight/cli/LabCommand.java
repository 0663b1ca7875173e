package dev.loomweight.cli;

/** {@code loomweight lab}: the programs that come with Loomweight, each of which is a command of it. */
final class LabCommand extends CliCommand {

    LabCommand(Cli cli) {
        super(
                cli,
                CommandTree.LAB,
                "Run a program that comes with Loomweight under capture: sleepers and sweeps, memory outside the"
                        + " heap, published experiments.");
        spec.usageMessage().synopsisSubcommandLabel("NAME").commandListHeading("%nPrograms:%n");
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(cli.console().out());
        return Cli.OK;
    }
}
