package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.RunPrograms;
import dev.loomweight.program.MemoryProgram;
import java.nio.file.Path;
import java.util.List;

/** {@code loomweight lab direct-buffers} and the like: memory outside the heap, measured and explained. */
final class MemorySampleCommand extends ProgramsCommand {

    private final String name;

    MemorySampleCommand(Cli cli, String name) {
        super(
                cli,
                name,
                "Run a program with memory outside the heap, and report where it is.",
                new RunOptions("1s", false),
                ScreenOptions.ALL);
        this.name = name;
    }

    @Override
    int run(Options given) throws InterruptedException {
        Output output = new Output(given, Output.OF_CREATED);
        ScreenOptions screen = new ScreenOptions(given, output);
        Path capture = CaptureOptions.folder(given, name);
        RunPrograms.SeriesResult outcome = runOnce(arguments.request(given, new MemoryProgram(name), 1, capture));
        if (!outcome.failures().isEmpty()) {
            throw new DataException(outcome.failures().getFirst());
        }
        return report(Question.MEMORY, capture, output, screen, List.of(), "");
    }
}
