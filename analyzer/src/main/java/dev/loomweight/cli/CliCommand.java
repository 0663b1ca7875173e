package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The base of the commands; {@link #call} returns the exit status. */
@Command(mixinStandardHelpOptions = true, versionProvider = Cli.Version.class)
abstract class CliCommand implements Callable<Integer> {

    final Cli cli;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    CommandSpec spec;

    CliCommand(Cli cli) {
        this.cli = cli;
    }

    /** Invalid usage: ends the command with a message and exit status 2. */
    ParameterException misuse(String message, Throwable cause) {
        return new ParameterException(spec.commandLine(), message, cause);
    }

    /**
     * Refuses inputs that name a running JVM.
     *
     * @param what what the command reads, for the message
     * @throws ParameterException if one does
     */
    void refuseJvms(List<Path> paths, String what) {
        for (Path path : paths) {
            String instead = Meant.recording(path, what);
            require(instead == null, String.valueOf(instead));
        }
    }

    /** @throws ParameterException with the message if the condition does not hold */
    void require(boolean condition, String message) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
