package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.command.Verification;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.CommandRun;
import dev.loomweight.launch.Confinement;
import dev.loomweight.launch.ExitStatus;
import dev.loomweight.match.Nearest;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code loomweight run}: starts the user's own command, which comes after {@code --}, under capture. */
final class RunCommand extends CliCommand {

    private static final String NAME = "loomweight run";

    private static final Option<List<String>> COMMAND = Option.text(
                    "",
                    "COMMAND",
                    "After --: java and its arguments, or a script that starts java. It uses loomweight's standard"
                            + " input and output, gets its signals and determines its exit status.")
            .repeated();

    /** Whether limits are to be tried. */
    private static final Option<Boolean> VERIFY = Option.flag(
            "--verify",
            "Propose memory limits from this run, and run the command again under each of them and under"
                    + " 10 %% less, in a control group where one can be made; reports whether it was killed or failed,"
                    + " and at what cost. The command must need no input, and end by itself or with --duration.");

    private static final Option<Long> LIMIT = Option.size(
            "--limit", "With --verify: the limit to try, such as 512m (default: a comfortable and the least one).");

    private static final Option<Duration> DURATION = Option.time(
                    "--duration", "End the command with SIGTERM after this time (default: it ends by itself).")
            .checked(time -> Misuse.require(!time.isZero(), "--duration must be 1ms or more, not 0"));

    RunCommand(Cli cli) {
        super(
                cli,
                CommandTree.RUN,
                Option.all(
                        List.of(COMMAND),
                        CaptureOptions.ALL,
                        ClassOptions.OF_PINS,
                        Option.in(Option.Group.CAPTURE, List.of(VERIFY, LIMIT, DURATION)),
                        Output.options(Output.OF_CREATED),
                        ScreenOptions.ALL),
                "Run your own command, after --, under capture, and report on it. The programs that come with"
                        + " loomweight are in \"loomweight lab\"; their names work here too.");
        spec.usageMessage().customSynopsis(NAME + " [OPTIONS] -- java ... -jar app.jar");
    }

    @Override
    int run(Options given) throws InterruptedException {
        List<String> command = given.get(COMMAND);
        requireCommand(command);
        Output output = new Output(given, Output.OF_CREATED);
        ScreenOptions screen = new ScreenOptions(given, output);
        if (given.has(LIMIT)) {
            Misuse.require(given.get(VERIFY), "--limit applies to --verify");
            Misuse.require(given.get(LIMIT) > 0, "--limit must be above 0");
        }
        Path folder = CaptureOptions.folder(given, CommandRun.nameOf(command));
        CaptureRequest request = CaptureOptions.request(given, folder, false);
        AtomicInteger signals = new AtomicInteger();
        CompletableFuture<CommandRun> started = new CompletableFuture<>();
        // Before anything is started that would go on without this program.
        SignalHandlers.handle(signal -> {
            signals.incrementAndGet();
            boolean early = !started.isDone();
            CommandRun to = started.join();
            to.signal(signal, early || isForwarded(signal));
        });
        CommandRun run = CommandRun.start(command, request, new Remarks(), Confinement.lasting(given.find(DURATION)));
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
        List<Section> tried = given.get(VERIFY) && signals.get() == 0 ? tried(given, request, outcome) : List.of();
        try {
            Question.Answer answer = Question.REPORT.ask(given.with(InputOptions.PATHS, List.of(folder)));
            Report report = withTried(tried, answer.report());
            write(
                    report,
                    output,
                    screen,
                    ScreenOptions.more(Question.REPORT, folder),
                    answer.problems().size());
            answer.problems().forEach(problem -> cli.complain(NAME, problem));
        } catch (DataException e) {
            // The exit status is that of the command.
            cli.complain(NAME, String.valueOf(e.getMessage()));
        }
        cli.complain(NAME, "kept in " + folder);
        return outcome.status();
    }

    /** A terminal sends its own signal to the command. */
    private static boolean isForwarded(String signal) {
        return !(signal.equals("INT") && SignalHandlers.inForeground());
    }

    /** Runs the command again under the limits that are proposed for it. */
    private List<Section> tried(Options given, CaptureRequest request, CommandRun.CommandResult first)
            throws InterruptedException {
        Verification verification = new Verification(
                new Verification.Trials(given.get(COMMAND), request, first, given.get(LIMIT, 0L), given.find(DURATION)),
                remark -> cli.complain(NAME, remark));
        SignalHandlers.handle(signal -> verification.signal(signal, isForwarded(signal)));
        try {
            return verification.run();
        } catch (DataException e) {
            cli.complain(NAME, "not verified: " + e.getMessage());
            return List.of();
        }
    }

    private void requireCommand(List<String> command) {
        boolean marked = spec.commandLine().getParseResult().originalArgs().contains("--");
        String meant = marked ? null : Meant.run(command);
        if (meant != null) {
            throw new Misuse(meant);
        }
        if (command.isEmpty() || !marked) {
            List<String> programs = List.copyOf(new CommandTree(cli).programs().keySet());
            throw new Misuse((command.isEmpty()
                            ? "nothing to run"
                            : "unknown program " + command.getFirst() + Nearest.hint(command.getFirst(), programs))
                    + "; expected your own command after --, for example: loomweight run -- java -jar app.jar,"
                    + " or a program of loomweight lab");
        }
    }

    private static Report withTried(List<Section> tried, Report report) {
        List<Section> sections = new ArrayList<>(tried);
        sections.addAll(report.sections());
        return new Report(report.command(), report.title(), report.incomplete(), sections);
    }

    /** Without a file, to standard error, since standard output belongs to the command. */
    private void write(Report report, Output output, ScreenOptions screen, ScreenOptions.More more, int problems) {
        Console console = cli.console();
        boolean seen = console.errTerminal() && output.files().isEmpty() && output.isText();
        TextOptions options = new TextOptions(console.errWidth(), console.errTerminal() && console.colour());
        output.write(
                report, console.err(), screen.options(options, seen, output.hasTop(), console.rows(), problems, more));
    }

    /** Standard error belongs to the command too: no line is rewritten, and steps are not shown. */
    private final class Remarks implements CaptureProgress {

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
