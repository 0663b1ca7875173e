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

/** The options of {@code loomweight waits} for running JVMs among its inputs. */
final class WaitArguments {

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description =
                    "How long to sample a running JVM by thread dumps (default: ${DEFAULT-VALUE}). Ctrl-C ends it early"
                            + " and still answers.")
    private Duration duration = LiveCapture.USUAL_SAMPLING;

    @Option(
            names = "--dump-budget",
            paramLabel = "PERCENT",
            description =
                    "Maximum share of the time for which the dumps may stop a running JVM (default: 0.5%%); a processor"
                            + " is busy with them for at most 20 times that share.")
    private @Nullable String budget;

    /**
     * The capture to make.
     *
     * @param folder where it is kept, or null
     * @throws ParameterException if it is to last no time at all, or if the budget is none
     */
    LiveCapture capture(CommandLine command, @Nullable Path folder, Progress progress) {
        DumpRequest dumps = DumpRequest.sampled(DumpArguments.share(command, budget));
        return new LiveCapture(
                new LiveCapture.Dumps(dumps), JvmArguments.positive(command, duration), folder, progress);
    }
}
