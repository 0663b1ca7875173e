package dev.loomweight.cli;

import dev.loomweight.cli.SweepArguments.Setting;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.launch.program.RunSleepers;
import dev.loomweight.launch.program.RunSweep;
import dev.loomweight.launch.program.SleepersRequest;
import dev.loomweight.launch.program.SleepersRequest.Collector;
import dev.loomweight.launch.program.SleepersRequest.Kind;
import dev.loomweight.launch.program.SweepRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code loomweight run sleepers}: 4000 threads asleep, measured and explained. */
@Command(
        name = "sleepers",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Start threads that sleep, platform and virtual in turn, and tell what they weigh.")
final class SleepersCommand implements Callable<Integer> {

    private final Cli cli;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4000",
            description = "How many threads of each kind (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "both",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private KindChoice kind = KindChoice.BOTH;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "0",
            description = "Frames that each thread has below its sleep (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--stack-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Stack size of a platform thread, such as 512k or 1m (default: the JVM's).")
    private @Nullable Long stackSizeBytes;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = DurationConverter.class,
            description = "How long to wait before each snapshot once all threads sleep (default: ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ofSeconds(2);

    @Option(
            names = "--jdk",
            paramLabel = "PATH",
            description = "Home of the JDK that runs the target, 21 or newer (default: the one that runs loomweight)."
                    + " Given more than once, the JDKs are compared.")
    private List<Path> jdks = List.of();

    @Option(
            names = "--gc",
            paramLabel = "NAME",
            description = "The target's collector: ${COMPLETION-CANDIDATES} (default: the JVM's choice).")
    private @Nullable Collector gc;

    @Option(
            names = "--inlining",
            description = "Let the JIT inline the frames into each other, as in an ordinary program; then N frames"
                    + " take less than N times one.")
    private boolean inlining;

    @Mixin
    private SweepArguments sweep = new SweepArguments();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where the captures are kept (default: sleepers-DATE-TIME.lw here).")
    private @Nullable Path folder;

    @Mixin
    private Output output = new CaptureOutput();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    SleepersCommand(Cli cli) {
        this.cli = cli;
    }

    /** The words of {@code --kind}. */
    enum KindChoice {
        BOTH,
        PLATFORM,
        VIRTUAL;

        List<Kind> kinds() {
            return switch (this) {
                case BOTH -> List.of(Kind.PLATFORM, Kind.VIRTUAL);
                case PLATFORM -> List.of(Kind.PLATFORM);
                case VIRTUAL -> List.of(Kind.VIRTUAL);
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        atLeast("--threads", threads, 1);
        atLeast("--depth", depth, 0);
        output.check(spec.commandLine());
        sweep.parse(spec.commandLine());
        Path target = folder == null ? CaptureNames.dated("sleepers") : folder;
        return sweep.isGiven() || jdks.size() > 1 ? sweep(target) : once(target);
    }

    private int once(Path target) throws InterruptedException {
        RunSleepers.Outcome outcome;
        try (StepPrinter steps = new StepPrinter(cli.console())) {
            outcome = RunSleepers.run(
                    new SleepersRequest(
                            threads,
                            kind.kinds(),
                            depth,
                            stackSizeBytes,
                            settle,
                            jdks.isEmpty() ? null : jdks.getFirst(),
                            gc,
                            inlining,
                            target),
                    steps);
        }
        List<String> failures = outcome.failure() == null ? List.of() : List.of(outcome.failure());
        return report(target, failures, "loomweight memory " + target + " tells more");
    }

    private int sweep(Path target) {
        SweepRequest request = request(target);
        try (InterruptGuard interruption = new InterruptGuard()) {
            RunSweep.Outcome outcome;
            try (StepPrinter steps = new StepPrinter(cli.console())) {
                outcome = RunSweep.run(request, steps, interruption::requested);
            } finally {
                interruption.workEnded();
            }
            int status = report(
                    target,
                    outcome.failures(),
                    "loomweight report " + target + " shows it again, and each capture in it alone");
            return outcome.interrupted() ? Cli.INTERRUPTED : status;
        }
    }

    private int report(Path target, List<String> failures, String more) {
        Question.Answer answer = Question.REPORT.ask(Request.of(target));
        output.write(answer.report(), cli.console());
        String name = spec.qualifiedName();
        cli.complain(name, "kept in " + target + "; " + more);
        answer.problems().forEach(problem -> cli.complain(name, problem));
        failures.forEach(failure -> cli.complain(name, failure));
        return failures.isEmpty() && answer.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }

    private SweepRequest request(Path target) {
        CommandLine line = spec.commandLine();
        return new SweepRequest(
                sweep.of(Setting.KIND, line, SleepersCommand::kind, kind.kinds()),
                sweep.of(Setting.THREADS, line, word -> SweepArguments.number(word, 1), List.of(threads)),
                sweep.of(Setting.DEPTH, line, word -> SweepArguments.number(word, 0), List.of(depth)),
                sweep.of(
                        Setting.STACK_SIZE,
                        line,
                        word -> Optional.of(new SizeConverter().convert(word)),
                        List.of(Optional.ofNullable(stackSizeBytes))),
                sweep.of(
                        Setting.GC,
                        line,
                        word -> Optional.of(SweepArguments.collector(word)),
                        List.of(Optional.ofNullable(gc))),
                sweep.of(Setting.INLINING, line, SweepArguments::onOff, List.of(inlining)),
                jdks.isEmpty()
                        ? List.of(Optional.empty())
                        : jdks.stream().distinct().map(Optional::of).toList(),
                sweep.repeats(),
                settle,
                target);
    }

    private static Kind kind(String word) {
        for (Kind kind : Kind.values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind " + word + "; there are platform, virtual");
    }

    private void atLeast(String option, int value, int least) {
        if (value < least) {
            throw new ParameterException(spec.commandLine(), option + " must be " + least + " or more, not " + value);
        }
    }
}
