package dev.loomweight.capture;

import java.io.IOException;
import java.nio.file.Path;

/** A JVM that takes diagnostic commands: another one by the attach mechanism, or the one that this code runs in. */
public interface DiagnosticCommands {

    /**
     * Runs a diagnostic command and gives what it prints.
     *
     * @param line the command with its arguments, such as {@code VM.native_memory summary scale=b}
     * @throws Unanswered if the JVM does not answer in time
     * @throws DataException if the JVM does not know the command, refuses it or is gone
     */
    String run(String line);

    /**
     * Runs a diagnostic command and writes what it prints into a file.
     *
     * @param line the command with its arguments
     * @param file the file; replaced if it exists
     * @throws Unanswered if the JVM does not answer in time
     * @throws DataException if the JVM does not know the command, refuses it or is gone, or if the file cannot be
     *     written
     */
    void run(String line, Path file);

    /**
     * Runs a diagnostic command that must reach the JVM whatever state it is in, as the one that stops a recording: a JVM
     * that is stopped finds it waiting when it is continued.
     *
     * @param line the command with its arguments
     * @return what it prints
     * @throws Unanswered if the JVM does not answer in time; it has been asked
     * @throws DataException if the JVM does not know the command, refuses it or is gone
     */
    default String runLast(String line) {
        return run(line);
    }

    /**
     * Runs a diagnostic command that makes the JVM write a file itself, since what it writes can be larger than an answer.
     *
     * @param line the command with its arguments but the file
     * @param file the file to make
     * @return what it prints; if there is no file afterwards, this says why
     * @throws Unanswered if the JVM does not answer in time
     * @throws DataException if the JVM does not know the command, refuses it or is gone
     * @throws IOException if the file cannot be copied from where the JVM could write it
     */
    default String runWriting(String line, Path file) throws IOException {
        return run(line + " \"" + file.toAbsolutePath() + "\"");
    }

    /** The JVM's process. */
    long pid();
}
