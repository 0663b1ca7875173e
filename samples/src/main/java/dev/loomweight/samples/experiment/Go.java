package dev.loomweight.samples.experiment;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs in Go that experiments compare with: built from their sources by the {@code go} of this machine, where
 * there is one.
 */
public final class Go {

    /** Why figures of Go are absent where there is none. */
    public static final String NOT_FOUND = "go not found";

    private static final String PROPERTY = "loomweight.go";

    private Go() {}

    /**
     * The command {@code go}: the file that the system property {@code loomweight.go} names, or the first on the PATH.
     * Empty where there is none, or where the property is empty.
     */
    public static Optional<Path> find() {
        String named = System.getProperty(PROPERTY);
        Stream<Path> candidates = named == null
                ? Stream.of(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(File.pathSeparator))
                        .map(folder -> Path.of(folder, "go"))
                : Stream.of(Path.of(named));
        // A relative one would be another file in another working directory.
        return candidates
                .filter(path -> path.isAbsolute() && Files.isRegularFile(path) && Files.isExecutable(path))
                .findFirst();
    }

    /**
     * Builds a program and starts it. Takes seconds, and the first time on a machine up to a minute.
     *
     * @param go the command
     * @param program {@code tasks}, {@code fetch} or {@code ping}
     * @param arguments its arguments
     * @throws IOException if it cannot be built, which says why in one line, or not be started
     * @throws InterruptedException if the calling thread is interrupted
     */
    static Child start(Path go, String program, String... arguments) throws IOException, InterruptedException {
        try (GoBuild build = new GoBuild()) {
            List<String> command = new ArrayList<>();
            command.add(build.make(go, program).toString());
            command.addAll(List.of(arguments));
            return Child.start("the Go program " + program, command);
        }
    }

    /**
     * Builds a program, runs it to its end and reports its figures; without Go, that Go is not found.
     *
     * @param stand takes the figures
     * @param keys the keys of the figures that the program prints
     * @param program {@code tasks} or {@code fetch}
     * @param arguments its arguments
     * @throws IOException if it cannot be built, or fails
     * @throws InterruptedException if the calling thread is interrupted
     */
    static void run(Stand stand, List<String> keys, String program, String... arguments)
            throws IOException, InterruptedException {
        Optional<Path> go = find();
        if (go.isEmpty()) {
            keys.forEach(key -> stand.absent(key, NOT_FOUND));
            return;
        }
        stand.doing("building the Go program " + program + ", and running it");
        try (Child child = start(go.get(), program, arguments)) {
            stand.relay(child);
        }
    }

    /**
     * Gets an address many times from a pool of two goroutines per processor, and prints {@code goWorkers} and
     * {@code goPool}; without Go, that it is not found.
     *
     * @param stand takes the figures
     * @param url what answers with status 200
     * @param gets how many times
     * @throws IOException if the program cannot be built, or one of the GETs fails
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static void fetch(Stand stand, String url, int gets) throws IOException, InterruptedException {
        run(stand, List.of("goWorkers", "goPool"), "fetch", url, Integer.toString(gets), "0");
    }

    /**
     * Starts a service on fasthttp that answers {@code GET /ping} with {@code pong}. Where it listens is what
     * {@code await("port")} says.
     *
     * @param port on which port of 127.0.0.1, or 0 for any that is free
     * @return empty where Go is not found
     * @throws IOException if it cannot be built or started; {@code await} reports a port that is taken
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static Optional<Child> ping(int port) throws IOException, InterruptedException {
        Optional<Path> go = find();
        return go.isEmpty() ? Optional.empty() : Optional.of(start(go.get(), "ping", Integer.toString(port)));
    }
}
