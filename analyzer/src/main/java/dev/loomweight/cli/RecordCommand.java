package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.JvmList;
import dev.loomweight.launch.RecordRun;
import dev.loomweight.launch.RunningJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code loomweight record}: captures a running JVM; without a target, lists the running JVMs. */
final class RecordCommand extends CliCommand {

    private final One<String> target = one(
            String.class,
            parameter("PID|MAIN-CLASS", "The process id, the main class with or without its package, or the jar.")
                    .required(false)
                    .arity("0..1"));

    private static final String UNTIL_CTRL_C = "until-ctrl-c";

    /** How long, unless the user says otherwise. */
    private static final Duration USUAL = Duration.ofSeconds(60);

    private final One<Length> duration = one(
            Length.class,
            option(
                            "--duration",
                            "TIME",
                            "Duration of the capture, or " + UNTIL_CTRL_C + " (default: " + Durations.written(USUAL)
                                    + "; with --dumps N, until these are taken). Ctrl-C and the end of the target end it"
                                    + " earlier, and are followed by the report.")
                    .converters((ITypeConverter<Length>) Length::parse)
                    .completionCandidates(List.of(UNTIL_CTRL_C)));

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

    /**
     * A value of {@code --duration}.
     *
     * @param time null for until Ctrl-C
     */
    record Length(@Nullable Duration time) {

        static Length parse(String value) {
            try {
                return new Length(value.equals(UNTIL_CTRL_C) ? null : Durations.parse(value));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage() + ", or " + UNTIL_CTRL_C);
            }
        }
    }

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
        RecordRun.Request request = request(jvm, folder, asked.pins().ofInputs());
        RecordRun run = new RecordRun(request, steps);
        steps.remark(announcement(request));
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
        CaptureRequest request = capture.request(spec.commandLine(), folder, classes, heap.given());
        return new RecordRun.Request(
                jvm.pid(), jvm.command().name(), until(duration.orNull(), request.dumps()), maxBytes.get(), request);
    }

    /**
     * When the capture ends by itself.
     *
     * @param given as the user says, or null
     * @param dumps the thread dumps that are taken meanwhile, or null for none
     */
    static RecordRun.Until until(@Nullable Length given, @Nullable DumpRequest dumps) {
        if (given != null) {
            Duration time = given.time();
            return time == null ? RecordRun.Until.STOPPED : RecordRun.Until.after(time);
        }
        // Who names a number of dumps wants these, however long they take.
        return dumps != null && !dumps.isSampled() ? RecordRun.Until.DUMPED : RecordRun.Until.after(USUAL);
    }

    /** What the first line of the command says: what is recorded, and what ends that. */
    static String announcement(RecordRun.Request request) {
        Duration duration = request.until().duration();
        String target = "recording process " + request.pid() + " (" + request.name() + ") ";
        if (duration != null) {
            return target + "for " + Durations.text(duration) + "; Ctrl-C ends it earlier (--duration " + UNTIL_CTRL_C
                    + ": no limit)";
        }
        return target
                + (request.until().dumps()
                        ? "until its thread dumps are taken; Ctrl-C ends it earlier"
                        : "until Ctrl-C");
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
