package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Where commands write that capture first: their {@code -o} is the capture. */
final class CaptureOutput extends Output {

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Write the report there, and not to standard output (of a command behind --: standard error); may"
                            + " be given several times. "
                            + ENDING_TELLS)
    private List<Path> files = List.of();

    @Override
    List<Path> files() {
        return files;
    }

    @Override
    String option() {
        return "--report";
    }
}
