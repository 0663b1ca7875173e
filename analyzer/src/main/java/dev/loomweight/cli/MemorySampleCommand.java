package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Question;
import dev.loomweight.program.MemorySample;
import dev.loomweight.program.RunPrograms;
import java.nio.file.Path;
import java.util.List;

/** {@code loomweight lab direct-buffers} and the like: memory outside the heap, measured and explained. */
final class MemorySampleCommand extends ProgramsCommand {

    private final String name;

    private final ScreenArguments screen = group(new ScreenArguments());

    MemorySampleCommand(Cli cli, String name) {
        super(
                cli,
                name,
                "Run a program with memory outside the heap, and report where it is.",
                new RunArguments("1s", false));
        this.name = name;
    }

    @Override
    ScreenArguments screen() {
        return screen;
    }

    @Override
    public Integer call() throws InterruptedException {
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        arguments.requireOneJdk(spec.commandLine());
        Path capture = arguments.folder(name);
        RunPrograms.SeriesResult outcome = runOnce(arguments.request(new MemorySample(name), 1, capture));
        if (!outcome.failures().isEmpty()) {
            throw new DataException(outcome.failures().getFirst());
        }
        return report(Question.MEMORY, capture, List.of(), "");
    }
}
