package dev.loomweight.cli;

import dev.loomweight.command.FoldFile;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code loomweight merge FOLD... -o all.lwf}: folds of many recordings in one file. */
@Command(
        name = "merge",
        description =
                "Merge fold files (*.lwf) into one. In whatever order, also in parts, the result is the same file.")
final class MergeCommand extends CliCommand {

    @Parameters(arity = "1..*", paramLabel = "FOLD", description = "Files written by loomweight fold or merge.")
    private List<Path> paths = List.of();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "Write the merged fold to this file (*.lwf).")
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private Path output;

    MergeCommand(Cli cli) {
        super(cli);
    }

    @Override
    public Integer call() {
        FoldFile.merge(paths.stream().map(FoldFile::read).toList()).write(output);
        return Cli.OK;
    }
}
