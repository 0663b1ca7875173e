package dev.loomweight.cli;

import dev.loomweight.command.Request;
import picocli.CommandLine;

/** The options of every command that recommends settings. */
final class SizeArguments extends QuestionCommand.Group {

    private final One<Long> limitBytes = size(option(
            "--limit",
            "SIZE",
            "Container memory limit to recommend settings for, such as 512m (default: the captured limit)."));

    @Override
    Request with(Request request, CommandLine command) {
        return request.withLimit(limitBytes());
    }

    /** The limit, in bytes, or 0 where none is given. */
    long limitBytes() {
        return limitBytes.or(0L);
    }
}
