package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.JvmList;
import dev.loomweight.launch.RecordRun;
import dev.loomweight.launch.RunningJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code loomweight record}: captures a running JVM; without a target, lists the running JVMs. */
final class RecordCommand extends CliCommand {

    private static final Option<String> TARGET = Option.text(
            "", "PID|MAIN-CLASS", "The process id, the main class with or without its package, or the jar.");

    private static final String UNTIL_CTRL_C = "until-ctrl-c";

    /** How long, unless the user says otherwise. */
    private static final Duration USUAL = Duration.ofSeconds(60);

    private static final Option<Length> DURATION = Option.<Length>of(
                    Length.class,
                    Length::parse,
                    "--duration",
                    "TIME",
                    "Duration of the capture, or " + UNTIL_CTRL_C + " (default: " + Durations.written(USUAL)
                            + "; with --dumps N, until these are taken). Ctrl-C and the end of the target end it"
                            + " earlier, and are followed by the report.")
            .offering(List.of(UNTIL_CTRL_C));

    private static final Option<Long> MAX_SIZE = Option.size(
                    "--max-size",
                    "Maximum size of the recording; the oldest data is discarded (default: ${DEFAULT-VALUE}).")
            .usually("256m");

    private static final Option<Boolean> HEAP = Option.flag(
            "--heap",
            "Take a heap dump in the last snapshot: it shows what threads weigh by the code where they stand"
                    + " (loomweight threads --weight), and who owns locks. Its size and the time for which it stops the"
                    + " application are said before. It has the contents of all objects, secrets included.");

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
                throw new IllegalArgumentException(e.getMessage() + ", or " + UNTIL_CTRL_C, e);
            }
        }
    }

    RecordCommand(Cli cli) {
        super(
                cli,
                "record",
                Option.all(
                        Option.in(Option.Group.CAPTURE, List.of(TARGET, DURATION, MAX_SIZE, HEAP)),
                        CaptureOptions.ALL,
                        ClassOptions.OF_PINS,
                        Output.options(Output.OF_CREATED),
                        ScreenOptions.ALL),
                "Capture a running JVM without an agent, and report on it. It must be of Java 11 or newer. Without a"
                        + " target, list the running JVMs.");
    }

    @Override
    int run(Options given) throws InterruptedException {
        Output output = new Output(given, Output.OF_CREATED);
        ScreenOptions screen = new ScreenOptions(given, output);
        if (!given.has(TARGET)) {
            output.write(JvmList.report(), cli.console());
            return Cli.OK;
        }
        RunningJvm jvm = JvmList.find(given.get(TARGET));
        Path folder = CaptureOptions.folder(given, jvm.command().name());
        StepPrinter steps = new StepPrinter(cli.console());
        RecordRun.Request request = request(given, jvm, folder);
        RecordRun run = new RecordRun(request, steps);
        steps.remark(announcement(request));
        try (InterruptGuard interruption = new InterruptGuard(run::stop)) {
            String early;
            try (steps) {
                early = run.run();
            } finally {
                interruption.workEnded();
            }
            say(folder, early);
            Question.Answer answer = Question.REPORT.ask(given.with(InputOptions.PATHS, List.of(folder)));
            int status = cli.write(answer, output, screen, ScreenOptions.more(Question.REPORT, folder), spec);
            return interruption.requested() ? Cli.INTERRUPTED : status;
        }
    }

    private static RecordRun.Request request(Options given, RunningJvm jvm, Path folder) {
        CaptureRequest request = CaptureOptions.request(given, folder, given.get(HEAP));
        return new RecordRun.Request(
                jvm.pid(),
                jvm.command().name(),
                until(given.find(DURATION), request.dumps()),
                given.get(MAX_SIZE),
                request);
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

    private void say(Path folder, @Nullable String early) {
        String name = spec.qualifiedName();
        if (early != null) {
            cli.complain(name, early + "; what was captured before is complete");
        }
        cli.complain(name, "kept in " + folder);
    }
}
