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

/** The options of every command that tells of pins. */
final class PinArguments {

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "The recorded application's class files: jars (fat jars too), directories, DIR/* for all jars"
                    + " of one. They tell which frame holds a synchronized block, and on what.")
    private List<String> classpath = List.of();

    @Option(
            names = "--jdk",
            paramLabel = "HOME",
            description = "The JDK that made the recording: its classes hold monitors too.")
    private @Nullable Path jdk;

    @Option(
            names = "--own",
            paramLabel = "PREFIX",
            split = ",",
            description =
                    "Your own packages, such as com.acme: all else is a library, and the first frame of yours that"
                            + " called it is shown.")
    private List<String> own = List.of();

    @Option(
            names = "--cause",
            paramLabel = "CAUSE",
            split = ",",
            completionCandidates = Causes.class,
            description = "Only pins of these causes: ${COMPLETION-CANDIDATES}.")
    private List<String> causes = List.of();

    @Option(names = "--thread", paramLabel = "REGEX", description = "Only virtual threads in whose name this is found.")
    private @Nullable String thread;

    @Option(
            names = "--longer",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Only pins of this length or longer, such as 20ms.")
    private Duration min = Duration.ZERO;

    @Option(
            names = "--package",
            paramLabel = "PREFIX",
            split = ",",
            description = "Only stacks with a class whose name begins so.")
    private List<String> packages = List.of();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Only pins that began then or later, such as 2026-11-21T10:15:00Z.")
    private @Nullable Instant from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Only pins that began earlier.")
    private @Nullable Instant until;

    @Option(
            names = "--carriers",
            paramLabel = "N",
            description = "How many carriers there were (the scheduler's parallelism), where the inputs do not tell.")
    private int carriers;

    /**
     * What they say.
     *
     * @throws ParameterException if a word is none of those that there are
     */
    PinRequest request(CommandLine command) {
        try {
            return new PinRequest(classpath, jdk, own, carriers).only(causes, thread, min, packages, from, until);
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
