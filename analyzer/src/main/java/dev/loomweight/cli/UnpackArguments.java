package dev.loomweight.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that reads compressed files. */
final class UnpackArguments {

    @Option(
            names = "--max-unpacked",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Size limit for all compressed inputs, once decompressed, and standard input together (default: 4g;"
                            + " for one file also 200 times its compressed size, or 256m if that is more).")
    private @Nullable Long maxUnpackedBytes;

    /** The limit, in bytes, or 0 where none is given. */
    long bytes() {
        return maxUnpackedBytes == null ? 0 : maxUnpackedBytes;
    }
}
