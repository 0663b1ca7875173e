package dev.loomweight.cli;

import dev.loomweight.command.ExperimentRequest;
import dev.loomweight.command.ExperimentSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every experiment. */
final class ExperimentArguments {

    @Option(names = "--full", description = "Run it as large as it was published.")
    private boolean full;

    @Option(names = "--short", description = "Run it small, in seconds: to see that it runs, not to judge by.")
    private boolean brief;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "3",
            description = "Run everything so often, and show medians with their deviation (default: ${DEFAULT-VALUE}).")
    private int repeats;

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
            converter = Durations.class,
            description = "How long to wait before each snapshot (default: ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ofMillis(200);

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
        if (repeats < 1) {
            throw new ParameterException(command, "--repeat must be 1 or more, not " + repeats);
        }
    }

    /** What they ask for. */
    ExperimentRequest request(String name, ExperimentSize size, Path folder) {
        List<Optional<Path>> homes = jdks.isEmpty()
                ? List.of(Optional.empty())
                : jdks.stream().distinct().map(Optional::of).toList();
        return new ExperimentRequest(name, size, homes, repeats, settle, folder);
    }
}
