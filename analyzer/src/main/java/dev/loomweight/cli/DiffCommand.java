package dev.loomweight.cli;

import dev.loomweight.command.Diff;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code loomweight diff BEFORE [AFTER]}: what changed. */
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
        Question.Answer answer;
        try (ReadProgress progress = cli.progress()) {
            answer = Diff.compare(given, progress);
        }
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        List<String> named = Stream.concat(
                        Stream.of(given.get(Diff.BEFORE)),
                        given.find(Diff.AFTER) == null ? Stream.empty() : Stream.of(given.get(Diff.AFTER)))
                .map(Path::toString)
                .toList();
        return cli.write(answer, output, screen, ScreenOptions.more(arguments, named), spec);
    }
}
