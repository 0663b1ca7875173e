package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.command.Verification;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.CommandRun;
import dev.loomweight.launch.Confinement;
import dev.loomweight.launch.ExitStatus;
import dev.loomweight.launch.Progress;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.ParameterException;

/** {@code loomweight run}: starts the user's own command, which comes after {@code --}, under capture. */
final class RunCommand extends CliCommand {

    private static final String NAME = "loomweight run";

    private final Several<String> command = several(
            String.class,
            parameter(
                            "COMMAND",
                            "After --: java and its arguments, or a script that starts java. It uses loomweight's standard"
                                    + " input and output, gets its signals and determines its exit status.")
                    .required(false)
                    .arity("0..*"));

    private final CaptureArguments capture = group(new CaptureArguments());

    private final PinArguments pins = group(new PinArguments());

    private final VerifyArguments verify = group(new VerifyArguments());

    private final Output output = group(new Output.OfCommand());

    private final ScreenArguments screen = group(new ScreenArguments());

    RunCommand(Cli cli) {
        super(
                cli,
                CommandTree.RUN,
                "Run your own command, after --, under capture, and report on it. The programs that come with"
                        + " loomweight are in \"loomweight lab\"; their names work here too.");
        spec.usageMessage().customSynopsis(NAME + " [OPTIONS] -- java ... -jar app.jar");
    }

    @Override
    public Integer call() throws InterruptedException {
        requireCommand();
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        verify.check(spec.commandLine());
        Path folder = capture.folder(CommandRun.nameOf(command.get()));
        PinRequest wanted = pins.request(spec.commandLine());
        CaptureRequest request = capture.request(spec.commandLine(), folder, wanted.ofInputs());
        Request asked = Request.of(folder).with(wanted);
        AtomicInteger signals = new AtomicInteger();
        CompletableFuture<CommandRun> started = new CompletableFuture<>();
        // Before anything is started that would go on without this program.
        SignalHandlers.handle(signal -> {
            signals.incrementAndGet();
            boolean early = !started.isDone();
            CommandRun to = started.join();
            to.signal(signal, early || isForwarded(signal));
        });
        CommandRun run =
                CommandRun.start(command.get(), request, new Remarks(), Confinement.lasting(verify.duration()));
        started.complete(run);
        CommandRun.CommandResult outcome = run.await();
        SignalHandlers.handle(signal -> {
            // The first is the command's, and may come when that has just ended by it.
            if (signals.incrementAndGet() > 1) {
                Runtime.getRuntime().halt(ExitStatus.ofSignal(signal));
            }
        });
        if (!outcome.captured()) {
            cli.complain(
                    NAME,
                    "nothing was captured: the command ended with exit status " + outcome.status()
                            + " before a JVM of it could be observed; no capture is kept");
            return outcome.status();
        }
        List<Section> tried = verify.verify() && signals.get() == 0 ? tried(request, outcome) : List.of();
        report(asked, folder, tried);
        return outcome.status();
    }

    /** A terminal sends its own signal to the command. */
    private static boolean isForwarded(String signal) {
        return !(signal.equals("INT") && SignalHandlers.inForeground());
    }

    /** Runs the command again under the limits that are proposed for it. */
    private List<Section> tried(CaptureRequest request, CommandRun.CommandResult first) throws InterruptedException {
        Verification verification = new Verification(
                new Verification.Trials(command.get(), request, first, verify.limitBytes(), verify.duration()),
                remark -> cli.complain(NAME, remark));
        SignalHandlers.handle(signal -> verification.signal(signal, isForwarded(signal)));
        try {
            return verification.run();
        } catch (DataException e) {
            cli.complain(NAME, "not verified: " + e.getMessage());
            return List.of();
        }
    }

    private void requireCommand() {
        boolean marked = spec.commandLine().getParseResult().originalArgs().contains("--");
        String meant = marked ? null : Meant.run(command.get());
        if (meant != null) {
            throw new ParameterException(spec.commandLine(), meant);
        }
        if (command.get().isEmpty() || !marked) {
            throw new ParameterException(
                    spec.commandLine(),
                    (command.get().isEmpty()
                                    ? "nothing to run"
                                    : "unknown program " + command.get().getFirst())
                            + "; expected your own command after --, for example: loomweight run -- java -jar app.jar,"
                            + " or a program of loomweight lab");
        }
    }

    /** Errors from here on are reported but do not change the exit status of the command. */
    private void report(Request asked, Path folder, List<Section> tried) {
        try {
            Question.Answer answer = Question.REPORT.ask(asked);
            List<Section> sections = new ArrayList<>(tried);
            sections.addAll(answer.report().sections());
            Report report =
                    new Report(answer.report().command(), answer.report().title(), sections);
            write(report, folder, answer.problems().size());
            answer.problems().forEach(problem -> cli.complain(NAME, problem));
        } catch (DataException e) {
            cli.complain(NAME, String.valueOf(e.getMessage()));
        }
        cli.complain(NAME, "kept in " + folder);
    }

    /** Without a file, to standard error, since standard output belongs to the command. */
    private void write(Report report, Path folder, int problems) {
        Console console = cli.console();
        int width = console.errTerminal() ? console.width() : Console.WIDTH_WITHOUT_TERMINAL;
        boolean seen = console.errTerminal() && output.files().isEmpty() && output.isText();
        TextOptions options = new TextOptions(width, console.errTerminal() && console.colour());
        ScreenArguments.More more = ScreenArguments.more(Question.REPORT, folder);
        output.write(
                report, console.err(), screen.options(options, seen, output.hasTop(), console.rows(), problems, more));
    }

    /** Standard error belongs to the command too: no line is rewritten, and steps are not shown. */
    private final class Remarks implements Progress {

        @Override
        public void step(String what) {
            // The command shows what it does.
        }

        @Override
        public void remark(String what) {
            cli.complain(NAME, what);
        }
    }
}
