package dev.loomweight.maven;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;

/** The command in a JVM of its own: neither its libraries nor its memory are Maven's. */
final class AnalyzerProcess {

    private final Path java;
    private final Path jar;
    private final Path folder;

    /**
     * One.
     *
     * @param java the program that runs it
     * @param jar the command with its libraries
     * @param folder where it runs
     */
    AnalyzerProcess(Path java, Path jar, Path folder) {
        this.java = java;
        this.jar = jar;
        this.folder = folder;
    }

    /** Runs it to its end. What it writes to standard output and error is in the outcome, in order. */
    Outcome run(List<String> arguments) throws IOException, MojoExecutionException {
        // In a file: a class path can be longer than a command line may be.
        Path file = Files.createTempFile("loomweight-", ".args");
        try {
            Files.write(file, lines(arguments), Charset.forName(nativeEncoding()));
            Process process = new ProcessBuilder(java.toString(), "@" + file)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            try {
                process.getOutputStream().close();
                List<String> lines = new ArrayList<>();
                try (BufferedReader output =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                    for (String line = output.readLine(); line != null; line = output.readLine()) {
                        lines.add(line);
                    }
                }
                return new Outcome(process.waitFor(), lines);
            } finally {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted while the analysis ran", e);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private List<String> lines(List<String> arguments) {
        List<String> lines = new ArrayList<>(List.of(
                // Of a short run. -Xlog:disable: the JVM's own warnings are no part of the report.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xlog:disable",
                "-Djava.awt.headless=true",
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                "-jar",
                quoted(jar.toString())));
        arguments.forEach(argument -> lines.add(quoted(argument)));
        return lines;
    }

    /** As the launcher of Java reads it in an argument file. */
    static String quoted(String argument) {
        return '"'
                + argument.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\t", "\\t")
                + '"';
    }

    /** In which the launcher reads an argument file. */
    private static String nativeEncoding() {
        String name = System.getProperty("sun.jnu.encoding", "UTF-8");
        return Charset.isSupported(name) ? name : "UTF-8";
    }

    /** How it ended, and what it said. */
    static final class Outcome {

        private final int status;
        private final List<String> lines;

        Outcome(int status, List<String> lines) {
            this.status = status;
            this.lines = List.copyOf(lines);
        }

        /** The exit status. */
        int status() {
            return status;
        }

        /** What it wrote. */
        List<String> lines() {
            return lines;
        }

        /**
         * Wants it to have succeeded.
         *
         * @param command which one it was, for the message
         * @throws MojoExecutionException with its last line, if it has not
         */
        void require(String command) throws MojoExecutionException {
            if (status != 0) {
                String last = lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
                throw new MojoExecutionException(
                        "loomweight " + command + " ended with exit status " + status + ": " + last);
            }
        }
    }
}
