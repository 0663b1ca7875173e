package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.command.Viewer;
import dev.loomweight.command.WatchRequest;
import dev.loomweight.command.Watched;
import java.time.Duration;
import java.util.ServiceLoader;

/** {@code loomweight watch}: a live screen, or one line of JSON per interval. */
final class WatchCommand extends CliCommand {

    private static final String NAME = "loomweight watch";
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final One<String> target = one(
            String.class,
            parameter(
                            "PID|MAIN-CLASS|DIR.lw",
                            "Process id, main class or jar of a running JVM, or a capture that is being written.")
                    .index("0"));

    private final One<Duration> interval =
            time(option("--interval", "TIME", "Time between updates (default: ${DEFAULT-VALUE}; minimum: 100ms).")
                    .defaultValue("1s"));

    private final One<Duration> window =
            time(option("--window", "TIME", "Time span of rates and sites (default: ${DEFAULT-VALUE}; 1s to 55s).")
                    .defaultValue("10s"));

    private final One<Long> count = one(long.class, option("--count", "N", "Exit after N updates."));

    private final Flag json = flag("--json", "Print lines of JSON even on a terminal.");

    private final Flag noThreadEvents = flag(
            "--no-thread-events",
            "Do not record starts and ends of virtual threads in the target: at 70,000 threads per second"
                    + " they cost it a tenth of its throughput. The number of started threads is then unknown.");

    private final Flag countThreads = flag(
            "--count-threads",
            "Count the virtual threads that already exist, with a dump of all threads, which pauses the target;"
                    + " the more threads, the longer. Without it only the change in their number is known.");

    private final PinArguments pins = group(new PinArguments());

    WatchCommand(Cli cli) {
        super(
                cli,
                "watch",
                "Show carriers, pins, threads and memory of a running JVM live. On a terminal: a full screen (press ? for"
                        + " the keys). In a pipe: one line of JSON per interval.");
    }

    @Override
    public Integer call() throws InterruptedException {
        require(
                interval.get().compareTo(SHORTEST) >= 0,
                "--interval must be 100ms or more, not " + Durations.written(interval.get()));
        require(
                window.get().toSeconds() >= 1 && window.get().toSeconds() <= WatchRequest.MOST_WINDOW.toSeconds(),
                "--window must be 1s to " + WatchRequest.MOST_WINDOW.toSeconds() + "s, not "
                        + Durations.written(window.get()));
        long updates = count.or(0L);
        require(updates >= 0, "--count must be 0 or more, not " + updates);
        WatchRequest request = new WatchRequest(
                target.get(),
                pins.request(spec.commandLine()),
                window.get(),
                !noThreadEvents.given(),
                countThreads.given());
        Console console = cli.console();
        Viewer viewer = ServiceLoader.load(Viewer.class).findFirst().orElseThrow();
        String end;
        // Opened first, so that an interrupt while it begins finds the recording to stop.
        try (InterruptGuard interruption = new InterruptGuard();
                Watched watched = Watched.start(request, what -> cli.complain(NAME, what))) {
            end = viewer.show(
                    watched,
                    new Viewer.Options(
                            console.out(),
                            console.terminal() && !json.given(),
                            console.colour(),
                            interval.get(),
                            updates));
            interruption.workEnded();
        }
        if (!end.isEmpty()) {
            cli.complain(NAME, end);
        }
        return Cli.OK;
    }
}
