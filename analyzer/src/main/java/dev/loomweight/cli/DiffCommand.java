package dev.loomweight.cli;

import dev.loomweight.command.Diff;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ParameterException;

/** {@code loomweight diff BEFORE [AFTER]} or {@code diff BEFORE... -- AFTER...}: what changed. */
final class DiffCommand extends CliCommand {

    DiffCommand(Cli cli) {
        super(
                cli,
                "diff",
                Option.all(
                        Diff.OPTIONS,
                        Output.options(Output.REPORT),
                        List.of(InputOptions.MAX_UNPACKED),
                        ScreenOptions.ALL),
                "Compare two captures, recordings, snapshots or texts. Pins are compared by site; memory by NMT"
                        + " category, call site and class.");
    }

    @Override
    int run(Options given) {
        Output output = new Output(given, Output.REPORT);
        ScreenOptions screen = new ScreenOptions(given, output);
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        Question.Answer answer;
        try (ReadProgress progress = cli.progress()) {
            List<Path> all = Diff.paths(given);
            int first = runsBefore(arguments, all.size());
            answer = Diff.compare(Diff.sides(given, all.subList(0, first), all.subList(first, all.size())), progress);
        }
        List<String> named = Diff.paths(given).stream().map(Path::toString).toList();
        return cli.write(answer, output, screen, ScreenOptions.more(arguments, named), spec);
    }

    /** How many inputs stand before the {@code --} between the runs of both sides; one where there is none. */
    private int runsBefore(List<String> arguments, int inputs) {
        int end = arguments.indexOf("--");
        int first = end < 0 ? 0 : inputs - (arguments.size() - end - 1);
        if (first > 0 && first < inputs) {
            return first;
        }
        if (inputs > 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    inputs + " inputs, and no -- between those before and those after; expected for example diff A1 A2"
                            + " -- B1 B2");
        }
        return 1;
    }
}
