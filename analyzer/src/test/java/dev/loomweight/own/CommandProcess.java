package dev.loomweight.own;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The command in a process of its own, with input and output of its own. */
final class CommandProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;
    private final List<String> printed = new ArrayList<>();

    private CommandProcess(Process process) {
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

    static CommandProcess start(Path folder, String... arguments) throws IOException {
        return new CommandProcess(new ProcessBuilder(words(arguments))
                .directory(folder.toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start());
    }

    /** Reads standard output up to a line. */
    void await(String line) throws IOException {
        for (String read = out.readLine(); read != null; read = out.readLine()) {
            printed.add(read);
            if (read.equals(line)) {
                return;
            }
        }
        throw new AssertionError("it ended before it printed \"" + line + "\": " + printed);
    }

    void say(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Waits for its end, and gives its exit status. */
    int status() throws Exception {
        out.lines().forEach(printed::add);
        return process.waitFor();
    }

    /** The lines of standard output that were read. */
    List<String> printed() {
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
