package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.launch.program.RunMemorySample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code loomweight run direct-buffers} and its like: memory outside the heap, measured and explained. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Start a program with memory outside the heap, and tell where it lies.")
final class MemorySampleCommand implements Callable<Integer> {

    private final Cli cli;
    private final String name;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationConverter.class,
            description = "How long to wait before each snapshot (default: ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ofSeconds(1);

    @Option(
            names = "--jdk",
            paramLabel = "PATH",
            description = "Home of the JDK that runs the target, 21 or newer (default: the one that runs loomweight).")
    private @Nullable Path jdk;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where the capture is kept (default: NAME-DATE-TIME.lw here).")
    private @Nullable Path folder;

    @Mixin
    private Output output = new CaptureOutput();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    MemorySampleCommand(Cli cli, String name) {
        this.cli = cli;
        this.name = name;
    }

    @Override
    public Integer call() throws InterruptedException {
        output.check(spec.commandLine());
        Path capture = folder == null ? CaptureNames.dated(name) : folder;
        try (StepPrinter steps = new StepPrinter(cli.console())) {
            RunMemorySample.run(name, jdk, settle, capture, steps);
        }
        Question.Answer answer = Question.MEMORY.ask(Request.of(capture));
        output.write(answer.report(), cli.console());
        answer.problems().forEach(problem -> cli.complain("loomweight run " + name, problem));
        cli.complain("loomweight run " + name, "kept in " + capture);
        return answer.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }
}
