package dev.loomweight.cli;

import dev.loomweight.kernel.option.Options;
import java.util.List;

/** {@code loomweight lab}: the programs that come with Loomweight, each of which is a command of it. */
final class LabCommand extends CliCommand {

    LabCommand(Cli cli) {
        super(
                cli,
                CommandTree.LAB,
                List.of(),
                "Run a program that comes with Loomweight under capture: sleepers and sweeps, memory outside the"
                        + " heap, published experiments.");
        spec.usageMessage().synopsisSubcommandLabel("NAME").commandListHeading("%nPrograms:%n");
    }

    @Override
    int run(Options given) {
        ShortHelp.applyTo(spec.commandLine());
        spec.commandLine().usage(cli.console().out());
        return Cli.OK;
    }
}
