package dev.loomweight.cli;

import dev.loomweight.cli.SweepArguments.Setting;
import dev.loomweight.command.Question;
import dev.loomweight.program.RunRequest;
import dev.loomweight.program.Sleepers;
import dev.loomweight.program.Sleepers.Collector;
import dev.loomweight.program.Sleepers.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code loomweight lab sleepers}: 4000 sleeping threads, measured and explained. */
@Command(
        name = "sleepers",
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        description = "Start sleeping threads, platform and then virtual, and report what they weigh.")
final class SleepersCommand extends ProgramsCommand {

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4000",
            description = "Number of threads of each kind (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "both",
            description = "Kind of thread: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private KindChoice kind = KindChoice.BOTH;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "0",
            description = "Number of frames below the sleep of each thread (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--stack-size",
            paramLabel = "SIZE",
            converter = Converters.OfSize.class,
            description = "Stack size of a platform thread, such as 512k or 1m (default: the JVM's).")
    private @Nullable Long stackSizeBytes;

    @Option(
            names = "--gc",
            paramLabel = "NAME",
            description = "Garbage collector of the target: ${COMPLETION-CANDIDATES} (default: the JVM's choice).")
    private @Nullable Collector gc;

    @Option(
            names = "--inlining",
            description = "Let the JIT inline the frames into each other, as in an ordinary program; N frames then"
                    + " take less than N times one frame.")
    private boolean inlining;

    @Mixin
    private SweepArguments sweep = new SweepArguments();

    @Mixin
    private final ScreenArguments screen = new ScreenArguments();

    SleepersCommand(Cli cli) {
        super(cli);
    }

    /** The values of {@code --kind}. */
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
    ScreenArguments screen() {
        return screen;
    }

    @Override
    public Integer call() throws InterruptedException {
        requireMin("--threads", threads, 1);
        requireMin("--depth", depth, 0);
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        sweep.parse(spec.commandLine());
        boolean series = sweep.isGiven() || arguments.severalJdks();
        Path target = arguments.folder("sleepers");
        RunRequest request = arguments.request(programs(series), sweep.repeats(), target);
        return series
                ? runSeries(
                        request,
                        "; to see the report again: loomweight report " + target + ", or name one capture in it")
                : report(
                        Question.REPORT,
                        target,
                        runOnce(request).failures(),
                        "; for more: loomweight memory " + target);
    }

    private Sleepers programs(boolean series) {
        CommandLine line = spec.commandLine();
        return new Sleepers(
                sweep.of(Setting.KIND, line, SleepersCommand::kind, kind.kinds()),
                sweep.of(Setting.THREADS, line, word -> SweepArguments.number(word, 1), List.of(threads)),
                sweep.of(Setting.DEPTH, line, word -> SweepArguments.number(word, 0), List.of(depth)),
                sweep.of(
                        Setting.STACK_SIZE,
                        line,
                        word -> Optional.of(new Converters.OfSize().convert(word)),
                        List.of(Optional.ofNullable(stackSizeBytes))),
                sweep.of(
                        Setting.GC,
                        line,
                        word -> Optional.of(SweepArguments.collector(word)),
                        List.of(Optional.ofNullable(gc))),
                sweep.of(Setting.INLINING, line, SweepArguments::onOff, List.of(inlining)),
                series);
    }

    private static Kind kind(String word) {
        for (Kind kind : Kind.values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown kind " + word + "; expected platform or virtual");
    }

    private void requireMin(String option, int value, int min) {
        if (value < min) {
            throw new ParameterException(spec.commandLine(), option + " must be " + min + " or more, not " + value);
        }
    }
}
