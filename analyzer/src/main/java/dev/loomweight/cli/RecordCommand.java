package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.launch.JvmList;
import dev.loomweight.launch.RecordRun;
import dev.loomweight.launch.RunningJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code loomweight record}: captures a running JVM; without a target, lists the running JVMs. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        description =
                "Capture a running JVM without an agent, and report on it. It must be of Java 11 or newer. Without a"
                        + " target, list the running JVMs.")
final class RecordCommand implements Callable<Integer> {

    private final Cli cli;

    @Parameters(
            arity = "0..1",
            paramLabel = "PID|MAIN-CLASS",
            description = "The process id, the main class with or without its package, or the jar.")
    private @Nullable String target;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = Converters.OfDuration.class,
            description = "Duration of the capture (default: until Ctrl-C or the end of the target).")
    private @Nullable Duration duration;

    @Option(
            names = "--max-size",
            paramLabel = "SIZE",
            defaultValue = "256m",
            converter = Converters.OfSize.class,
            description = "Maximum size of the recording; the oldest data is discarded (default: ${DEFAULT-VALUE}).")
    private Long maxBytes = 256L << 20;

    @Option(
            names = "--heap",
            description =
                    "Take a heap dump in the last snapshot: it shows what threads weigh by the code where they stand"
                            + " (loomweight threads --weight), and who owns locks. Its size and the time for which it stops the"
                            + " application are said before. It has the contents of all objects, secrets included.")
    private boolean heap;

    @Mixin
    private CaptureArguments capture = new CaptureArguments();

    @Mixin
    private PinArguments pins = new PinArguments();

    @Mixin
    private Output output = new Output.OfCommand();

    @Mixin
    private ScreenArguments screen = new ScreenArguments();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    RecordCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() throws InterruptedException {
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        if (target == null) {
            output.write(JvmList.report(), cli.console());
            return Cli.OK;
        }
        RunningJvm jvm = JvmList.find(target);
        Path folder = capture.folder(jvm.command().name());
        Request asked = Request.of(folder).with(pins.request(spec.commandLine()));
        StepPrinter steps = new StepPrinter(cli.console());
        RecordRun run = new RecordRun(request(jvm, folder, asked.pins().ofInputs()), steps);
        try (InterruptGuard interruption = new InterruptGuard(run::stop)) {
            String early;
            try (steps) {
                early = run.run();
            } finally {
                interruption.workEnded();
            }
            int status = report(asked, folder, early);
            return interruption.requested() ? Cli.INTERRUPTED : status;
        }
    }

    private RecordRun.Request request(RunningJvm jvm, Path folder, boolean classes) {
        return new RecordRun.Request(
                jvm.pid(),
                jvm.command().name(),
                duration,
                maxBytes,
                capture.request(spec.commandLine(), folder, classes, heap));
    }

    private int report(Request asked, Path folder, @Nullable String early) {
        String name = spec.qualifiedName();
        if (early != null) {
            cli.complain(name, early + "; what was captured before is complete");
        }
        cli.complain(name, "kept in " + folder);
        Question.Answer answer = Question.REPORT.ask(asked);
        return cli.write(answer, output, screen, ScreenArguments.more(Question.REPORT, folder), spec);
    }
}
