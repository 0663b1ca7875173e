package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The output of commands that only report: their {@code -o} names the report. */
final class ReportOutput extends Output {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the report to this file instead of standard output; repeatable. " + FORMAT_BY_ENDING)
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
