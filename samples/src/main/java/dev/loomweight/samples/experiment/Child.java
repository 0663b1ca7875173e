package dev.loomweight.samples.experiment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A second process that an experiment needs: a load generator, a slow service, a program in Go. It ends when its
 * standard input does, so that none outlives the experiment, even one that is killed.
 */
public final class Child implements AutoCloseable {

    private static final long SECONDS_TO_EXIT = 5;

    private final String name;
    private final Process process;
    private final BufferedReader lines;
    private final Thread errors;
    private volatile String last = "";

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.errors = Thread.ofPlatform().daemon().name("errors").start(this::passErrors);
    }

    /**
     * Starts a program. What it writes to standard error is passed over to this process' own.
     *
     * @param name what it is, for messages
     * @param command the program and its arguments
     * @throws IOException if it cannot be started
     */
    public static Child start(String name, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        // It ends with the experiment, even if that fails; if the experiment is killed, its input is closed.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(process::destroyForcibly));
        return new Child(name, process);
    }

    /**
     * Starts a class of the experiments in a JVM like this one: the same JDK and class path, and nothing else of its
     * options, so that it is not under capture.
     *
     * @param main its main class
     * @param options options of its JVM
     * @param arguments its arguments
     * @throws IOException if it cannot be started
     */
    public static Child jvm(Class<?> main, List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return start(main.getSimpleName(), command);
    }

    /**
     * For the main method of a class that {@link #jvm} started: ends this process when its input ends.
     */
    public static void endWithTheParent() {
        Thread.ofPlatform().daemon().name("parent").start(() -> {
            try {
                System.in.transferTo(PrintStream.nullOutputStream());
            } catch (IOException e) {
                // The pipe is broken: the other process has ended.
            }
            Runtime.getRuntime().halt(0);
        });
    }

    /**
     * What follows a word on the next line that begins with it. Lines before it are passed over to standard output.
     *
     * @throws IOException if the process ends without saying it: {@link #failed}
     */
    public String await(String word) throws IOException {
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            if (line.get().startsWith(word + " ")) {
                return line.get().substring(word.length() + 1);
            }
            remember(line.get());
            System.out.println(line.get());
        }
        throw failed();
    }

    /** The next line of its standard output, or nothing at its end. */
    public Optional<String> line() throws IOException {
        return Optional.ofNullable(lines.readLine());
    }

    /** Its exit status, once it has ended; waits for that, and ends it if that takes long. */
    public int status() {
        try {
            if (!process.waitFor(SECONDS_TO_EXIT, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    /** Why it is of no use, once it has ended: its exit status and the last line of its output and errors. */
    public IOException failed() {
        int status = status();
        try {
            // What it said last may still be on the way.
            errors.join(SECONDS_TO_EXIT * 1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new IOException(name + " ended with exit status " + status + (last.isEmpty() ? "" : ": " + last));
    }

    /** Ends it. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        status();
    }

    private void passErrors() {
        try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                remember(line);
                System.err.println(line);
            }
        } catch (IOException e) {
            // It was ended by force.
        }
    }

    /** The frames of a stack trace, which are indented, say less than the line above them. */
    private void remember(String line) {
        if (!line.isEmpty() && !Character.isWhitespace(line.charAt(0))) {
            last = line;
        }
    }
}
