package dev.loomweight.command;

import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * The interactive prompt: keeps its inputs open and answers one question after another. The command line finds it with
 * {@link java.util.ServiceLoader}, so that neither depends on the other.
 */
public interface Explorer {

    /** Inputs to open. */
    Option<List<Path>> PATHS = Option.path(
                    "", "PATH", "Inputs to open: captures (*.lw), recordings (*.jfr), output of jcmd and /proc.")
            .repeated();

    /** Commands to run instead of reading any. */
    Option<List<String>> COMMANDS = Option.text(
                    "-c --command", "COMMAND", "Run this command and exit; repeatable, in the given order.")
            .repeated();

    /** A file of commands to run, {@code -} for standard input. */
    Option<Path> SCRIPT = Option.path(
            "-f --file",
            "FILE",
            "Run the commands in this file, or - for standard input, and exit. For scripts: #!/usr/bin/env -S"
                    + " loomweight repl -f");

    /** Source folders of the application. */
    Option<List<Path>> SOURCES = Option.path(
                    "--source",
                    "DIR",
                    "The application's source folders, or a checkout: \"site N\" shows the source line of the holder.")
            .repeated();

    /** What it takes, in the order of the help. */
    List<Option<?>> OPTIONS = List.of(
            PATHS,
            COMMANDS,
            SCRIPT,
            SOURCES,
            Option.flag(
                    ClassOptions.NO_CLASSPATH.name(),
                    "Do not take from captures where the class files and the JDK are."),
            InputOptions.SHOW_SECRETS,
            InputOptions.MAX_UNPACKED);

    /**
     * What it reads from and writes to.
     *
     * @param out takes results
     * @param err takes error messages
     * @param interactive whether standard input and output are a terminal
     * @param width columns of a line
     * @param colour whether to use colours
     */
    record Screen(PrintWriter out, PrintWriter err, boolean interactive, int width, boolean colour) {}

    /** Answers questions with the options of the command line. */
    interface Asker {

        /**
         * Answers a question.
         *
         * @param question one of {@link Question#ALL} or {@link Question#VIEWS}
         * @param words options as on the command line, without paths
         * @param paths what to read
         * @param progress takes the number of samples read since it was last called; called by several threads
         * @throws IllegalArgumentException if the question has no such option; the message is for the user
         * @throws dev.loomweight.capture.DataException if nothing can be read
         */
        default Question.Answer ask(Question question, List<String> words, List<Path> paths, ReadingProgress progress) {
            return question.ask(parse(question, words, paths), progress);
        }

        /** The options that {@link #ask} answers with. */
        Options parse(Question question, List<String> words, List<Path> paths);

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
    int run(Options options, Screen screen, Asker asker);
}
