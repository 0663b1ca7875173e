package dev.loomweight.cli;

import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Request;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The options of every command that reports pins. */
final class PinArguments extends QuestionCommand.Group {

    private final ClassArguments classes = group(new ClassArguments());

    private final Several<String> causes = several(
            String.class,
            option("--cause", "CAUSE", "Only pins of these causes: ${COMPLETION-CANDIDATES}.")
                    .splitRegex(",")
                    .completionCandidates(PinRequest.CAUSES));

    private final One<String> thread =
            one(String.class, option("--thread", "REGEX", "Only virtual threads whose name contains a match (RE2)."));

    private final One<Duration> min =
            time(option("--longer", "TIME", "Only pins of at least this duration, such as 20ms, 1.5ms or 500us."));

    private final Several<String> packages = several(
            String.class,
            option("--package", "PREFIX", "Only stacks with a class whose name has this prefix.")
                    .splitRegex(","));

    private final One<Instant> from = one(
            Instant.class,
            option("--from", "TIME", "Only pins that began at this time or later, such as 2026-11-21T10:15:00Z.")
                    .converters(new Converters.OfInstant()));

    private final One<Instant> until = one(
            Instant.class,
            option("--until", "TIME", "Only pins that began before this time.").converters(new Converters.OfInstant()));

    @Override
    Request with(Request request, CommandLine command) {
        return request.with(request(command));
    }

    /**
     * The request that they make.
     *
     * @throws ParameterException if a value is not valid
     */
    PinRequest request(CommandLine command) {
        try {
            return classes.request(command)
                    .only(
                            causes.get(),
                            thread.orNull(),
                            min.or(Duration.ZERO),
                            packages.get(),
                            from.orNull(),
                            until.orNull());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }
}
