package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.render.TextOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How much of a report is printed: one screen, or everything. */
final class ScreenArguments {

    private static final Pattern BARE = Pattern.compile("[\\w./:=,@%+-]+");

    // The prompt after the report, and the line that it follows.
    private static final int OTHER_ROWS = 2;

    @Option(names = "--full", description = "Print everything (default in a pipe and in files).")
    private boolean full;

    @Option(
            names = "--brief",
            description = "Print one screen: the verdict, the worst findings, the five costliest sites, memory and what was"
                    + " recorded in short (default in a terminal).")
    private boolean brief;

    /**
     * Checks the options.
     *
     * @param command for the message
     * @param output where the report goes
     * @throws ParameterException if both are given, or one screen of what is not text
     */
    void check(CommandLine command, Output output) {
        if (full && brief) {
            throw new ParameterException(command, "--full and --brief exclude each other; pass one of them");
        }
        if (brief && !output.isText()) {
            throw new ParameterException(
                    command, "--brief applies to text only; drop it, or write text: --format text or a file.txt");
        }
    }

    /**
     * The screen to fill.
     *
     * @param terminal whether the report goes to a terminal
     * @param whole whether rows were asked for that one screen does not have
     * @param rows the lines of the terminal
     * @param others how many lines of messages follow the report
     * @param more commands that show more
     * @return null for everything
     */
    TextOptions.@Nullable Screen screen(boolean terminal, boolean whole, int rows, int others, List<String> more) {
        return brief || (terminal && !full && !whole)
                ? new TextOptions.Screen(rows - OTHER_ROWS - others, more)
                : null;
    }

    /**
     * Commands that show more than one screen.
     *
     * @param arguments the name of a command that prints the report, such as {@code report}, and its arguments
     * @param paths its paths
     */
    static List<String> more(List<String> arguments, List<String> paths) {
        List<String> words = new ArrayList<>(List.of("loomweight"));
        arguments.stream().filter(word -> !word.equals("--brief")).forEach(words::add);
        List<String> asked = new ArrayList<>(List.of("loomweight", "repl"));
        asked.addAll(paths);
        String repl = quoted(asked);
        return paths.contains("-")
                ? List.of(with(words, "--full"), with(words, "-o", "report.html"))
                : List.of(with(words, "--full"), with(words, "-o", "report.html"), repl);
    }

    /** Commands that show more of what was captured. */
    static List<String> more(Question question, Path captures) {
        return more(List.of(question.word(), captures.toString()), List.of(captures.toString()));
    }

    /** A command with an option: after its paths, unless these are marked as such. */
    private static String with(List<String> words, String... option) {
        int marked = words.indexOf("--");
        List<String> all = new ArrayList<>(words);
        all.addAll(marked < 0 ? words.size() : marked, List.of(option));
        return quoted(all);
    }

    private static String quoted(List<String> words) {
        return String.join(
                " ",
                words.stream()
                        .map(word -> BARE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
                        .toList());
    }
}
