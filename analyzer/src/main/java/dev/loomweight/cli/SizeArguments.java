package dev.loomweight.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that proposes sizes. */
final class SizeArguments {

    @Option(
            names = "--limit",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description = "The container's limit to propose settings for, such as 512m (default: the one captured).")
    private @Nullable Long limitBytes;

    /** The limit, in bytes, or 0 where none is given. */
    long limitBytes() {
        return limitBytes == null ? 0 : limitBytes;
    }
}
