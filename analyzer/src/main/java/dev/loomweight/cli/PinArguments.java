package dev.loomweight.cli;

import dev.loomweight.command.PinRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every command that reports pins. */
final class PinArguments {

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description =
                    "Class files of the recorded application: jars (including fat jars), directories, DIR/* for all"
                            + " jars of a directory. They show which frame holds a synchronized block, and on which lock.")
    private List<String> classpath = List.of();

    @Option(
            names = "--jdk",
            paramLabel = "HOME",
            description = "The JDK that made the recording: its classes hold monitors too.")
    private @Nullable Path jdk;

    @Option(
            names = "--no-classpath",
            description = "Neither write to a capture nor take from it where the class files and the JDK are.")
    private boolean noClasspath;

    @Option(
            names = "--own",
            paramLabel = "PREFIX",
            split = ",",
            description =
                    "Packages of your own, such as com.acme. All others count as libraries, for which the first frame of"
                            + " your own that called them is shown (default: by the class path).")
    private List<String> own = List.of();

    @Option(
            names = "--cause",
            paramLabel = "CAUSE",
            split = ",",
            completionCandidates = Causes.class,
            description = "Only pins of these causes: ${COMPLETION-CANDIDATES}.")
    private List<String> causes = List.of();

    @Option(names = "--thread", paramLabel = "REGEX", description = "Only virtual threads whose name contains a match.")
    private @Nullable String thread;

    @Option(
            names = "--longer",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Only pins of at least this duration, such as 20ms, 1.5ms or 500us.")
    private Duration min = Duration.ZERO;

    @Option(
            names = "--package",
            paramLabel = "PREFIX",
            split = ",",
            description = "Only stacks with a class whose name has this prefix.")
    private List<String> packages = List.of();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Only pins that began at this time or later, such as 2026-11-21T10:15:00Z.")
    private @Nullable Instant from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Only pins that began before this time.")
    private @Nullable Instant until;

    @Option(
            names = "--carriers",
            paramLabel = "N",
            description = "Number of carriers (the scheduler's parallelism), if the inputs do not contain it.")
    private int carriers;

    /**
     * The request that they make.
     *
     * @throws ParameterException if a value is not valid
     */
    PinRequest request(CommandLine command) {
        try {
            return new PinRequest(classpath, jdk, own, carriers)
                    .withInputs(!noClasspath)
                    .only(causes, thread, min, packages, from, until);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

    private static final class Causes extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Causes() {
            super(PinRequest.CAUSES);
        }
    }
}
