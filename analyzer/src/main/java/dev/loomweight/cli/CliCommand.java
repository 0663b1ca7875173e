package dev.loomweight.cli;

import dev.loomweight.command.ClassOptions;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.render.SafeText;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The base of the commands. */
abstract class CliCommand implements Callable<Integer> {

    final Cli cli;
    final CommandSpec spec;
    final OptionSpecs options;

    /** @param options what it takes, in the order of the help */
    CliCommand(Cli cli, String name, List<Option<?>> options, String... description) {
        this.cli = cli;
        this.spec = spec(this, name, description);
        this.options = new OptionSpecs(options);
    }

    /** A command with the two options that all have. */
    static CommandSpec spec(Object command, String name, String... description) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command, OptionSpecs.COLLECTIONS)
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

    /** The command with its options, to be called once. */
    CommandLine line() {
        options.addTo(spec);
        return line(spec);
    }

    static CommandLine line(CommandSpec spec) {
        return new CommandLine(spec, OptionSpecs.COLLECTIONS).registerConverter(Path.class, Path::of);
    }

    @Override
    public final Integer call() throws InterruptedException {
        try {
            return run(given());
        } catch (Misuse e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Runs it.
     *
     * @return the exit status
     * @throws Misuse if the options do not go together
     */
    abstract int run(Options given) throws InterruptedException;

    /**
     * What was given on the command line. Class files that are not there are named on standard error.
     *
     * @throws ParameterException if a value is not valid
     */
    final Options given() {
        Options given = options.read(spec.commandLine());
        warnOfMissing(ClassOptions.CLASSPATH.name(), given.get(ClassOptions.CLASSPATH));
        warnOfMissing(ClassOptions.CLASSPATH_BEFORE.name(), given.get(ClassOptions.CLASSPATH_BEFORE));
        return given;
    }

    /**
     * Says in one line on standard error which class files are not there: without them the holder of a monitor is unknown. A
     * class path of several entries may name some that a build did not make, as for the JVM, so it is no failure.
     *
     * @param named where they are named
     */
    final void warnOfMissing(String named, List<String> paths) {
        List<String> missing = ClassOptions.missing(paths);
        if (!missing.isEmpty()) {
            String words = named + ": no such file or directory: " + String.join(", ", missing);
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + SafeText.of(words));
            spec.commandLine().getErr().flush();
        }
    }

    /**
     * Refuses inputs that name a running JVM.
     *
     * @param what what the command reads, for the message
     * @throws Misuse if one does
     */
    static void refuseJvms(List<Path> paths, String what) {
        for (Path path : paths) {
            String instead = Meant.recording(path, what);
            Misuse.require(instead == null, String.valueOf(instead));
        }
    }
}
