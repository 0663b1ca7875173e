package dev.loomweight.cli;

import dev.loomweight.command.Assistant;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The command line for the tests of other rooms. */
public final class CliRun {

    private CliRun() {}

    /**
     * Runs it.
     *
     * @return its exit status
     */
    public static int run(StringWriter out, StringWriter err, String... arguments) {
        return run(Map.of(), out, err, arguments);
    }

    /**
     * Runs it with environment variables, such as those of a terminal.
     *
     * @return its exit status
     */
    public static int run(Map<String, String> environment, StringWriter out, StringWriter err, String... arguments) {
        return new Cli(Console.of(new PrintWriter(out), new PrintWriter(err), environment)).run(arguments);
    }

    /**
     * Whether a command line is understood; nothing runs. With {@code --help} picocli accepts what it does not know.
     *
     * @return why it is not understood, or an empty text
     */
    public static String misunderstood(List<String> written) {
        Cli cli = new Cli(
                Console.of(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), Map.of()));
        CommandTree commands = new CommandTree(cli);
        String[] arguments = commands.withHelpOption(written.toArray(String[]::new));
        try {
            cli.line(commands, List.of(arguments), false).parseArgs(arguments);
            return "";
        } catch (CommandLine.ParameterException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** What parses the questions of assistants. */
    public static Assistant.Parser parser() {
        return new QuestionParser(
                new Cli(Console.of(
                        new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), Map.of())),
                0);
    }
}
