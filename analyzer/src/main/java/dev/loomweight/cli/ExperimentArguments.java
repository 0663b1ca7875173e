package dev.loomweight.cli;

import dev.loomweight.program.ExperimentSize;
import dev.loomweight.program.Programs;
import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.PublishedMemory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The options of every experiment, in addition to {@link RunArguments}. */
final class ExperimentArguments extends Arguments {

    /** The default of {@code --settle}. */
    static final String SETTLE = "200ms";

    private static final String REPEAT = "--repeat";

    private final Flag full = flag("--full", "Run in the published size.");

    private final Flag brief = flag("--short", "Quick smoke run, in seconds; the results are not meaningful.");

    private final One<Integer> repeats;

    private final One<Integer> port = one(
            int.class,
            option(
                            "--port",
                            "N",
                            "Port on which a program that serves listens, 0 for any free port (default:"
                                    + " ${DEFAULT-VALUE}).")
                    .defaultValue("0"));

    /** @param usual how many repetitions are made by default: experiments differ */
    ExperimentArguments(String usual) {
        this.repeats = one(
                int.class,
                option(
                        REPEAT,
                        "N",
                        "Repeat each run N times and report medians with their deviation (default: " + usual + ")."));
    }

    /** @throws ParameterException if both sizes are given, or a number is out of range */
    void check(CommandLine command) {
        if (full.given() && brief.given()) {
            throw new ParameterException(command, "--full and --short exclude each other; omit one");
        }
        if (repeats.or(1) < 1) {
            throw new ParameterException(command, REPEAT + " must be 1 or more, not " + repeats.get());
        }
        if (port.get() < 0 || port.get() > 65_535) {
            throw new ParameterException(command, "--port must be 0 to 65535, not " + port.get());
        }
    }

    /** The programs of an experiment. */
    Programs programs(String name) {
        ExperimentSize size =
                full.given() ? ExperimentSize.FULL : brief.given() ? ExperimentSize.SHORT : ExperimentSize.NORMAL;
        return name.equals(PublishedMemory.NAME)
                ? new PublishedMemory(size)
                : new PublishedExperiment(name, size, port.get());
    }

    int repeats(String name) {
        return repeats.or(PublishedExperiment.repeats(name));
    }
}
