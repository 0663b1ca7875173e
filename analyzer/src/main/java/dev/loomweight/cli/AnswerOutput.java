package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Where commands write that do nothing but answer: their {@code -o} is the report. */
final class AnswerOutput extends Output {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Write the report there, and not to standard output; may be given several times. " + ENDING_TELLS)
    private List<Path> files = List.of();

    @Override
    List<Path> files() {
        return files;
    }

    @Override
    String option() {
        return "-o";
    }
}
