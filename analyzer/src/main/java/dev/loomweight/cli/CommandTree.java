package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.program.MemorySample;
import dev.loomweight.program.PublishedExperiment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The commands by name, in the order of the help. A command line makes only the one that it asks for: reading the
 * annotations of all of them takes longer than starting the JVM.
 */
final class CommandTree {

    /** The options that may come before a command and take no value. */
    private static final String DEBUG = "--debug";

    private static final List<String> VERSION = List.of("--version", "-V");

    private final Cli cli;

    CommandTree(Cli cli) {
        this.cli = cli;
    }

    /** The arguments, with {@code help COMMAND} as {@code COMMAND --help}, which is the same. */
    String[] withHelpOption(String... arguments) {
        List<String> words = new ArrayList<>(List.of(arguments));
        int first = afterOptions(words);
        if (first < words.size() && words.get(first).equals("help")) {
            words.remove(first);
            // A word that is no command gets the message that says so.
            if (words.size() == first || commands(List.of()).containsKey(words.get(first))) {
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
     */
    void addTo(CommandLine line, List<String> arguments) {
        List<String> asked = arguments.subList(afterOptions(arguments), arguments.size());
        if (asked.isEmpty() || !VERSION.containsAll(asked)) {
            add(line, commands(asked.isEmpty() ? asked : asked.subList(1, asked.size())), asked);
        }
    }

    /** Where the command is expected: after the options that may come before it. */
    private static int afterOptions(List<String> arguments) {
        int first = 0;
        while (first < arguments.size() && arguments.get(first).equals(DEBUG)) {
            first++;
        }
        return first;
    }

    /** Adds the command that the first of the arguments names, or else all. */
    private static void add(CommandLine line, Map<String, Supplier<CommandLine>> commands, List<String> arguments) {
        Supplier<CommandLine> named = arguments.isEmpty() ? null : commands.get(arguments.getFirst());
        if (named != null) {
            line.addSubcommand(arguments.getFirst(), named.get());
        } else {
            commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
        }
    }

    /** @param arguments those after the command's name */
    private Map<String, Supplier<CommandLine>> commands(List<String> arguments) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("run", () -> {
            CommandLine run = new CommandLine(new RunCommand(cli));
            add(run, programs(), arguments);
            return run;
        });
        commands.put("record", () -> new CommandLine(new RecordCommand(cli)));
        commands.put("watch", () -> new CommandLine(new WatchCommand(cli)));
        commands.put("diff", () -> new CommandLine(new DiffCommand(cli)));
        commands.put("fleet", () -> new CommandLine(new FleetCommand(cli)));
        commands.put("check", () -> new CommandLine(new CheckCommand(cli)));
        commands.put("scrub", () -> new CommandLine(new ScrubCommand(cli)));
        commands.put("fold", () -> new CommandLine(new FoldCommand(cli)));
        commands.put("merge", () -> new CommandLine(new MergeCommand(cli)));
        commands.put("repl", () -> new CommandLine(new ReplCommand(cli)));
        commands.put("mcp", () -> new CommandLine(new McpCommand(cli)));
        for (Question question : Question.ALL) {
            commands.put(question.word(), () -> cli.line(new QuestionCommand(cli, question), question));
        }
        return commands;
    }

    /** The commands of {@code run}: programs that come with Loomweight. */
    private Map<String, Supplier<CommandLine>> programs() {
        Map<String, Supplier<CommandLine>> programs = new LinkedHashMap<>();
        programs.put("sleepers", () -> RunArguments.line(new SleepersCommand(cli), "2s"));
        for (String name : MemorySample.names()) {
            programs.put(name, () -> RunArguments.lineOfOneJdk(new MemorySampleCommand(cli, name), "1s"));
        }
        for (String name : PublishedExperiment.names()) {
            String repeats = Integer.toString(PublishedExperiment.repeats(name));
            programs.put(name, () -> ExperimentArguments.line(new ExperimentCommand(cli, name), repeats));
        }
        programs.put("all", () -> ExperimentArguments.line(new AllExperimentsCommand(cli), "that of each experiment"));
        return programs;
    }
}
