package dev.loomweight.cli;

import dev.loomweight.capture.DumpRequest;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.PinRequest;
import dev.loomweight.launch.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of the question whether a process hangs: how a running JVM is dumped, and what explains the dumps. */
final class HangArguments {

    private static final int MOST = 1000;

    @Option(
            names = "--dumps",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of thread dumps to take of a running JVM (default: ${DEFAULT-VALUE}). One dump shows no"
                    + " movement.")
    private int dumps = LiveCapture.USUAL_DUMPS;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = DurationConverter.class,
            description = "Time from one dump to the next (default: ${DEFAULT-VALUE}).")
    private Duration every = DumpRequest.USUAL_EVERY;

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "Class files of the application: jars (including fat jars), directories, DIR/* for all jars of a"
                    + " directory. For dumps before JDK 25 they narrow down which monitors frames hold and wait for.")
    private List<String> classpath = List.of();

    @Option(names = "--jdk", paramLabel = "HOME", description = "The JDK that ran the application.")
    private @Nullable Path jdk;

    @Option(
            names = "--no-classpath",
            description = "Do not take from a capture where the class files and the JDK are.")
    private boolean noClasspath;

    @Option(
            names = "--carriers",
            paramLabel = "N",
            description = "Number of carriers (the scheduler's parallelism), if the inputs do not contain it.")
    private int carriers;

    /** The class files, and the number of carriers. */
    PinRequest request(CommandLine command) {
        try {
            return new PinRequest(classpath, jdk, List.of(), carriers).withInputs(!noClasspath);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

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
        return new LiveCapture(
                new LiveCapture.Dumps(DumpRequest.of(dumps, every)), null, folder, progress);
    }
}
