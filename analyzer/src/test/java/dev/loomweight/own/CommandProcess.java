package dev.loomweight.own;

import dev.loomweight.SentSignals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The command in a process of its own, with input and output of its own. */
public final class CommandProcess implements AutoCloseable {

    private static final long SECONDS_TO_END = 100;

    private final Path temporary;
    private final Process process;
    private final BufferedReader out;
    private final List<String> printed = new ArrayList<>();

    private CommandProcess(Path temporary, Process process) {
        this.temporary = temporary;
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The words that start the command. */
    static List<String> words(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--add-exports",
                "jdk.attach/sun.tools.attach=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.loomweight.cli.Main"));
        words.addAll(List.of(arguments));
        return words;
    }

    private static Path samples() {
        try {
            return Path.of(Class.forName("dev.loomweight.samples.Sleepers")
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ReflectiveOperationException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public static CommandProcess start(Path folder, String... arguments) throws IOException {
        return start(folder, Map.of(), arguments);
    }

    /** The same with further variables in its environment. */
    public static CommandProcess start(Path folder, Map<String, String> environment, String... arguments)
            throws IOException {
        return start(folder, environment, List.of(), arguments);
    }

    /** The same with options of its JVM. */
    static CommandProcess start(Path folder, Map<String, String> environment, List<String> options, String... arguments)
            throws IOException {
        Path temporary = Files.createTempDirectory(folder, "tmp");
        List<String> words = words(arguments);
        words.add(1, "-Dloomweight.samples=" + samples());
        words.add(1, "-Djava.io.tmpdir=" + temporary);
        words.addAll(1, options);
        ProcessBuilder builder = new ProcessBuilder(SentSignals.hearing(words))
                .directory(folder.toFile())
                .redirectError(folder.resolve("err.txt").toFile());
        builder.environment().putAll(environment);
        return new CommandProcess(temporary, builder.start());
    }

    /** Reads standard output up to a line. */
    void await(String line) throws IOException {
        await(line, line::equals);
    }

    /**
     * Reads standard output up to a line.
     *
     * @param what what the line says, for the failure if it never comes
     * @return the line
     */
    public String await(String what, Predicate<String> wanted) throws IOException {
        for (String read = out.readLine(); read != null; read = out.readLine()) {
            printed.add(read);
            if (wanted.test(read)) {
                return read;
            }
        }
        throw new AssertionError("it ended before it printed \"" + what + "\": " + printed);
    }

    public void say(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    void signal(String name) throws Exception {
        SentSignals.send(name, process.pid());
    }

    /** Waits for its end, and gives its exit status; fails if that takes unreasonably long. */
    public int status() throws Exception {
        return status(SECONDS_TO_END);
    }

    /** The same within some seconds. */
    int status(long seconds) throws Exception {
        CompletableFuture<Void> read =
                CompletableFuture.runAsync(() -> out.lines().forEach(printed::add));
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("the command does not end");
        }
        // What it has started may hold its output open.
        read.get(SECONDS_TO_END, TimeUnit.SECONDS);
        return process.exitValue();
    }

    /** Its folder for temporary files, which nothing else uses. */
    Path temporary() {
        return temporary;
    }

    /** Whether it ended by itself within some time. */
    boolean hasEnded(Duration within) throws InterruptedException {
        return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** The lines of standard output that were read. */
    public List<String> printed() {
        return printed;
    }

    @Override
    public void close() {
        try (Stream<ProcessHandle> below = process.descendants()) {
            below.forEach(ProcessHandle::destroyForcibly);
        }
        process.destroyForcibly().onExit().join();
    }
}
