package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Option.Taker;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.render.TextOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** How much of a report is printed: one screen, or everything. */
final class ScreenOptions {

    private static final Pattern BARE = Pattern.compile("[\\w./:=,@%+-]+");

    // The prompt after the report, and the line that it follows.
    private static final int OTHER_ROWS = 2;

    private static final Option<Boolean> FULL = Option.flag(
                    "--full",
                    "Print everything, with all frames of stacks and all columns. Without it, a terminal shows one screen; a"
                            + " pipe and files get every part.")
            .takenBy(Taker.COMMAND_LINE);

    private static final Option<Boolean> BRIEF = Option.flag(
                    "--brief",
                    "Print one screen: the verdict, the worst findings, the five costliest sites, memory and what was"
                            + " recorded in short (default in a terminal).")
            .takenBy(Taker.COMMAND_LINE);

    static final List<Option<?>> ALL = Option.in(Option.Group.OUTPUT, List.of(FULL, BRIEF));

    private final boolean full;
    private final boolean brief;

    /**
     * What a user wants.
     *
     * @param output where the report goes
     * @throws Misuse if both are given, or one screen of what is not text
     */
    ScreenOptions(Options given, Output output) {
        this.full = given.get(FULL);
        this.brief = given.get(BRIEF);
        Misuse.require(!full || !brief, "--full and --brief exclude each other; pass one of them");
        Misuse.require(
                !brief || output.isText(),
                "--brief applies to text only; drop it, or write text: --format text or a file.txt");
    }

    /**
     * What of a report is printed.
     *
     * @param look the width and the colours
     * @param terminal whether the report goes to a terminal
     * @param whole whether rows were asked for that one screen does not have
     * @param rows the lines of the terminal
     * @param others how many lines of messages follow the report
     * @param more commands that show more
     */
    TextOptions options(TextOptions look, boolean terminal, boolean whole, int rows, int others, More more) {
        boolean screen = brief || (terminal && !full && !whole);
        return look.withUnfoldedStacks(full)
                .with(
                        screen
                                ? new TextOptions.Screen(
                                        rows - OTHER_ROWS - others, more.all(), "-o report.html", more.others())
                                : null);
    }

    /**
     * Commands that show more than one screen, to copy.
     *
     * @param all prints everything
     * @param others the others
     */
    record More(String all, List<String> others) {}

    /**
     * Commands that show more than one screen.
     *
     * @param arguments the name of a command that prints the report, such as {@code report}, and its arguments
     * @param paths its paths
     */
    static More more(List<String> arguments, List<String> paths) {
        List<String> words = new ArrayList<>(List.of("loomweight"));
        arguments.stream().filter(word -> !word.equals("--brief")).forEach(words::add);
        List<String> asked = new ArrayList<>(List.of("loomweight", "repl"));
        asked.addAll(paths);
        // Standard input can be read once.
        List<String> others = paths.contains("-") ? List.of() : List.of(quoted(asked));
        int marked = words.indexOf("--");
        words.add(marked < 0 ? words.size() : marked, "--full");
        return new More(quoted(words), others);
    }

    /** Commands that show more of what was captured. */
    static More more(Question question, Path captures) {
        return more(List.of(question.word(), captures.toString()), List.of(captures.toString()));
    }

    private static String quoted(List<String> words) {
        return String.join(
                " ",
                words.stream()
                        .map(word -> BARE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
                        .toList());
    }
}
