package dev.loomweight.capture;

import java.nio.file.Path;

/** A JVM that takes diagnostic commands: another one by the attach mechanism, or the one that this code runs in. */
public interface Commands {

    /**
     * Runs a diagnostic command and gives what it prints.
     *
     * @param line the command with its arguments, such as {@code VM.native_memory summary scale=b}
     * @throws DataException if the JVM does not know the command, refuses it or is gone
     */
    String run(String line);

    /**
     * Runs a diagnostic command and writes what it prints into a file.
     *
     * @param line the command with its arguments
     * @param file the file; replaced if it is there
     * @throws DataException if the JVM does not know the command, refuses it or is gone, or if the file cannot be
     *     written
     */
    void run(String line, Path file);

    /** The JVM's process. */
    long pid();
}
