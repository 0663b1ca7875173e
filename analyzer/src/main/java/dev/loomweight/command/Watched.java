package dev.loomweight.command;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.JvmList;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.live.LiveState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The target of {@code watch}: a JVM, or a capture in progress. Not safe for several threads. */
public interface Watched extends AutoCloseable {

    /** A process id, a main class or jar, or the folder of a capture in progress. */
    Option<String> TARGET = Option.text(
                    "",
                    "PID|MAIN-CLASS|DIR.lw",
                    "Process id, main class or jar of a running JVM, or a capture that is being written.")
            .required();

    /** The window of recent figures. */
    Option<Duration> WINDOW = Option.time(
                    "--window", "Time span of rates and sites (default: ${DEFAULT-VALUE}; 1s to 55s).")
            .usually("10s")
            .checked(window -> Misuse.require(
                    window.toSeconds() >= 1
                            && window.toSeconds() <= LiveState.mostWindow().toSeconds(),
                    "--window must be 1s to " + LiveState.mostWindow().toSeconds() + "s, not "
                            + Durations.written(window)));

    /** Whether the target does not record each start and end of a virtual thread. */
    Option<Boolean> NO_THREAD_EVENTS = Option.flag(
            "--no-thread-events",
            "Do not record starts and ends of virtual threads in the target: at 70,000 threads per second"
                    + " they cost it a tenth of its throughput. The number of started threads is then unknown.");

    /** Whether the virtual threads at the start are counted from a thread dump, which pauses the target. */
    Option<Boolean> COUNT_THREADS = Option.flag(
            "--count-threads",
            "Count the virtual threads that already exist, with a dump of all threads, which pauses the target;"
                    + " the more threads, the longer. Without it only the change in their number is known.");

    /**
     * Starts watching, for a user who waits.
     *
     * @param waiting gets a line on what is waited for, if the target does not answer at once
     * @throws DataException if there is no such target, or it cannot be watched
     */
    static Watched start(Options given, Consumer<String> waiting) {
        String target = given.get(TARGET);
        Path path = Path.of(target);
        if (Files.isDirectory(path)) {
            return WatchedCapture.open(path, given);
        }
        if (Files.exists(path) && !InputFile.isJar(path)) {
            throw new DataException(
                    path + " is a file; watch takes a process or the folder of a capture in progress; use loomweight"
                            + " report " + path);
        }
        if (target.endsWith(".lw")) {
            throw new DataException("there is no capture " + path);
        }
        return WatchedJvm.attach(JvmList.find(target).pid(), given, waiting);
    }

    /** A description such as {@code Shop, process 4711, JDK 21.0.8}. */
    String title();

    /**
     * The figures now. Runs diagnostic commands in the target.
     *
     * @param time the current time
     */
    LiveFigures at(Instant time);

    /** Sentences on missing figures, and how to get them; empty where nothing is missing. */
    List<String> hints();

    /** Why the target does not answer now, and what to do; empty where it does. */
    default Optional<String> stopped() {
        return Optional.empty();
    }

    /** A sentence on how the target ended; empty while it runs. */
    Optional<String> ended();

    /**
     * Begins to look closer at the target's threads, without waiting for it.
     *
     * @throws DataException if the target is none of which dumps can be taken
     */
    WatchedLook look(WatchedLook.At at);

    /**
     * Writes a capture of the target into the current folder.
     *
     * @return its folder
     * @throws DataException if there is nothing to write, or it cannot be written
     */
    Path dump();

    /** Stops watching, and leaves the target as it was. */
    @Override
    void close();
}
