package dev.loomweight.cli;

import dev.loomweight.command.Diff;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Question;
import java.nio.file.Path;

/** {@code loomweight diff BEFORE [AFTER]}: what changed. */
final class DiffCommand extends CliCommand {

    private final One<Path> before = one(
            Path.class,
            parameter(
                            "BEFORE",
                            "A capture (*.lw; its last snapshot is used), a recording, a snapshot, an NMT text, a class"
                                    + " histogram, the process id of a running JVM, or a report saved as JSON. Without AFTER: a"
                                    + " capture, whose first and last snapshots are compared, or the output of summary.diff or detail.diff.")
                    .index("0"));

    private final One<Path> after = one(
            Path.class,
            parameter("AFTER", "A later one.").required(false).arity("0..1").index("1"));

    private final PinArguments pins = group(new PinArguments());

    private final BeforeArguments earlier = group(new BeforeArguments());

    private final Output output = group(new Output.OfReport());

    private final InputArguments.Unpacking unpacked = group(new InputArguments.Unpacking());

    DiffCommand(Cli cli) {
        super(
                cli,
                "diff",
                "Compare two captures, recordings, snapshots or texts. Pins are compared by site; memory by NMT"
                        + " category, call site and class.");
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        PinRequest asked = pins.request(spec.commandLine());
        Question.Answer answer;
        try (ReadProgress progress = cli.progress()) {
            answer = Diff.compare(
                    before.get(),
                    after.orNull(),
                    earlier.classes(spec.commandLine()),
                    asked,
                    unpacked.bytes(),
                    progress);
        }
        return cli.write(answer, output, spec);
    }
}
