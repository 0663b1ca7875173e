package dev.loomweight.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that reads files which may be compressed. */
final class UnpackArguments {

    @Option(
            names = "--max-unpacked",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description = "What compressed inputs, and standard input, may hold together (default: 4g; of one file at"
                    + " most 200 times its size, or 256m).")
    private @Nullable Long maxUnpackedBytes;

    /** The limit, in bytes, or 0 where none is given. */
    long bytes() {
        return maxUnpackedBytes == null ? 0 : maxUnpackedBytes;
    }
}
