package dev.loomweight.cli;

import dev.loomweight.completion.CommandNode;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The commands as the command line has them: what completions and man pages are made from. */
public final class CommandModel {

    private CommandModel() {}

    /** The command {@code loomweight} with all of its commands, at any depth; it is not to be run. */
    public static CommandLine all() {
        CommandLine line = cli().line();
        tree().addTo(line, List.of(), true);
        return line;
    }

    /** The titles of the groups in which the help lists the commands of {@code loomweight}, in the order of the help. */
    public static Map<String, String> groups() {
        Map<String, String> groups = new LinkedHashMap<>();
        tree().all().forEach((name, listed) -> groups.put(name, listed.group().title()));
        return groups;
    }

    /**
     * Other names of commands, which work but which the help does not list, such as {@code run sleepers}.
     *
     * @return by their words from {@code loomweight} on, without it, the words of the command that they name
     */
    public static Map<List<String>, List<String>> aliases() {
        Map<List<String>, List<String>> aliases = new LinkedHashMap<>();
        tree().programs()
                .keySet()
                .forEach(name -> aliases.put(List.of(CommandTree.RUN, name), List.of(CommandTree.LAB, name)));
        return aliases;
    }

    /** The same as completions and man pages show them. */
    public static CommandNode node() {
        return CommandNode.of(all(), aliases(), Examples.all()::of);
    }

    private static CommandTree tree() {
        return new CommandTree(cli());
    }

    private static Cli cli() {
        return new Cli(
                Console.of(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), Map.of()));
    }
}
