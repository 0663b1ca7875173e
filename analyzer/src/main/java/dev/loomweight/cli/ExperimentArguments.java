package dev.loomweight.cli;

import dev.loomweight.program.ExperimentSize;
import dev.loomweight.program.Programs;
import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.PublishedMemory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every experiment, in addition to {@link RunArguments}. */
final class ExperimentArguments {

    private static final String REPEAT = "--repeat";

    @Option(names = "--full", description = "Run in the published size.")
    private boolean full;

    @Option(names = "--short", description = "Quick smoke run, in seconds; the results are not meaningful.")
    private boolean brief;

    @Option(
            names = REPEAT,
            paramLabel = "N",
            description = "Repeat each run N times and report medians with their deviation")
    private @Nullable Integer repeats;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port on which a program that serves listens, 0 for any free port (default:"
                    + " ${DEFAULT-VALUE}).")
    private int port;

    /** @throws ParameterException if both sizes are given, or a number is out of range */
    void check(CommandLine command) {
        if (full && brief) {
            throw new ParameterException(command, "--full and --short exclude each other; omit one");
        }
        if (repeats != null && repeats < 1) {
            throw new ParameterException(command, REPEAT + " must be 1 or more, not " + repeats);
        }
        if (port < 0 || port > 65_535) {
            throw new ParameterException(command, "--port must be 0 to 65535, not " + port);
        }
    }

    /** A command with these options, whose help says how many repetitions it makes by default: experiments differ. */
    static CommandLine line(Object command, String repeats) {
        CommandLine line = RunArguments.line(command, "200ms");
        RunArguments.change(
                line, REPEAT, option -> option.description(option.description()[0] + " (default: " + repeats + ")."));
        return line;
    }

    /** The programs of an experiment. */
    Programs programs(String name) {
        ExperimentSize size = full ? ExperimentSize.FULL : brief ? ExperimentSize.SHORT : ExperimentSize.NORMAL;
        return name.equals(PublishedMemory.NAME)
                ? new PublishedMemory(size)
                : new PublishedExperiment(name, size, port);
    }

    int repeats(String name) {
        return repeats == null ? PublishedExperiment.repeats(name) : repeats;
    }
}
