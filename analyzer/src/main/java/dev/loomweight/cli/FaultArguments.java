package dev.loomweight.cli;

import dev.loomweight.faults.KnownFaults;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option of every command that recognizes known faults. */
final class FaultArguments {

    @Option(
            names = "--faults",
            paramLabel = "FILE",
            description =
                    "A file of known faults of your own, in the form of the list that comes with Loomweight; entries"
                            + " replace those of the same id. Repeatable.")
    private List<Path> files = List.of();

    /**
     * The faults that come with Loomweight, and those of the files.
     *
     * @throws dev.loomweight.capture.DataException if a file is no list of faults
     */
    KnownFaults known() {
        KnownFaults known = KnownFaults.own();
        for (Path file : files) {
            known = known.with(file);
        }
        return known;
    }
}
