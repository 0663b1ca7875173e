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
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** {@code loomweight lab sleepers}: 4000 sleeping threads, measured and explained. */
final class SleepersCommand extends ProgramsCommand {

    private final One<Integer> threads = one(
            int.class,
            option("--threads", "N", "Number of threads of each kind (default: ${DEFAULT-VALUE}).")
                    .defaultValue("4000"));

    private final One<KindChoice> kind = one(
            KindChoice.class,
            option("--kind", "KIND", "Kind of thread: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
                    .defaultValue("both"));

    private final One<Integer> depth = one(
            int.class,
            option("--depth", "N", "Number of frames below the sleep of each thread (default: ${DEFAULT-VALUE}).")
                    .defaultValue("0"));

    private final One<Long> stackSizeBytes = size(option(
            "--stack-size", "SIZE", "Stack size of a platform thread, such as 512k or 1m (default: the JVM's)."));

    private final One<Collector> gc = one(
            Collector.class,
            option(
                    "--gc",
                    "NAME",
                    "Garbage collector of the target: ${COMPLETION-CANDIDATES} (default: the JVM's choice)."));

    private final Flag inlining = flag(
            "--inlining",
            "Let the JIT inline the frames into each other, as in an ordinary program; N frames then"
                    + " take less than N times one frame.");

    private final SweepArguments sweep = group(new SweepArguments());

    private final ScreenArguments screen = group(new ScreenArguments());

    SleepersCommand(Cli cli) {
        super(
                cli,
                "sleepers",
                "Start sleeping threads, platform and then virtual, and report what they weigh.",
                new RunArguments("2s", true));
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
        requireMin("--threads", threads.get(), 1);
        requireMin("--depth", depth.get(), 0);
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
                sweep.of(Setting.KIND, line, SleepersCommand::kind, kind.get().kinds()),
                sweep.of(Setting.THREADS, line, word -> SweepArguments.number(word, 1), List.of(threads.get())),
                sweep.of(Setting.DEPTH, line, word -> SweepArguments.number(word, 0), List.of(depth.get())),
                sweep.of(
                        Setting.STACK_SIZE,
                        line,
                        word -> Optional.of(new Converters.OfSize().convert(word)),
                        List.of(Optional.ofNullable(stackSizeBytes.orNull()))),
                sweep.of(
                        Setting.GC,
                        line,
                        word -> Optional.of(SweepArguments.collector(word)),
                        List.of(Optional.ofNullable(gc.orNull()))),
                sweep.of(Setting.INLINING, line, SweepArguments::onOff, List.of(inlining.given())),
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
