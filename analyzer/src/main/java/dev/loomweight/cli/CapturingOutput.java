package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The output of questions that can capture a running JVM: their {@code -o} names the report, and the capture to keep. */
final class CapturingOutput extends Output {

    private static final String CAPTURE = ".lw";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the report to this file instead of standard output; repeatable. "
                    + FORMAT_BY_ENDING
                    + " With the ending .lw: keep the capture of a running JVM in this folder.")
    private List<Path> named = List.of();

    @Override
    List<Path> files() {
        return named.stream().filter(path -> !isCapture(path)).toList();
    }

    @Override
    String option() {
        return "-o";
    }

    @Override
    void check(CommandLine command) {
        super.check(command);
        if (named.stream().filter(CapturingOutput::isCapture).count() > 1) {
            throw new ParameterException(command, "-o: one folder for the capture, not several");
        }
    }

    /** Where the capture is to be kept; null if it is not. */
    @Nullable
    Path capture() {
        return named.stream().filter(CapturingOutput::isCapture).findFirst().orElse(null);
    }

    private static boolean isCapture(Path path) {
        return path.toString().endsWith(CAPTURE);
    }
}
