package dev.loomweight.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
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
    private final UnpackArguments unpacked = new UnpackArguments();

    List<Path> paths() {
        return paths;
    }

    /** The limit for compressed inputs, in bytes, or 0 where none is given. */
    long maxUnpackedBytes() {
        return unpacked.bytes();
    }
}
