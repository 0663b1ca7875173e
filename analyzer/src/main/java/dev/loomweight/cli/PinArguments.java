package dev.loomweight.cli;

import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every command that reports pins. */
final class PinArguments implements QuestionCommand.Group {

    @Mixin
    private final ClassArguments classes = new ClassArguments();

    @Option(
            names = "--cause",
            paramLabel = "CAUSE",
            split = ",",
            completionCandidates = Causes.class,
            description = "Only pins of these causes: ${COMPLETION-CANDIDATES}.")
    private List<String> causes = List.of();

    @Option(
            names = "--thread",
            paramLabel = "REGEX",
            description = "Only virtual threads whose name contains a match (RE2).")
    private @Nullable String thread;

    @Option(
            names = "--longer",
            paramLabel = "TIME",
            converter = Converters.OfDuration.class,
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
            converter = Converters.OfInstant.class,
            description = "Only pins that began at this time or later, such as 2026-11-21T10:15:00Z.")
    private @Nullable Instant from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = Converters.OfInstant.class,
            description = "Only pins that began before this time.")
    private @Nullable Instant until;

    @Override
    public Request with(Request request, CommandLine command) {
        return request.with(request(command));
    }

    /**
     * The request that they make.
     *
     * @throws ParameterException if a value is not valid
     */
    PinRequest request(CommandLine command) {
        try {
            return classes.request(command).only(causes, thread, min, packages, from, until);
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
