package dev.loomweight.cli;

import dev.loomweight.command.Diff;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.util.List;

/** {@code loomweight diff BEFORE [AFTER]}: what changed. */
final class DiffCommand extends CliCommand {

    DiffCommand(Cli cli) {
        super(
                cli,
                "diff",
                Option.all(Diff.OPTIONS, Output.options(Output.REPORT), List.of(InputOptions.MAX_UNPACKED)),
                "Compare two captures, recordings, snapshots or texts. Pins are compared by site; memory by NMT"
                        + " category, call site and class.");
    }

    @Override
    int run(Options given) {
        Output output = new Output(given, Output.REPORT);
        Question.Answer answer;
        try (ReadProgress progress = cli.progress()) {
            answer = Diff.compare(given, progress);
        }
        return cli.write(answer, output, spec);
    }
}
