package dev.loomweight.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A door that keeps its inputs open and answers one question after the other. The command line finds it by
 * {@link java.util.ServiceLoader}, so that neither knows the other.
 */
public interface Explorer {

    /**
     * What it begins with.
     *
     * @param paths inputs to open
     * @param commands what to run instead of reading; empty to read
     * @param script a file to run instead of reading, {@code -} for standard input, or null
     * @param maxUnpackedBytes what compressed inputs may hold, in bytes, or 0 for the usual limit
     * @param sources folders of the application's sources
     * @param showSecrets whether values that can be secrets are shown from the start
     * @param out where words go
     * @param err where complaints go
     * @param interactive whether both ends are a terminal
     * @param width the columns of a line
     * @param colour whether colours are wanted
     */
    record Options(
            List<Path> paths,
            List<String> commands,
            @Nullable Path script,
            long maxUnpackedBytes,
            List<Path> sources,
            boolean showSecrets,
            PrintWriter out,
            PrintWriter err,
            boolean interactive,
            int width,
            boolean colour) {

        public Options {
            paths = List.copyOf(paths);
            commands = List.copyOf(commands);
            sources = List.copyOf(sources);
        }
    }

    /** Answers the questions that the command line knows, with all of its options. */
    interface Asker {

        /**
         * Asks one of {@link Question#ALL} or {@link Question#VIEWS}.
         *
         * @param word the question
         * @param options as on the command line, without paths
         * @param paths what to read
         * @param read is told, by several threads, how many more samples were read
         * @throws IllegalArgumentException if an option is none of the question's, in words for people
         * @throws dev.loomweight.capture.DataException if nothing can be read
         */
        Question.Answer ask(Question word, List<String> options, List<Path> paths, LongConsumer read);

        /** The request that {@link #ask} would make. */
        Request request(Question word, List<String> options, List<Path> paths);

        /** The names of a question's options, such as {@code --longer}. */
        List<String> options(Question word);

        /** The help for a question's options. */
        String help(Question word);
    }

    /**
     * Runs until there is nothing more to do.
     *
     * @return 0, or the exit status of the first command that failed
     */
    int run(Options options, Asker asker);
}
