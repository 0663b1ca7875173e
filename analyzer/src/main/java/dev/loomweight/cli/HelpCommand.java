package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.completion.CommandNode;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code loomweight help}, and the list of commands in it. {@code help COMMAND} is {@code COMMAND --help}, and does not get
 * here.
 */
final class HelpCommand extends CliCommand {

    static final String NAME = "help";

    private static final int INDENT = 2;

    private final CommandTree commands;

    private static final Option<Boolean> ALL = Option.flag(ShortHelp.ALL, "List all commands.");

    private static final Option<String> COMMAND =
            Option.text("", "COMMAND", "The command to explain (default: the list).");

    HelpCommand(Cli cli, CommandTree commands) {
        super(
                cli,
                HelpCommand.NAME,
                List.of(ALL, COMMAND.offering(List.copyOf(commands.all().keySet()))),
                "Explain a command and its options, or list the commands.");
        this.commands = commands;
    }

    @Override
    int run(Options given) {
        Misuse.require(!given.has(COMMAND), "--all lists all commands; omit " + given.find(COMMAND));
        CommandLine line = cli.line(commands, List.of(), given.get(ALL));
        if (!given.get(ALL)) {
            ShortHelp.applyTo(line);
        }
        line.usage(cli.console().out());
        return Cli.OK;
    }

    /** Whether the arguments ask for help; what comes after {@code --} is for another command. */
    static boolean isAsked(List<String> arguments) {
        List<String> own =
                arguments.stream().takeWhile(word -> !word.equals("--")).toList();
        return own.contains("--help") || own.contains("-h");
    }

    /**
     * Takes {@code --all} from arguments that ask for help: {@code loomweight --help --all} is {@code loomweight help --all}.
     *
     * @param arguments are changed
     * @return whether it was among them
     */
    static boolean takeAll(List<String> arguments) {
        if (!isAsked(arguments) || arguments.getFirst().equals(NAME) || !arguments.remove(ShortHelp.ALL)) {
            return false;
        }
        if (arguments.stream().allMatch(word -> word.startsWith("-"))) {
            arguments.clear();
            arguments.addAll(List.of(NAME, ShortHelp.ALL));
        }
        return true;
    }

    /**
     * The commands in their groups, a line or two each.
     *
     * @param all whether those are listed that are not common
     */
    static String list(CommandTree commands, Help help, boolean all) {
        Map<String, CommandTree.Listed> listed = commands.all();
        Map<String, CommandLine> made = help.commandSpec().subcommands();
        int name = listed.keySet().stream().mapToInt(String::length).max().orElse(0) + 2 * INDENT;
        int width = help.commandSpec().usageMessage().width();
        StringBuilder text = new StringBuilder();
        for (Question.Group group : Question.Group.values()) {
            TextTable table = TextTable.forColumns(
                    help.colorScheme(),
                    new Column(name, INDENT, Column.Overflow.SPAN),
                    new Column(width - name, 0, Column.Overflow.WRAP));
            listed.forEach((word, command) -> {
                if (command.group() == group && (all || command.common())) {
                    table.addRowValues(
                            help.colorScheme().commandText(word),
                            help.colorScheme()
                                    .text(summary(
                                            Objects.requireNonNull(made.get(word))
                                                    .getCommandSpec(),
                                            all ? Integer.MAX_VALUE : width - name - 1)));
                }
            });
            if (table.rowCount() > 0) {
                text.append(String.format("%n%s%n%s", group.title(), table));
            }
        }
        String rest = all ? "" : String.format("%nAll %d commands: loomweight help --all", listed.size());
        return text + String.format("%nOptions of a command: loomweight help COMMAND%s%n", rest);
    }

    /** The first sentence, or as many of its parts as have room. */
    private static String summary(CommandSpec command, int room) {
        String sentence =
                CommandNode.firstSentence(List.of(command.usageMessage().description())) + ".";
        return sentence.length() <= room ? sentence : ShortHelp.shortened(sentence, room);
    }
}
