package dev.loomweight.completion;

import dev.loomweight.completion.CommandNode.Argument;
import dev.loomweight.completion.CommandNode.Completion;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Completions for bash 3.2 and newer: macOS has no later one. Needs nothing of the package bash-completion. */
final class BashCompletion {

    private BashCompletion() {}

    /** The script to be sourced. */
    static String script(CommandNode root) {
        return BEFORE
                + root.all().map(BashCompletion::descent).collect(Collectors.joining())
                + BETWEEN
                + root.all().map(BashCompletion::command).collect(Collectors.joining())
                + AFTER;
    }

    /** How the names of commands lead from one to the next, and which of its options take the next word. */
    private static String descent(CommandNode command) {
        String options = command.options().stream()
                .filter(option -> option.takesValue() && !option.optionalValue())
                .flatMap(option -> option.names().stream())
                .map(name -> command.words() + " " + name)
                .map(Words::quoted)
                .collect(Collectors.joining(" | "));
        String below = command.commands().stream()
                .map(next -> Words.quoted(command.words() + " " + next.name()))
                .collect(Collectors.joining(" | "));
        String aliases = command.aliases().entrySet().stream()
                .map(alias -> "      " + Words.quoted(command.words() + " " + alias.getKey()) + ") path="
                        + Words.quoted(CommandNode.words(alias.getValue())) + " ;;\n")
                .collect(Collectors.joining());
        return (options.isEmpty() ? "" : "      " + options + ") skip=1 ;;\n")
                + (below.isEmpty() ? "" : "      " + below + ") path=\"$path $word\" ;;\n")
                + aliases;
    }

    private static String command(CommandNode command) {
        StringBuilder text = new StringBuilder();
        for (Argument option : command.options()) {
            if (option.takesValue()) {
                text.append("    ")
                        .append(option.names().stream()
                                .map(name -> Words.quoted(command.words() + " " + name))
                                .collect(Collectors.joining(" | ")))
                        .append(") ")
                        .append(completing(option))
                        .append(" ;;\n");
            }
        }
        String words = Stream.concat(
                        command.commands().stream().map(CommandNode::name),
                        command.parameters().stream().flatMap(parameter -> parameter.values().stream()))
                .collect(Collectors.joining(" "));
        String options = command.options().stream()
                .flatMap(option -> option.names().stream())
                .collect(Collectors.joining(" "));
        List<Completion> others =
                command.parameters().stream().map(Argument::completion).toList();
        String files = others.contains(Completion.FILE) ? "f" : others.contains(Completion.FOLDER) ? "d" : "";
        return text + "    " + Words.quoted(command.words() + " -") + ") _loomweight_words " + Words.quoted(options)
                + " ;;\n    " + Words.quoted(command.words() + " ") + ") _loomweight_words " + Words.quoted(words)
                + (files.isEmpty() ? "" : "; _loomweight_files -" + files) + " ;;\n";
    }

    private static String completing(Argument option) {
        return switch (option.completion()) {
            case VALUES -> "_loomweight_words " + Words.quoted(String.join(" ", option.values()));
            case FILE -> "_loomweight_files -f";
            case FOLDER -> "_loomweight_files -d";
            case NONE -> ":";
        };
    }

    private static final String BEFORE = """
            # shellcheck shell=bash
            # Completions of loomweight for bash. Made from its commands; not to be edited.

            # Those of the words that begin with what is typed; of a list with commas, its last part.
            _loomweight_words() {
              local word before=
              [[ $cur != *,* || $cur == -* ]] || before=${cur%,*},
              for word in $1; do
                [[ $word != "${cur#"$before"}"* ]] || COMPREPLY+=("$before$word")
              done
            }

            # Files (-f) or folders (-d) that begin with what is typed.
            _loomweight_files() {
              local file
              compopt -o filenames 2>/dev/null || :
              while IFS= read -r file; do
                COMPREPLY+=("$file")
              done < <(compgen "$1" -- "$cur")
            }

            _loomweight() {
              local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} path=loomweight word skip='' assigned='' i
              COMPREPLY=()
              # bash parts --option=value into three words.
              if [[ $cur == = ]]; then
                cur='' assigned=1
              elif [[ $prev == = ]]; then
                prev=${COMP_WORDS[COMP_CWORD - 2]} assigned=1
              fi
              for ((i = 1; i < COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                if [[ -n $skip ]]; then
                  [[ $word == = ]] || skip=
                  continue
                fi
                # After -- comes a command of another program.
                if [[ $word == -- ]]; then
                  _loomweight_files -f
                  return
                fi
                case "$path $word" in
            """;

    private static final String BETWEEN = """
                esac
              done
              if [[ -n $skip || -n $assigned ]]; then
                word=$prev
              elif [[ $cur == -* ]]; then
                word=-
              else
                word=
              fi
              case "$path $word" in
            """;

    private static final String AFTER = """
              esac
            }
            complete -F _loomweight loomweight
            """;
}
