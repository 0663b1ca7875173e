package dev.loomweight.cli;

import dev.loomweight.command.FoldFile;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code loomweight fold PATH... -o x.lwf}: what every question needs of recordings, or of folds of them, in a few kilobytes.
 */
@Command(
        name = "fold",
        description = "Fold recordings, captures and fold files into one small file. Every question takes it in their"
                + " place, and gives the same report. Fold files (*.lwf) together are the same file in whatever order,"
                + " also in parts. merge is another name of fold.")
final class FoldCommand extends CliCommand {

    @Mixin
    private final InputArguments inputs = new InputArguments();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "Write the fold to this file (*.lwf).")
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private Path output;

    @Mixin
    private final LabelArguments labels = new LabelArguments();

    @Option(
            names = "--carriers",
            paramLabel = "N",
            description = "Number of carriers, where the recordings do not have it; reports on the fold use it.")
    private int carriers;

    FoldCommand(Cli cli) {
        super(cli);
    }

    @Override
    public Integer call() {
        require(carriers >= 0, "--carriers must be 1 or more, not " + carriers);
        refuseJvms(inputs.paths(), "fold reads recordings");
        Request request = Request.of(inputs.paths(), Request.AUTO, false, inputs.maxUnpackedBytes(), false)
                .with(new PinRequest(List.of(), null, List.of(), carriers));
        FoldFile fold;
        try (ReadProgress progress = cli.progress()) {
            fold = FoldFile.of(request, labels.labels(spec.commandLine()), progress);
        }
        fold.write(output);
        fold.problems().forEach(problem -> cli.complain(spec.qualifiedName(), problem));
        return fold.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }
}
