package dev.loomweight.cli;

import dev.loomweight.amount.Sizes;
import dev.loomweight.cli.SweepOptions.Setting;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.program.RunRequest;
import dev.loomweight.program.SleeperPrograms;
import dev.loomweight.program.SleeperPrograms.Collector;
import dev.loomweight.program.SleeperPrograms.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code loomweight lab sleepers}: 4000 sleeping threads, measured and explained. */
final class SleepersCommand extends ProgramsCommand {

    private static final Option<Integer> THREADS = Option.number(
                    "--threads", "Number of threads of each kind (default: ${DEFAULT-VALUE}).")
            .usually("4000")
            .checked(threads -> requireMin("--threads", threads, 1));

    private static final Option<KindChoice> KIND = Option.choice(
                    KindChoice.class,
                    "--kind",
                    "KIND",
                    "Kind of thread: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
            .usually("both");

    private static final Option<Integer> DEPTH = Option.number(
                    "--depth", "Number of frames below the sleep of each thread (default: ${DEFAULT-VALUE}).")
            .usually("0")
            .checked(depth -> requireMin("--depth", depth, 0));

    private static final Option<Long> STACK_SIZE =
            Option.size("--stack-size", "Stack size of a platform thread, such as 512k or 1m (default: the JVM's).");

    private static final Option<Collector> GC = Option.choice(
            Collector.class,
            "--gc",
            "NAME",
            "Garbage collector of the target: ${COMPLETION-CANDIDATES} (default: the JVM's choice).");

    private static final Option<Boolean> INLINING = Option.flag(
            "--inlining",
            "Let the JIT inline the frames into each other, as in an ordinary program; N frames then"
                    + " take less than N times one frame.");

    private static final List<Option<?>> OWN = List.of(THREADS, KIND, DEPTH, STACK_SIZE, GC, INLINING);

    SleepersCommand(Cli cli) {
        super(
                cli,
                "sleepers",
                "Start sleeping threads, platform and then virtual, and report what they weigh.",
                new RunOptions("2s", true),
                Option.all(OWN, SweepOptions.ALL, ScreenOptions.ALL));
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
    int run(Options given) throws InterruptedException {
        Output output = new Output(given, Output.OF_CREATED);
        ScreenOptions screen = new ScreenOptions(given, output);
        SweepOptions sweep = new SweepOptions(given, OWN);
        boolean series = sweep.isGiven() || RunOptions.severalJdks(given);
        Path target = CaptureOptions.folder(given, "sleepers");
        RunRequest request = arguments.request(given, programs(given, sweep, series), sweep.repeats(), target);
        return series
                ? runSeries(
                        request,
                        output,
                        screen,
                        "; to see the report again: loomweight report " + target + ", or name one capture in it")
                : report(
                        Question.REPORT,
                        target,
                        output,
                        screen,
                        runOnce(request).failures(),
                        "; for more: loomweight memory " + target);
    }

    private static SleeperPrograms programs(Options given, SweepOptions sweep, boolean series) {
        return new SleeperPrograms(
                sweep.of(Setting.KIND, SleepersCommand::kind, given.get(KIND).kinds()),
                sweep.of(Setting.THREADS, word -> SweepOptions.number(word, 1), List.of(given.get(THREADS))),
                sweep.of(Setting.DEPTH, word -> SweepOptions.number(word, 0), List.of(given.get(DEPTH))),
                sweep.of(
                        Setting.STACK_SIZE,
                        word -> Optional.of(Sizes.parse(word)),
                        List.of(Optional.ofNullable(given.find(STACK_SIZE)))),
                sweep.of(
                        Setting.GC,
                        word -> Optional.of(SweepOptions.collector(word)),
                        List.of(Optional.ofNullable(given.find(GC)))),
                sweep.of(Setting.INLINING, SweepOptions::onOff, List.of(given.get(INLINING))),
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

    private static void requireMin(String option, int value, int min) {
        Misuse.require(value >= min, option + " must be " + min + " or more, not " + value);
    }
}
