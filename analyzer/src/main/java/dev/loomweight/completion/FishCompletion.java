package dev.loomweight.completion;

import dev.loomweight.completion.CommandNode.Argument;
import dev.loomweight.completion.CommandNode.Completion;
import java.util.List;
import java.util.stream.Collectors;

/** Completions for fish 3 and newer. */
final class FishCompletion {

    private static final String COMPLETE = "complete -c loomweight -n ";

    private FishCompletion() {}

    /** The script for the folder of completions. */
    static String script(CommandNode root) {
        return BEFORE
                + root.all().map(FishCompletion::descent).collect(Collectors.joining())
                + BETWEEN
                + root.all().map(FishCompletion::command).collect(Collectors.joining());
    }

    private static String descent(CommandNode command) {
        StringBuilder text = new StringBuilder();
        command.options().stream()
                .filter(option -> option.takesValue() && !option.optionalValue())
                .flatMap(option -> option.names().stream())
                .forEach(name -> text.append("            case ")
                        .append(Words.quotedForFish(command.words() + " " + name))
                        .append("\n                set skip 1\n"));
        command.commands().forEach(next -> text.append(descent(next.words(), next.words())));
        command.aliases()
                .forEach((name, path) -> text.append(descent(command.words() + " " + name, CommandNode.words(path))));
        return text.toString();
    }

    private static String descent(String words, String path) {
        return "            case " + Words.quotedForFish(words) + "\n                set path "
                + Words.quotedForFish(path) + "\n";
    }

    private static String command(CommandNode command) {
        String at = COMPLETE + Words.quotedForFish("__loomweight_at " + Words.quotedForFish(command.words()));
        StringBuilder text = new StringBuilder();
        for (CommandNode next : command.commands()) {
            text.append(at).append(" -a ").append(Words.quotedForFish(next.name()));
            text.append(" -d ").append(Words.quotedForFish(next.summary())).append('\n');
        }
        for (Argument option : command.options()) {
            text.append(at);
            for (String name : option.names()) {
                text.append(name.startsWith("--") ? " -l " : name.length() == 2 ? " -s " : " -o ");
                text.append(Words.quotedForFish(name.replaceFirst("^--?", "")));
            }
            text.append(value(option));
            text.append(" -d ").append(Words.quotedForFish(option.summary())).append('\n');
        }
        for (Argument parameter : command.parameters()) {
            if (parameter.completion() != Completion.NONE) {
                text.append(at)
                        .append(parameter.completion() == Completion.VALUES ? " -a " + list(parameter.values()) : "")
                        .append(parameter.completion() == Completion.FILE ? " -F" : "")
                        .append(
                                parameter.completion() == Completion.FOLDER
                                        ? " -a '(__fish_complete_directories)'"
                                        : "")
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String value(Argument option) {
        if (!option.takesValue()) {
            return "";
        }
        return switch (option.completion()) {
            case VALUES -> " -x -a " + list(option.values());
            case FILE -> " -r -F";
            case FOLDER -> " -x -a '(__fish_complete_directories)'";
            case NONE -> " -x";
        };
    }

    private static String list(List<String> values) {
        return Words.quotedForFish(String.join(" ", values));
    }

    private static final String BEFORE = """
            # Completions of loomweight for fish. Made from its commands; not to be edited.

            # Whether the words before the cursor lead to this command, and nothing of another program began.
            function __loomweight_at
                set -l path loomweight
                set -l skip
                set -l words (commandline -opc)
                for word in $words[2..-1]
                    if test -n "$skip"
                        set skip
                        continue
                    end
                    if test "$word" = --
                        return 1
                    end
                    switch "$path $word"
            """;

    private static final String BETWEEN = """
                    end
                end
                test "$path" = "$argv[1]"
            end

            complete -c loomweight -f
            complete -c loomweight -n 'contains -- -- (commandline -opc)' -F
            """;
}
