package dev.loomweight.command;

import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A server that answers the questions of the command line for assistants, by the Model Context Protocol. The command line
 * finds it with {@link java.util.ServiceLoader}, so that neither depends on the other.
 */
public interface Assistant {

    /** The folders in which files may be read. */
    Option<List<Path>> ROOTS = Option.path(
                    "--root",
                    "DIR",
                    "Folder whose files may be read; repeatable (default: the current one). Links that lead out of"
                            + " it are refused.")
            .repeated();

    /** Whether it may record running JVMs, and write captures below the roots. */
    Option<Boolean> ALLOW_RECORD = Option.flag(
            "--allow-record",
            "Offer the tool record too: captures running JVMs of this user for at most 10 minutes, below"
                    + " the first root.");

    /** What it takes, in the order of the help. */
    List<Option<?>> OPTIONS = List.of(ROOTS, ALLOW_RECORD);

    /**
     * The client that it talks to.
     *
     * @param version the version of Loomweight, for the client
     * @param in the client's messages, a line each
     * @param out takes the answers, and nothing else may be written to it
     */
    record Client(String version, InputStream in, OutputStream out) {}

    /** Parses questions with the options of the command line. */
    interface Parser extends Explorer.Asker {

        /**
         * What {@code check} would judge. No file of budgets is read unless it is named.
         *
         * @param words options as on the command line, without paths
         * @param paths what to judge
         * @throws IllegalArgumentException if an option is not valid; the message is for the user
         */
        Options check(List<String> words, List<Path> paths);
    }

    /**
     * Answers until the client closes the input.
     *
     * @return the exit status
     * @throws dev.loomweight.capture.DataException if a root is no folder
     * @throws InterruptedException if the calling thread is interrupted
     */
    int run(Options options, Client client, Parser parser) throws InterruptedException;
}
