package dev.loomweight.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code loomweight run}: starts a target under capture. What it can start are its subcommands. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Start a sample under capture, and report on it.",
        synopsisSubcommandLabel = "SAMPLE",
        subcommands = SleepersCommand.class)
final class RunCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to run: " + String.join(", ", spec.subcommands().keySet()));
    }
}
