package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.program.MemoryProgram;
import dev.loomweight.program.PublishedExperiment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands by name, in the order of the help, with the group in which it lists them. A command line makes only the one
 * that it asks for: making all of them takes longer than most of them run.
 */
final class CommandTree {

    /** The command of the programs that come with Loomweight. */
    static final String LAB = "lab";

    /** The command for one's own programs, which takes the names of those of {@link #LAB} too. */
    static final String RUN = "run";

    /** The options that may come before a command and take no value. */
    private static final String DEBUG = "--debug";

    private static final List<String> VERSION = List.of("--version", "-V");

    private final Cli cli;

    CommandTree(Cli cli) {
        this.cli = cli;
    }

    /**
     * A command.
     *
     * @param group where the help lists it
     * @param common whether the short help lists it
     * @param line makes it
     */
    record Listed(Question.Group group, boolean common, Supplier<CommandLine> line) {}

    /** The arguments, with {@code help COMMAND} as {@code COMMAND --help}, which is the same. */
    String[] withHelpOption(String... arguments) {
        List<String> words = new ArrayList<>(List.of(arguments));
        int first = afterOptions(words);
        boolean help = first < words.size() && words.get(first).equals(HelpCommand.NAME);
        // The options of help are its own.
        if (help && (words.size() == first + 1 || !words.get(first + 1).startsWith("-"))) {
            words.remove(first);
            // A word that is no command gets the message that says so.
            if (words.size() == first || all().containsKey(words.get(first))) {
                words.add("--help");
            }
        }
        return words.toArray(String[]::new);
    }

    /**
     * Adds the command that the arguments name. If they name none, as in {@code --help} or after a typing error, adds all
     * of them, for the help and for suggestions; with the version alone, none.
     *
     * @param line the command {@code loomweight}, without subcommands
     * @param all whether the help lists all commands
     */
    void addTo(CommandLine line, List<String> arguments, boolean all) {
        List<String> asked = arguments.subList(afterOptions(arguments), arguments.size());
        if (!asked.isEmpty() && VERSION.containsAll(asked)) {
            return;
        }
        Map<String, Listed> commands = all(asked.isEmpty() ? asked : asked.subList(1, asked.size()));
        String name = asked.isEmpty() || !commands.containsKey(asked.getFirst()) ? null : asked.getFirst();
        if (name == null) {
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
            line.getHelpSectionMap()
                    .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> HelpCommand.list(this, help, all));
        }
        (name == null ? commands : Map.of(name, commands.get(name)))
                .forEach((word, listed) -> line.addSubcommand(word, listed.line.get()));
    }

    /** Where the command is expected: after the options that may come before it. */
    private static int afterOptions(List<String> arguments) {
        int first = 0;
        while (first < arguments.size() && arguments.get(first).equals(DEBUG)) {
            first++;
        }
        return first;
    }

    /** All commands, without making them. */
    Map<String, Listed> all() {
        return all(List.of());
    }

    /** @param arguments those after the command's name */
    private Map<String, Listed> all(List<String> arguments) {
        Map<String, Listed> commands = new LinkedHashMap<>();
        commands.put(RUN, common(Question.Group.APPLICATION, () -> run(arguments)));
        commands.put("record", common(Question.Group.APPLICATION, () -> new RecordCommand(cli).line()));
        commands.put("watch", common(Question.Group.APPLICATION, () -> new WatchCommand(cli).line()));
        for (Question question : Question.ALL) {
            Supplier<CommandLine> line = () -> new QuestionCommand(cli, question).line();
            commands.put(
                    question.word(),
                    new Listed(question.help().group(), question.help().common(), line));
        }
        commands.put("diff", common(Question.Group.INPUTS, () -> new DiffCommand(cli).line()));
        commands.put("fold", common(Question.Group.INPUTS, () -> new FoldCommand(cli).line()));
        commands.put("repl", common(Question.Group.INPUTS, () -> new ReplCommand(cli).line()));
        commands.put("faults", rare(Question.Group.INPUTS, () -> new FaultsCommand(cli).line()));
        commands.put("scrub", rare(Question.Group.INPUTS, () -> new ScrubCommand(cli).line()));
        commands.put("mcp", rare(Question.Group.INPUTS, () -> new McpCommand(cli).line()));
        commands.put("check", common(Question.Group.FLEETS, () -> new CheckCommand(cli).line()));
        commands.put("fleet", common(Question.Group.FLEETS, () -> new FleetCommand(cli).line()));
        commands.put(LAB, rare(Question.Group.MORE, () -> lab(arguments)));
        commands.put(CompletionCommand.NAME, rare(Question.Group.MORE, () -> new CompletionCommand(cli).line()));
        commands.put(HelpCommand.NAME, rare(Question.Group.MORE, () -> new HelpCommand(cli, this).line()));
        return commands;
    }

    private static Listed common(Question.Group group, Supplier<CommandLine> line) {
        return new Listed(group, true, line);
    }

    /** A command that the short help leaves out. */
    private static Listed rare(Question.Group group, Supplier<CommandLine> line) {
        return new Listed(group, false, line);
    }

    private CommandLine lab(List<String> arguments) {
        CommandLine lab = new LabCommand(cli).line();
        Map<String, Supplier<CommandLine>> programs = programs();
        Supplier<CommandLine> named = arguments.isEmpty() ? null : programs.get(arguments.getFirst());
        (named == null ? programs : Map.of(arguments.getFirst(), named))
                .forEach((name, program) -> lab.addSubcommand(name, program.get()));
        return lab;
    }

    /** The programs of the lab are commands of {@code run} where one is named: so they were called, and still are. */
    private CommandLine run(List<String> arguments) {
        CommandLine run = new RunCommand(cli).line();
        List<String> words =
                arguments.stream().takeWhile(word -> !word.equals("--")).toList();
        programs().forEach((name, program) -> {
            if (words.contains(name)) {
                run.addSubcommand(name, program.get());
            }
        });
        return run;
    }

    /** The commands of {@link #LAB}, without making them. */
    Map<String, Supplier<CommandLine>> programs() {
        Map<String, Supplier<CommandLine>> programs = new LinkedHashMap<>();
        programs.put("sleepers", () -> new SleepersCommand(cli).line());
        for (String name : MemoryProgram.names()) {
            programs.put(name, () -> new MemorySampleCommand(cli, name).line());
        }
        for (String name : PublishedExperiment.names()) {
            programs.put(name, () -> new ExperimentCommand(cli, name).line());
        }
        programs.put("all", () -> new AllExperimentsCommand(cli).line());
        return programs;
    }
}
