package dev.loomweight.cli;

import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.program.ExperimentSize;
import dev.loomweight.program.Programs;
import dev.loomweight.program.PublishedExperiment;
import dev.loomweight.program.PublishedMemory;
import java.util.List;

/** The options of every experiment, in addition to {@link RunOptions}. */
final class ExperimentOptions {

    /** The usual {@code --settle}. */
    static final String SETTLE = "200ms";

    private static final Option<Boolean> FULL = Option.flag("--full", "Run in the published size.");

    private static final Option<Boolean> SHORT =
            Option.flag("--short", "Quick smoke run, in seconds; the results are not meaningful.");

    private static final Option<Integer> PORT = Option.number(
                    "--port",
                    "Port on which a program that serves listens, 0 for any free port (default: ${DEFAULT-VALUE}).")
            .usually("0")
            .checked(port -> Misuse.require(port >= 0 && port <= 65_535, "--port must be 0 to 65535, not " + port));

    private static final Option<Integer> REPEAT = repeat("");

    private ExperimentOptions() {}

    /** @param usual how many repetitions are made by default: experiments differ */
    static List<Option<?>> of(String usual) {
        return List.of(FULL, SHORT, PORT, repeat(usual));
    }

    private static Option<Integer> repeat(String usual) {
        return Option.number(
                        "--repeat",
                        "Repeat each run N times and report medians with their deviation (default: " + usual + ").")
                .checked(repeats -> Misuse.require(repeats >= 1, "--repeat must be 1 or more, not " + repeats));
    }

    /**
     * The programs of an experiment.
     *
     * @throws Misuse if two sizes are given
     */
    static Programs programs(Options given, String name) {
        boolean full = given.get(FULL);
        boolean brief = given.get(SHORT);
        Misuse.require(!full || !brief, "--full and --short exclude each other; omit one");
        ExperimentSize size = full ? ExperimentSize.FULL : brief ? ExperimentSize.SHORT : ExperimentSize.NORMAL;
        return name.equals(PublishedMemory.NAME)
                ? new PublishedMemory(size)
                : new PublishedExperiment(name, size, given.get(PORT));
    }

    static int repeats(Options given, String name) {
        return given.get(REPEAT, PublishedExperiment.repeats(name));
    }
}
