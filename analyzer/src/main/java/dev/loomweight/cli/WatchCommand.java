package dev.loomweight.cli;

import dev.loomweight.command.Viewer;
import dev.loomweight.command.WatchRequest;
import dev.loomweight.command.Watched;
import java.time.Duration;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code loomweight watch}: a live screen, or a line of JSON at each interval. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Carriers, pins, threads and memory of a running JVM, as they are now. In a terminal a screen (? shows"
                        + " the keys); in a pipe one line of JSON at each interval.")
final class WatchCommand implements Callable<Integer> {

    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final Cli cli;

    @Parameters(
            index = "0",
            paramLabel = "PID|MAIN-CLASS|DIR.lw",
            description = "A process by its number, its main class or its jar; or a capture that is being written.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private String target;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = Durations.class,
            defaultValue = "1s",
            description = "From one set of figures to the next (default ${DEFAULT-VALUE}, from 100ms on).")
    private Duration interval = Duration.ofSeconds(1);

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = Durations.class,
            defaultValue = "10s",
            description = "How far back rates and sites look (default ${DEFAULT-VALUE}, 1s to 55s).")
    private Duration window = Duration.ofSeconds(10);

    @Option(names = "--count", paramLabel = "N", description = "End after so many sets of figures.")
    private long count;

    @Option(names = "--json", description = "Lines of JSON, even in a terminal.")
    private boolean json;

    @Option(
            names = "--no-thread-events",
            description = "Have the target record no start and end of its virtual threads, which cost it a tenth of its"
                    + " throughput at 70,000 threads a second. How many start is then not known.")
    private boolean noThreadEvents;

    @Option(
            names = "--count-threads",
            description =
                    "Count the virtual threads that are there at the start, by a dump of all threads, which pauses"
                            + " the target the longer the more there are. Without it only their change is known.")
    private boolean countThreads;

    @Mixin
    private PinArguments pins = new PinArguments();

    @Spec
    private @Nullable CommandSpec spec;

    WatchCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() throws InterruptedException {
        require(interval.compareTo(SHORTEST) >= 0, "--interval must be 100ms or longer");
        require(
                window.toSeconds() >= 1 && window.toSeconds() <= WatchRequest.MOST_WINDOW.toSeconds(),
                "--window must be from 1s to " + WatchRequest.MOST_WINDOW.toSeconds() + "s");
        require(count >= 0, "--count must not be negative");
        WatchRequest request = new WatchRequest(
                target,
                pins.request(Objects.requireNonNull(spec).commandLine()),
                window,
                !noThreadEvents,
                countThreads);
        Console console = cli.console();
        Viewer viewer = ServiceLoader.load(Viewer.class).findFirst().orElseThrow();
        String end;
        // Opened first, so that an interrupt while it begins finds the recording to stop.
        try (Interruption interruption = new Interruption();
                Watched watched = Watched.start(request)) {
            end = viewer.show(
                    watched,
                    new Viewer.Options(console.out(), console.terminal() && !json, console.colour(), interval, count));
            interruption.workEnded();
        }
        if (!end.isEmpty()) {
            cli.complain("loomweight watch", end);
        }
        return Cli.OK;
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
        }
    }
}
