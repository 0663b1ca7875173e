package dev.loomweight.cli;

import dev.loomweight.command.Request;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of every command that recommends settings. */
final class SizeArguments implements QuestionCommand.Group {

    @Option(
            names = "--limit",
            paramLabel = "SIZE",
            converter = Converters.OfSize.class,
            description =
                    "Container memory limit to recommend settings for, such as 512m (default: the captured limit).")
    private @Nullable Long limitBytes;

    @Override
    public Request with(Request request, CommandLine command) {
        return request.withLimit(limitBytes());
    }

    /** The limit, in bytes, or 0 where none is given. */
    long limitBytes() {
        return limitBytes == null ? 0 : limitBytes;
    }
}
