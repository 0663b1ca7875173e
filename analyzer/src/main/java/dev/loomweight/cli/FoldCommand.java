package dev.loomweight.cli;

import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.FleetOptions;
import dev.loomweight.command.FoldFile;
import dev.loomweight.command.InputOptions;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code loomweight fold PATH... -o x.lwf}: what every question needs of recordings, or of folds of them, in a few kilobytes.
 */
final class FoldCommand extends CliCommand {

    private static final Option<Path> OUTPUT = Option.path(
                    "-o --output", "FILE", "Write the fold to this file (*.lwf).")
            .required();

    private static final Option<Integer> CARRIERS = Option.number(
                    ClassOptions.CARRIERS.name(),
                    "Number of carriers, where the recordings do not have it; reports on the fold use it.")
            .checked(number -> Misuse.require(number >= 0, "--carriers must be 1 or more, not " + number));

    FoldCommand(Cli cli) {
        super(
                cli,
                "fold",
                List.of(InputOptions.PATHS, InputOptions.MAX_UNPACKED, OUTPUT, FleetOptions.LABEL, CARRIERS),
                "Fold recordings, captures and fold files into one small file. Every question takes it in their"
                        + " place, and gives the same report. Fold files (*.lwf) together are the same file in whatever order,"
                        + " also in parts.");
    }

    @Override
    int run(Options given) {
        refuseJvms(given.get(InputOptions.PATHS), "fold reads recordings");
        FoldFile fold;
        try (ReadProgress progress = cli.progress()) {
            fold = FoldFile.of(given, FleetOptions.labels(given), progress);
        }
        fold.write(given.get(OUTPUT));
        fold.problems().forEach(problem -> cli.complain(spec.qualifiedName(), problem));
        return fold.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }
}
