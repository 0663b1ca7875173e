package dev.loomweight.cli;

import dev.loomweight.capture.DumpRequest;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.launch.Progress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of the question whether a process hangs, for running JVMs: how they are dumped. */
final class HangArguments {

    private static final int MOST = 1000;

    @Option(
            names = "--dumps",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Number of thread dumps to take of a running JVM (default: ${DEFAULT-VALUE}). One dump shows no"
                            + " movement.")
    private int dumps = LiveCapture.USUAL_DUMPS;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = DurationConverter.class,
            description = "Time from one dump to the next (default: ${DEFAULT-VALUE}).")
    private Duration every = DumpRequest.USUAL_EVERY;

    /**
     * The capture to make of a running JVM.
     *
     * @param folder where it is kept, or null
     * @throws ParameterException if there are no dumps, too many, or no time between them
     */
    LiveCapture capture(CommandLine command, @Nullable Path folder, Progress progress) {
        if (dumps < 1 || dumps > MOST) {
            throw new ParameterException(
                    command, "invalid value '" + dumps + "' for --dumps; expected a number from 1 to " + MOST);
        }
        if (every.compareTo(Duration.ofMillis(1)) < 0) {
            throw new ParameterException(command, "--every must be 1ms or more");
        }
        return new LiveCapture(new LiveCapture.Dumps(DumpRequest.of(dumps, every)), null, folder, progress);
    }
}
