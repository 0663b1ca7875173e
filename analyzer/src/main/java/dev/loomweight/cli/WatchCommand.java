package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.Viewer;
import dev.loomweight.command.Watched;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;

/** {@code loomweight watch}: a live screen, or one line of JSON per interval. */
final class WatchCommand extends CliCommand {

    private static final String NAME = "loomweight watch";
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private static final Option<Duration> INTERVAL = Option.time(
                    "--interval", "Time between updates (default: ${DEFAULT-VALUE}; minimum: 100ms).")
            .usually("1s")
            .checked(interval -> Misuse.require(
                    interval.compareTo(SHORTEST) >= 0,
                    "--interval must be 100ms or more, not " + Durations.written(interval)));

    private static final Option<Long> COUNT = Option.<Long>of(
                    long.class, Long::valueOf, "--count", "N", "Exit after N updates.")
            .checked(count -> Misuse.require(count >= 0, "--count must be 0 or more, not " + count));

    private static final Option<Boolean> JSON = Option.flag("--json", "Print lines of JSON even on a terminal.");

    WatchCommand(Cli cli) {
        super(
                cli,
                "watch",
                Option.all(
                        List.of(
                                Watched.TARGET,
                                INTERVAL,
                                Watched.WINDOW,
                                COUNT,
                                JSON,
                                Watched.NO_THREAD_EVENTS,
                                Watched.COUNT_THREADS),
                        ClassOptions.OF_PINS),
                "Show carriers, pins, threads and memory of a running JVM live. On a terminal: a full screen (press ? for"
                        + " the keys). In a pipe: one line of JSON per interval.");
    }

    @Override
    int run(Options given) throws InterruptedException {
        Console console = cli.console();
        Viewer viewer = ServiceLoader.load(Viewer.class).findFirst().orElseThrow();
        String end;
        // Opened first, so that an interrupt while it begins finds the recording to stop.
        try (InterruptGuard interruption = new InterruptGuard();
                Watched watched = Watched.start(given, what -> cli.complain(NAME, what))) {
            end = viewer.show(
                    watched,
                    new Viewer.Options(
                            console.out(),
                            console.terminal() && !given.get(JSON),
                            console.colour(),
                            given.get(INTERVAL),
                            given.get(COUNT, 0L)));
            interruption.workEnded();
        }
        if (!end.isEmpty()) {
            cli.complain(NAME, end);
        }
        return Cli.OK;
    }
}
