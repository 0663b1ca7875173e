package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The base of the commands; {@link #call} returns the exit status. */
abstract class CliCommand extends Arguments implements Callable<Integer> {

    /**
     * Makes what collects values. The factory of picocli makes anything, and first looks for a class of Groovy: for that, all
     * ten thousand entries of the jar are read.
     */
    private static final IFactory COLLECTIONS = new IFactory() {
        @Override
        public <K> K create(Class<K> type) {
            return type.cast(type == Map.class ? new LinkedHashMap<>() : new ArrayList<>());
        }
    };

    final Cli cli;
    final CommandSpec spec;

    CliCommand(Cli cli, String name, String... description) {
        this.cli = cli;
        this.spec = spec(this, name, description);
    }

    /** A command with the two options that all have. */
    static CommandSpec spec(Object command, String name, String... description) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command, COLLECTIONS)
                .name(name)
                .versionProvider(new Cli.Version())
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help message and exit.")
                        .build())
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("Print version information and exit.")
                        .build());
        spec.usageMessage().description(description);
        return spec;
    }

    /** The command with its arguments, to be called once. */
    CommandLine line() {
        return line(spec, declared());
    }

    static CommandLine line(CommandSpec spec, List<ArgSpec> arguments) {
        arguments.forEach(spec::add);
        return new CommandLine(spec, COLLECTIONS).registerConverter(Path.class, Path::of);
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
