package dev.loomweight.cli;

import dev.loomweight.launch.program.ExperimentRequest;
import dev.loomweight.launch.program.ExperimentSize;
import dev.loomweight.launch.program.RunExperiment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every experiment. */
final class ExperimentArguments {

    private static final String REPEAT = "--repeat";

    @Option(names = "--full", description = "Run it as large as it was published.")
    private boolean full;

    @Option(names = "--short", description = "Run it small, in seconds: to see that it runs, not to judge by.")
    private boolean brief;

    @Option(
            names = REPEAT,
            paramLabel = "N",
            description = "Run everything so often, and show medians with their deviation")
    private @Nullable Integer repeats;

    @Option(
            names = "--jdk",
            paramLabel = "PATH",
            description = "Home of the JDK that runs the target, 21 or newer (default: the one that runs loomweight)."
                    + " Given more than once, the JDKs stand side by side.")
    private List<Path> jdks = List.of();

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            defaultValue = "200ms",
            converter = DurationConverter.class,
            description = "How long to wait before each snapshot (default: ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ofMillis(200);

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port on which a program that serves listens, 0 for any that is free (default:"
                    + " ${DEFAULT-VALUE}).")
    private int port;

    /**
     * How large it is to be.
     *
     * @throws ParameterException if both sizes are asked for
     */
    ExperimentSize size(CommandLine command) {
        if (full && brief) {
            throw new ParameterException(command, "--full and --short both are given; leave one out");
        }
        return full ? ExperimentSize.FULL : brief ? ExperimentSize.SHORT : ExperimentSize.NORMAL;
    }

    /** @throws ParameterException if a number is none that can be run */
    void check(CommandLine command) {
        if (repeats != null && repeats < 1) {
            throw new ParameterException(command, REPEAT + " must be 1 or more, not " + repeats);
        }
        if (port < 0 || port > 65_535) {
            throw new ParameterException(command, "--port must be 0 to 65535, not " + port);
        }
    }

    /** Ends the help on repetitions with how many there are by default: experiments differ. */
    static void tellRepeats(CommandLine command, String byDefault) {
        CommandSpec spec = command.getCommandSpec();
        OptionSpec option = spec.findOption(REPEAT);
        spec.remove(option);
        spec.addOption(OptionSpec.builder(option)
                .description(option.description()[0] + " (default: " + byDefault + ").")
                .build());
    }

    /** What they ask for. */
    ExperimentRequest request(String name, ExperimentSize size, Path folder) {
        List<Optional<Path>> homes = jdks.isEmpty()
                ? List.of(Optional.empty())
                : jdks.stream().distinct().map(Optional::of).toList();
        int times = repeats == null ? RunExperiment.repeats(name) : repeats;
        return new ExperimentRequest(name, size, homes, times, settle, port, folder);
    }
}
