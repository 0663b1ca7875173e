package dev.loomweight.cli;

import dev.loomweight.command.FoldFile;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code loomweight fold PATH... -o x.lwf}: what every question needs of recordings, or of folds of them, in a few kilobytes.
 */
final class FoldCommand extends CliCommand {

    private final InputArguments inputs = group(new InputArguments());

    private final One<Path> output = one(
            Path.class, output("FILE", "Write the fold to this file (*.lwf).").required(true));

    private final LabelArguments labels = group(new LabelArguments());

    private final One<Integer> carriers = one(
            int.class,
            option(
                    "--carriers",
                    "N",
                    "Number of carriers, where the recordings do not have it; reports on the fold use it."));

    FoldCommand(Cli cli) {
        super(
                cli,
                "fold",
                "Fold recordings, captures and fold files into one small file. Every question takes it in their"
                        + " place, and gives the same report. Fold files (*.lwf) together are the same file in whatever order,"
                        + " also in parts.");
    }

    @Override
    public Integer call() {
        int number = carriers.or(0);
        require(number >= 0, "--carriers must be 1 or more, not " + number);
        refuseJvms(inputs.paths(), "fold reads recordings");
        Request request = Request.of(inputs.paths(), Request.AUTO, false, inputs.maxUnpackedBytes(), false)
                .with(new PinRequest(List.of(), null, List.of(), number));
        FoldFile fold;
        try (ReadProgress progress = cli.progress()) {
            fold = FoldFile.of(request, labels.labels(spec.commandLine()), progress);
        }
        fold.write(output.get());
        fold.problems().forEach(problem -> cli.complain(spec.qualifiedName(), problem));
        return fold.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }
}
