package dev.loomweight.completion;

import dev.loomweight.completion.CommandNode.Argument;
import java.util.List;
import java.util.stream.Collectors;

/** Completions for zsh 5 and newer: a function for each command, as {@code _arguments} takes them. */
final class ZshCompletion {

    private ZshCompletion() {}

    /** The file {@code _loomweight}, to be autoloaded. */
    static String script(CommandNode root) {
        return """
                #compdef loomweight
                # Completions of loomweight for zsh. Made from its commands; not to be edited.

                """
                + root.all().map(ZshCompletion::function).collect(Collectors.joining("\n"))
                + "\n_loomweight \"$@\"\n";
    }

    private static String function(CommandNode command) {
        String name = function(command.path());
        StringBuilder text = new StringBuilder(name).append("() {\n");
        boolean parent = !command.commands().isEmpty() || !command.aliases().isEmpty();
        if (parent) {
            text.append("  local context state state_descr line ret=1\n  typeset -A opt_args\n");
        }
        text.append("  _arguments -s -S");
        text.append(parent ? " -C" : "");
        for (Argument option : command.options()) {
            for (String spelled : option.names()) {
                text.append(" \\\n    ").append(Words.quoted(option(option, spelled)));
            }
        }
        if (parent) {
            // After -- comes a command of another program.
            text.append(" \\\n    '1: :->command' \\\n    '*::argument:->rest' && ret=0\n");
            text.append(descent(command));
        } else {
            for (Argument parameter : command.parameters()) {
                text.append(" \\\n    ").append(Words.quoted("*:" + plain(parameter.label()) + ":" + value(parameter)));
            }
            text.append('\n');
        }
        return text.append("}\n").toString();
    }

    private static String descent(CommandNode command) {
        String names = command.commands().stream()
                .map(next -> "        " + Words.quoted(next.name().replace(":", "\\:") + ":" + next.summary()) + "\n")
                .collect(Collectors.joining());
        String calls = command.commands().stream()
                .map(next -> call(next.name(), next.path()))
                .collect(Collectors.joining());
        String aliases = command.aliases().entrySet().stream()
                .map(alias -> call(alias.getKey(), alias.getValue()))
                .collect(Collectors.joining());
        return """
                  case $state in
                    command)
                      local -a commands=(
                %s      )
                      _describe -t commands command commands && ret=0
                      ;;
                    rest)
                      case $line[1] in
                %s        *) _normal && ret=0 ;;
                      esac
                      ;;
                  esac
                  return ret
                """.formatted(names, calls + aliases);
    }

    private static String call(String name, List<String> path) {
        return "        " + name + ") " + function(path) + " && ret=0 ;;\n";
    }

    private static String option(Argument option, String spelled) {
        String others = option.names().size() > 1 ? "(" + String.join(" ", option.names()) + ")" : "*";
        String sign = !option.takesValue() || !spelled.startsWith("--") ? "" : option.optionalValue() ? "=-" : "=";
        String value = option.takesValue()
                ? (option.optionalValue() ? "::" : ":") + plain(option.label()) + ":" + value(option)
                : "";
        return others + spelled + sign + "[" + plain(option.summary()) + "]" + value;
    }

    private static String value(Argument argument) {
        return switch (argument.completion()) {
            case VALUES -> "(" + String.join(" ", argument.values()) + ")";
            case FILE -> "_files";
            case FOLDER -> "_files -/";
            case NONE -> " ";
        };
    }

    /** A text in which nothing has a meaning for {@code _arguments}. */
    private static String plain(String text) {
        return text.replace("\\", "\\\\")
                .replace("[", "\\[")
                .replace("]", "\\]")
                .replace(":", "\\:");
    }

    private static String function(List<String> path) {
        return "_loomweight"
                + path.stream().map(name -> "_" + name.replace('-', '_')).collect(Collectors.joining());
    }
}
