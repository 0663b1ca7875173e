package dev.loomweight.cli;

import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.launch.Progress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of questions that capture running JVMs among their inputs. */
final class JvmArguments {

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description =
                    "How long to capture a running JVM (default: ${DEFAULT-VALUE}). Ctrl-C ends it early and still"
                            + " answers.")
    private Duration duration = LiveCapture.USUAL;

    @Option(
            names = "--cpu-samples",
            description =
                    "Also record jdk.CPUTimeSample of a running JVM (JDK 25+, Linux): what runs, by processor time,"
                            + " native code included. The event is experimental and can crash the JVM when the recording ends.")
    private boolean cpuSamples;

    /**
     * The capture to make.
     *
     * @param folder where it is kept, or null
     * @throws ParameterException if it is to last no time at all
     */
    LiveCapture capture(CommandLine command, @Nullable Path folder, Progress progress) {
        Samples samples = cpuSamples ? Samples.CPU_TIME : Samples.EXECUTION;
        return new LiveCapture(new LiveCapture.Carriers(samples), positive(command, duration), folder, progress);
    }

    /**
     * A duration.
     *
     * @throws ParameterException if that is no time at all
     */
    static Duration positive(CommandLine command, Duration duration) {
        if (duration.isZero()) {
            throw new ParameterException(command, "--duration: expected more than 0, for example 10s");
        }
        return duration;
    }
}
