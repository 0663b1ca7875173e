package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.launch.JvmList;
import dev.loomweight.launch.RecordRun;
import dev.loomweight.launch.RunningJvm;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** {@code loomweight record}: captures a running JVM; without a target, lists the running JVMs. */
final class RecordCommand extends CliCommand {

    private final One<String> target = one(
            String.class,
            parameter("PID|MAIN-CLASS", "The process id, the main class with or without its package, or the jar.")
                    .required(false)
                    .arity("0..1"));

    private final One<Duration> duration = time(
            option("--duration", "TIME", "Duration of the capture (default: until Ctrl-C or the end of the target)."));

    private final One<Long> maxBytes = size(option(
                    "--max-size",
                    "SIZE",
                    "Maximum size of the recording; the oldest data is discarded (default: ${DEFAULT-VALUE}).")
            .defaultValue("256m"));

    private final Flag heap = flag(
            "--heap",
            "Take a heap dump in the last snapshot: it shows what threads weigh by the code where they stand"
                    + " (loomweight threads --weight), and who owns locks. Its size and the time for which it stops the"
                    + " application are said before. It has the contents of all objects, secrets included.");

    private final CaptureArguments capture = group(new CaptureArguments());

    private final PinArguments pins = group(new PinArguments());

    private final Output output = group(new Output.OfCommand());

    private final ScreenArguments screen = group(new ScreenArguments());

    RecordCommand(Cli cli) {
        super(
                cli,
                "record",
                "Capture a running JVM without an agent, and report on it. It must be of Java 11 or newer. Without a"
                        + " target, list the running JVMs.");
    }

    @Override
    public Integer call() throws InterruptedException {
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        if (!target.given()) {
            output.write(JvmList.report(), cli.console());
            return Cli.OK;
        }
        RunningJvm jvm = JvmList.find(target.get());
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
                duration.orNull(),
                maxBytes.get(),
                capture.request(spec.commandLine(), folder, classes, heap.given()));
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
