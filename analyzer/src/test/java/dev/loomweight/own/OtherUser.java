package dev.loomweight.own;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A program that runs as another user than the tests, as root can start it. */
public final class OtherUser implements AutoCloseable {

    /** The words that start a command as that user. */
    static final List<String> PREFIX = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    private final Process process;
    private final BufferedReader out;

    private OtherUser(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Skips the test where this user cannot become another. */
    public static void assumePossible() throws InterruptedException {
        boolean possible;
        try {
            possible = run("true") == 0;
        } catch (IOException e) {
            possible = false;
        }
        assumeTrue(possible, "this user cannot become another: only root can");
    }

    /** Runs a command as that user, and gives its exit status. */
    public static int run(String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(PREFIX);
        words.addAll(List.of(command));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Starts a process of that user that waits for the end of its input. */
    public static Process idle() throws IOException {
        List<String> words = new ArrayList<>(PREFIX);
        words.addAll(List.of("sh", "-c", "echo ready; exec cat"));
        Process process = new ProcessBuilder(words).start();
        if (!"ready".equals(process.inputReader().readLine())) {
            throw new AssertionError("the process ended");
        }
        return process;
    }

    /**
     * Starts a program of the tests as that user, on the newest JDK.
     *
     * @param folder where its class is copied, so that the user can read it
     */
    static OtherUser start(Path folder, Class<?> main, String... arguments) throws IOException {
        String file = main.getName().replace('.', '/') + ".class";
        Path copy = folder.resolve("classes").resolve(file);
        Files.createDirectories(copy.getParent());
        try {
            Path classes = Path.of(
                    main.getProtectionDomain().getCodeSource().getLocation().toURI());
            Files.copy(classes.resolve(file), copy);
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        List<String> command = new ArrayList<>(PREFIX);
        command.add(Jdks.home("loomweight.jdk.newest").resolve("bin/java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", folder.resolve("classes").toString(), main.getName()));
        command.addAll(List.of(arguments));
        OtherUser started = new OtherUser(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
        started.await("ready");
        return started;
    }

    long pid() {
        return process.pid();
    }

    /** Gives it a line to read. */
    void tell() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** Waits for a line that begins with one of some words. */
    String await(String... words) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            for (String word : words) {
                if (line.startsWith(word)) {
                    return line;
                }
            }
        }
        throw new AssertionError("the program ended");
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> left = Files.list(Path.of("/tmp"))) {
            // What JFR and an attack left of it there.
            left.filter(path -> path.getFileName().toString().matches(".*_" + pid() + "(-moved)?"))
                    .forEach(OtherUser::deleteAll);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives a file, or a link itself, to that user. */
    public static void own(Path path) throws IOException {
        Files.setAttribute(path, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
    }

    static void deleteAll(Path path) {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
