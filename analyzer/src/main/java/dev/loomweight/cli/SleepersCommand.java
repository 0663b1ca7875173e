package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.command.RunSleepers;
import dev.loomweight.command.SleepersRequest;
import dev.loomweight.command.SleepersRequest.Collector;
import dev.loomweight.command.SleepersRequest.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

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
            converter = Sizes.class,
            description = "Stack size of a platform thread, such as 512k or 1m (default: the JVM's).")
    private @Nullable Long stackSizeBytes;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = Durations.class,
            description = "How long to wait before each snapshot once all threads sleep (default: ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ofSeconds(2);

    @Option(
            names = "--jdk",
            paramLabel = "PATH",
            description = "Home of the JDK that runs the target, 21 or newer (default: the one that runs loomweight).")
    private @Nullable Path jdk;

    @Option(
            names = "--gc",
            paramLabel = "NAME",
            description = "The target's collector: ${COMPLETION-CANDIDATES} (default: the JVM's choice).")
    private @Nullable Collector gc;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where the captures are kept (default: sleepers-DATE-TIME.lw here).")
    private @Nullable Path folder;

    @Mixin
    private Output output = new Output();

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
        Path target = folder == null
                ? Path.of(
                        "sleepers-" + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP) + ".lw")
                : folder;
        RunSleepers.Outcome outcome;
        try (StepLines steps = new StepLines(cli.console())) {
            outcome = RunSleepers.run(
                    new SleepersRequest(threads, kind.kinds(), depth, stackSizeBytes, settle, jdk, gc, target), steps);
        }
        Question.Answer answer = Question.REPORT.ask(Request.of(outcome.folder()));
        output.write(answer.report(), cli.console());
        String name = spec.qualifiedName();
        cli.complain(name, "kept in " + outcome.folder() + "; loomweight memory " + outcome.folder() + " tells more");
        answer.problems().forEach(problem -> cli.complain(name, problem));
        if (outcome.failure() != null) {
            cli.complain(name, outcome.failure());
        }
        return outcome.failure() == null && answer.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }

    private void atLeast(String option, int value, int least) {
        if (value < least) {
            throw new ParameterException(spec.commandLine(), option + " must be " + least + " or more, not " + value);
        }
    }
}
