package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;

/** The inputs of every command that reads any number of them. */
final class InputArguments extends Arguments {

    private final Several<Path> paths = several(
            Path.class,
            parameter(
                            "PATH",
                            "Captures (*.lw), recordings (*.jfr), folds of either (*.lwf), folders with captures and recordings at any depth, output"
                                    + " of jcmd and /proc"
                                    + " (NMT, VM.info, class histogram, System.map, native_heap_info, heap_info, smaps, smaps_rollup,"
                                    + " status, Thread.dump_to_file), each of them compressed or not; - for standard input; or a"
                                    + " running JVM: its process id, main class or jar.")
                    .arity("1..*"));

    private final Unpacking unpacked = group(new Unpacking());

    List<Path> paths() {
        return paths.get();
    }

    /** The limit for compressed inputs, in bytes, or 0 where none is given. */
    long maxUnpackedBytes() {
        return unpacked.bytes();
    }

    /** The option of every command that reads compressed files. */
    static final class Unpacking extends Arguments {

        private final One<Long> maxUnpackedBytes = size(option(
                "--max-unpacked",
                "SIZE",
                "Size limit for all compressed inputs, once decompressed, and standard input together (default: 4g;"
                        + " for one file also 200 times its compressed size, or 256m if that is more)."));

        /** The limit, in bytes, or 0 where none is given. */
        long bytes() {
            return maxUnpackedBytes.or(0L);
        }
    }

    /** The option to show values that can be secrets. */
    static final class Secrets extends Arguments {

        private final Flag shown = flag(
                "--show-secrets",
                "Show the values of events that can hold secrets (environment variables, system properties,"
                        + " options and arguments, command lines); they are masked by default.");

        boolean shown() {
            return shown.given();
        }
    }
}
