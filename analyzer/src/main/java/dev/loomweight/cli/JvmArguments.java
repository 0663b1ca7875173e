package dev.loomweight.cli;

import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.command.LiveCapture;
import java.time.Duration;
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
            description = "How long to capture a running JVM (default: ${DEFAULT-VALUE}). Ctrl-C ends it early and still"
                    + " answers.")
    private Duration duration = LiveCapture.USUAL;

    @Option(
            names = "--cpu-samples",
            description = "Also record jdk.CPUTimeSample of a running JVM (JDK 25+, Linux): what runs, by processor time,"
                    + " native code included. The event is experimental and can crash the JVM when the recording ends.")
    private boolean cpuSamples;

    /** The samples of running threads to record. */
    Samples samples() {
        return cpuSamples ? Samples.CPU_TIME : Samples.EXECUTION;
    }

    /**
     * How long to capture.
     *
     * @throws ParameterException if that is no time at all
     */
    Duration duration(CommandLine command) {
        if (duration.isZero()) {
            throw new ParameterException(command, "--duration: expected more than 0, for example 10s");
        }
        return duration;
    }
}
