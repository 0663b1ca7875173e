package dev.loomweight.junit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A JVM in which tests run under the gate.
 *
 * @param lines what {@link dev.loomweight.junit.samples.Runner} printed, sorted
 * @param errors what the JVM wrote to standard error
 * @param recordings what it left
 */
record TestJvm(List<String> lines, String errors, List<Path> recordings) {

    /** Of this module's own class path: the oldest JUnit that is supported. */
    static final String OLDEST_JUNIT = String.join(
            File.pathSeparator,
            Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                            .split(File.pathSeparator, -1))
                    .filter(entry ->
                            entry.contains("junit") || entry.contains("opentest4j") || entry.contains("apiguardian"))
                    .filter(entry -> entry.endsWith(".jar"))
                    .toList());

    /**
     * Runs tests to the end.
     *
     * @param home the JDK
     * @param folder of the project
     * @param junit class path of JUnit
     * @param arguments options of the JVM, the main class and its arguments
     */
    static TestJvm run(Path home, Path folder, String junit, List<String> arguments)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        List<String> command = new ArrayList<>(List.of(
                home.resolve("bin/java").toString(),
                "-cp",
                String.join(
                        File.pathSeparator,
                        folder.resolve("classes").toString(),
                        Path.of("target/classes").toAbsolutePath().toString(),
                        Path.of("target/test-classes").toAbsolutePath().toString(),
                        junit)));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        List<Path> recordings = new ArrayList<>();
        if (Files.isDirectory(folder.resolve("target/loomweight"))) {
            try (Stream<Path> files = Files.list(folder.resolve("target/loomweight"))) {
                files.sorted().forEach(recordings::add);
            }
        }
        List<String> lines = new ArrayList<>(Files.readAllLines(out, StandardCharsets.UTF_8));
        lines.sort(null);
        return new TestJvm(lines, Files.readString(err, StandardCharsets.UTF_8), recordings);
    }

    /** The line of a test, by the beginning of its name. */
    String line(String name) {
        List<String> found = lines.stream()
                .filter(line -> line.substring(line.indexOf(' ') + 1).startsWith(name))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " lines of " + name + ": " + lines + "\n" + errors);
        }
        return found.get(0);
    }
}
