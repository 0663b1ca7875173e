package dev.loomweight.cli;

import dev.loomweight.command.Diff;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Question;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code loomweight diff BEFORE [AFTER]}: what changed. */
@Command(
        name = "diff",
        description = "Compare two captures, recordings, snapshots or texts. Pins are compared by site; memory by NMT"
                + " category, call site and class.")
final class DiffCommand extends CliCommand {

    @Parameters(
            index = "0",
            paramLabel = "BEFORE",
            description =
                    "A capture (*.lw; its last snapshot is used), a recording, a snapshot, an NMT text, a class"
                            + " histogram, the process id of a running JVM, or a report saved as JSON. Without AFTER: a"
                            + " capture, whose first and last snapshots are compared, or the output of summary.diff or detail.diff.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private Path before;

    @Parameters(index = "1", arity = "0..1", paramLabel = "AFTER", description = "A later one.")
    private @Nullable Path after;

    @Mixin
    private final PinArguments pins = new PinArguments();

    @Mixin
    private final BeforeArguments earlier = new BeforeArguments();

    @Mixin
    private Output output = new Output.OfReport();

    @Mixin
    private final InputArguments.Unpacking unpacked = new InputArguments.Unpacking();

    DiffCommand(Cli cli) {
        super(cli);
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        PinRequest asked = pins.request(spec.commandLine());
        Question.Answer answer;
        try (ReadProgress progress = cli.progress()) {
            answer = Diff.compare(before, after, earlier.classes(), asked, unpacked.bytes(), progress);
        }
        return cli.write(answer, output, spec);
    }
}
