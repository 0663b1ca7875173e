package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The output of commands that create a capture or a copy first, which is what their {@code -o} names. */
final class CaptureOutput extends Output {

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Write the report to this file instead of standard output (for a command after --: standard error);"
                            + " repeatable. "
                            + FORMAT_BY_ENDING)
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
