package dev.loomweight.completion;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command with its options and commands, as completions and man pages show them.
 *
 * @param path the names of the command from {@code loomweight} on, which is not in it: empty for {@code loomweight} itself
 * @param description what it does, in paragraphs
 * @param synopsis how it is called, one line for each way
 * @param options its options in the order of the help
 * @param parameters its other arguments
 * @param commands its commands in the order of the help
 * @param aliases other names of commands that may follow it, which the help does not list, with the path of each command
 * @param examples command lines, each with what it does after {@code  # }
 */
public record CommandNode(
        List<String> path,
        List<String> description,
        List<String> synopsis,
        List<Argument> options,
        List<Argument> parameters,
        List<CommandNode> commands,
        Map<String, List<String>> aliases,
        List<String> examples) {

    /** What completes a value. */
    public enum Completion {
        /** The values that are listed. */
        VALUES,
        FILE,
        FOLDER,
        /** Nothing: a number, a name. */
        NONE
    }

    /**
     * An option or a parameter.
     *
     * @param names the names of an option; empty for a parameter
     * @param label what stands for its value, or the empty text if it takes none
     * @param optionalValue whether an option may stand without its value
     * @param values the values that there are, if they are known
     * @param completion what completes the value
     * @param description what it does, in paragraphs
     */
    public record Argument(
            List<String> names,
            String label,
            boolean optionalValue,
            List<String> values,
            Completion completion,
            List<String> description) {

        public boolean takesValue() {
            return !label.isEmpty();
        }

        /** The first sentence, without the full stop. */
        String summary() {
            return firstSentence(description);
        }
    }

    /**
     * The command of a model, with all below it that is not hidden.
     *
     * @param aliases other names of commands, by their words from {@code loomweight} on, without it, with the words of the
     *     command that they name
     * @param examples those of a command, by its path
     */
    public static CommandNode of(
            CommandLine line, Map<List<String>, List<String>> aliases, Function<List<String>, List<String>> examples) {
        return of(line.getCommandSpec(), List.of(), new Others(aliases, examples));
    }

    /** The first sentence of a description in paragraphs, without the full stop. */
    public static String firstSentence(List<String> description) {
        String text = String.join(" ", description);
        int end = text.indexOf(". ");
        String first = end < 0 ? text : text.substring(0, end);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    /** What picocli does not have of commands. */
    private record Others(Map<List<String>, List<String>> aliases, Function<List<String>, List<String>> examples) {

        private Map<String, List<String>> aliasesBelow(List<String> path) {
            Map<String, List<String>> below = new LinkedHashMap<>();
            aliases.forEach((words, command) -> {
                if (words.subList(0, words.size() - 1).equals(path)) {
                    below.put(words.getLast(), command);
                }
            });
            return below;
        }
    }

    /** This command and all below it, each before those of its own. */
    public Stream<CommandNode> all() {
        return Stream.concat(Stream.of(this), commands.stream().flatMap(CommandNode::all));
    }

    public String name() {
        return path.isEmpty() ? "loomweight" : path.getLast();
    }

    /** The first sentence of the description, without the full stop. */
    public String summary() {
        return firstSentence(description);
    }

    /** The words by which it is called, such as {@code loomweight run}. */
    public String words() {
        return words(path);
    }

    /**
     * The words by which a command is called.
     *
     * @param path its names from {@code loomweight} on, which is not in it
     */
    public static String words(List<String> path) {
        return "loomweight" + path.stream().map(name -> " " + name).collect(Collectors.joining());
    }

    private static CommandNode of(CommandSpec spec, List<String> path, Others others) {
        List<CommandNode> commands = new ArrayList<>();
        spec.subcommands().forEach((name, line) -> {
            if (!line.getCommandSpec().usageMessage().hidden()) {
                commands.add(of(
                        line.getCommandSpec(),
                        Stream.concat(path.stream(), Stream.of(name)).toList(),
                        others));
            }
        });
        return new CommandNode(
                path,
                texts(spec.usageMessage().description()),
                synopsis(spec, path),
                spec.options().stream()
                        .filter(option -> !option.hidden())
                        .map(CommandNode::argument)
                        .toList(),
                spec.positionalParameters().stream()
                        .filter(parameter -> !parameter.hidden())
                        .map(CommandNode::argument)
                        .toList(),
                commands,
                others.aliasesBelow(path),
                others.examples.apply(path));
    }

    /** How a command is called, one line for each way. */
    public static List<String> synopsis(CommandSpec spec, List<String> path) {
        String[] custom = spec.usageMessage().customSynopsis();
        if (custom.length > 0) {
            return texts(custom);
        }
        StringBuilder line = new StringBuilder("loomweight");
        path.forEach(name -> line.append(' ').append(name));
        line.append(" [OPTIONS]");
        spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .forEach(parameter -> {
                    boolean many = parameter.arity().max() > 1;
                    String label = parameter.paramLabel() + (many ? "..." : "");
                    line.append(parameter.arity().min() > 0 ? " " + label : " [" + label + "]");
                });
        return List.of(line + (spec.subcommands().isEmpty() ? "" : " COMMAND"));
    }

    private static Argument argument(ArgSpec argument) {
        List<String> names = argument instanceof OptionSpec option ? List.of(option.names()) : List.of();
        boolean takesValue = argument.isPositional() || argument.arity().max() > 0;
        List<String> values = argument.completionCandidates() == null
                ? List.of()
                : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                        .toList();
        return new Argument(
                names,
                takesValue ? argument.paramLabel() : "",
                argument.arity().min() == 0,
                takesValue ? values : List.of(),
                takesValue ? completion(argument, values) : Completion.NONE,
                texts(argument.description()));
    }

    private static Completion completion(ArgSpec argument, Collection<String> values) {
        if (!values.isEmpty()) {
            return Completion.VALUES;
        }
        String label = argument.paramLabel();
        if (label.equals("DIR") || label.equals("FOLDER") || label.equals("HOME")) {
            return Completion.FOLDER;
        }
        boolean file = label.matches("(.*[^A-Z])?(PATH|FILE|IN|OUT|JAR|COMMAND)([^A-Z].*)?");
        return file || argument.auxiliaryTypes()[0] == Path.class ? Completion.FILE : Completion.NONE;
    }

    /** Texts of picocli without its marks for styles and its signs of formats. */
    public static List<String> texts(String... texts) {
        return Arrays.stream(texts)
                .map(text -> Ansi.OFF.string(text).replace("%n", "\n").replace("%%", "%"))
                .flatMap(String::lines)
                .filter(line -> !line.isBlank())
                .map(String::strip)
                .toList();
    }
}
