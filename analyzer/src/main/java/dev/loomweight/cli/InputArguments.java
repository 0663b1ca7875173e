package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The inputs of every command that reads any number of them. */
final class InputArguments {

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    "Captures (*.lw), recordings (*.jfr), folds of either (*.lwf), folders with captures and recordings at any depth, output"
                            + " of jcmd and /proc"
                            + " (NMT, VM.info, class histogram, System.map, native_heap_info, heap_info, smaps, smaps_rollup,"
                            + " status, Thread.dump_to_file), each of them compressed or not; - for standard input; or a"
                            + " running JVM: its process id, main class or jar.")
    private List<Path> paths = List.of();

    @Mixin
    private final Unpacking unpacked = new Unpacking();

    List<Path> paths() {
        return paths;
    }

    /** The limit for compressed inputs, in bytes, or 0 where none is given. */
    long maxUnpackedBytes() {
        return unpacked.bytes();
    }

    /** The option of every command that reads compressed files. */
    static final class Unpacking {

        @Option(
                names = "--max-unpacked",
                paramLabel = "SIZE",
                converter = Converters.OfSize.class,
                description =
                        "Size limit for all compressed inputs, once decompressed, and standard input together (default: 4g;"
                                + " for one file also 200 times its compressed size, or 256m if that is more).")
        private @Nullable Long maxUnpackedBytes;

        /** The limit, in bytes, or 0 where none is given. */
        long bytes() {
            return maxUnpackedBytes == null ? 0 : maxUnpackedBytes;
        }
    }

    /** The option to show values that can be secrets. */
    static final class Secrets {

        @Option(
                names = "--show-secrets",
                description =
                        "Show the values of events that can hold secrets (environment variables, system properties,"
                                + " options and arguments, command lines); they are masked by default.")
        private boolean shown;

        boolean shown() {
            return shown;
        }
    }
}
