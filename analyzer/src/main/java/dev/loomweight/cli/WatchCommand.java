package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.command.Viewer;
import dev.loomweight.command.WatchRequest;
import dev.loomweight.command.Watched;
import java.time.Duration;
import java.util.ServiceLoader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code loomweight watch}: a live screen, or one line of JSON per interval. */
@Command(
        name = "watch",
        description =
                "Show carriers, pins, threads and memory of a running JVM live. On a terminal: a full screen (press ? for"
                        + " the keys). In a pipe: one line of JSON per interval.")
final class WatchCommand extends CliCommand {

    private static final String NAME = "loomweight watch";
    private static final Duration SHORTEST = Duration.ofMillis(100);

    @Parameters(
            index = "0",
            paramLabel = "PID|MAIN-CLASS|DIR.lw",
            description = "Process id, main class or jar of a running JVM, or a capture that is being written.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private String target;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = Converters.OfDuration.class,
            defaultValue = "1s",
            description = "Time between updates (default: ${DEFAULT-VALUE}; minimum: 100ms).")
    private Duration interval = Duration.ofSeconds(1);

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = Converters.OfDuration.class,
            defaultValue = "10s",
            description = "Time span of rates and sites (default: ${DEFAULT-VALUE}; 1s to 55s).")
    private Duration window = Duration.ofSeconds(10);

    @Option(names = "--count", paramLabel = "N", description = "Exit after N updates.")
    private long count;

    @Option(names = "--json", description = "Print lines of JSON even on a terminal.")
    private boolean json;

    @Option(
            names = "--no-thread-events",
            description = "Do not record starts and ends of virtual threads in the target: at 70,000 threads per second"
                    + " they cost it a tenth of its throughput. The number of started threads is then unknown.")
    private boolean noThreadEvents;

    @Option(
            names = "--count-threads",
            description =
                    "Count the virtual threads that already exist, with a dump of all threads, which pauses the target;"
                            + " the more threads, the longer. Without it only the change in their number is known.")
    private boolean countThreads;

    @Mixin
    private PinArguments pins = new PinArguments();

    WatchCommand(Cli cli) {
        super(cli);
    }

    @Override
    public Integer call() throws InterruptedException {
        require(
                interval.compareTo(SHORTEST) >= 0,
                "--interval must be 100ms or more, not " + Durations.written(interval));
        require(
                window.toSeconds() >= 1 && window.toSeconds() <= WatchRequest.MOST_WINDOW.toSeconds(),
                "--window must be 1s to " + WatchRequest.MOST_WINDOW.toSeconds() + "s, not "
                        + Durations.written(window));
        require(count >= 0, "--count must be 0 or more, not " + count);
        WatchRequest request =
                new WatchRequest(target, pins.request(spec.commandLine()), window, !noThreadEvents, countThreads);
        Console console = cli.console();
        Viewer viewer = ServiceLoader.load(Viewer.class).findFirst().orElseThrow();
        String end;
        // Opened first, so that an interrupt while it begins finds the recording to stop.
        try (InterruptGuard interruption = new InterruptGuard();
                Watched watched = Watched.start(request, what -> cli.complain(NAME, what))) {
            end = viewer.show(
                    watched,
                    new Viewer.Options(console.out(), console.terminal() && !json, console.colour(), interval, count));
            interruption.workEnded();
        }
        if (!end.isEmpty()) {
            cli.complain(NAME, end);
        }
        return Cli.OK;
    }
}
