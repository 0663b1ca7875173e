package dev.loomweight.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The interactive prompt: keeps its inputs open and answers one question after another. The command line finds it with
 * {@link java.util.ServiceLoader}, so that neither depends on the other.
 */
public interface Explorer {

    /**
     * How to start it.
     *
     * @param paths inputs to open
     * @param commands commands to run instead of reading any; empty to read them
     * @param script a file of commands to run, {@code -} for standard input, or null
     * @param maxUnpackedBytes limit for compressed inputs, in bytes, or 0 for the default
     * @param sources source folders of the application
     * @param ofInputs whether class files and JDK that captures name are used where the user names none
     * @param showSecrets whether values that can be secrets are shown from the start
     * @param out takes results
     * @param err takes error messages
     * @param interactive whether standard input and output are a terminal
     * @param width columns of a line
     * @param colour whether to use colours
     */
    record Options(
            List<Path> paths,
            List<String> commands,
            @Nullable Path script,
            long maxUnpackedBytes,
            List<Path> sources,
            boolean ofInputs,
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

    /** Answers questions with the options of the command line. */
    interface Asker {

        /**
         * Answers a question.
         *
         * @param question one of {@link Question#ALL} or {@link Question#VIEWS}
         * @param options as on the command line, without paths
         * @param paths what to read
         * @param progress takes the number of samples read since it was last called; called by several threads
         * @throws IllegalArgumentException if the question has no such option; the message is for the user
         * @throws dev.loomweight.capture.DataException if nothing can be read
         */
        Question.Answer ask(Question question, List<String> options, List<Path> paths, ReadingProgress progress);

        /** The request that {@link #ask} would make. */
        Request request(Question question, List<String> options, List<Path> paths);

        /** The names of a question's options, such as {@code --longer}. */
        List<String> options(Question question);

        /** The help for a question's options. */
        String help(Question question);
    }

    /**
     * Runs until the user quits or the commands end.
     *
     * @return 0, or the exit status of the first command that failed
     */
    int run(Options options, Asker asker);
}
