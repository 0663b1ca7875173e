package dev.loomweight.repl;

import dev.loomweight.command.Question;
import dev.loomweight.query.Names;
import dev.loomweight.query.StepKeyword;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The help. */
final class Help {

    private Help() {}

    static Result help(Session session, Arguments arguments) {
        if (arguments.list().isEmpty()) {
            return new Result.OfText(all());
        }
        String name = arguments.only("help COMMAND");
        Optional<Command> word = Commands.of(name);
        if (word.isPresent()) {
            return new Result.OfText(of(word.get(), session));
        }
        return new Result.OfText(StepKeyword.ALL.stream()
                .filter(stage -> stage.word().equals(name))
                .findFirst()
                .map(Help::of)
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown command or step " + name + Names.suggestion(name, topics()))));
    }

    /** All commands and steps. */
    static List<String> topics() {
        List<String> topics = new ArrayList<>(Commands.names());
        topics.addAll(StepKeyword.words());
        return topics;
    }

    private static String all() {
        StringBuilder text = new StringBuilder();
        for (Command.Group group : Command.Group.values()) {
            text.append(group.title()).append('\n');
            Commands.ALL.stream()
                    .filter(word -> word.group() == group)
                    .forEach(word -> line(text, word.synopsis(), word.summary()));
            text.append('\n');
        }
        text.append("Steps after a bar: events TYPE | where ... | by ... | agg ...\n");
        StepKeyword.ALL.forEach(stage -> line(text, stage.synopsis(), stage.summary()));
        text.append("\nType \"help COMMAND\" or \"help STEP\" for details and examples.\n");
        return text.toString();
    }

    private static void line(StringBuilder text, String synopsis, String summary) {
        int width = 36;
        text.append("  ").append(synopsis);
        text.append(
                synopsis.length() > width ? "\n" + " ".repeat(width + 4) : " ".repeat(width + 2 - synopsis.length()));
        text.append(summary).append('\n');
    }

    private static String of(Command word, Session session) {
        StringBuilder text = new StringBuilder(word.synopsis() + "\n  " + word.summary() + "\n");
        examples(text, word.examples());
        Optional<Question> question = Question.of(word.name());
        question.ifPresent(
                asked -> text.append("\nOptions\n").append(session.asker().help(asked)));
        if (word.operand() == Command.Operand.SETTING) {
            text.append("\nSettings\n");
            for (ReplSettings.Setting setting : ReplSettings.Setting.values()) {
                line(text, setting.word(), setting.summary());
            }
        }
        return text.toString();
    }

    private static String of(StepKeyword stage) {
        StringBuilder text = new StringBuilder(stage.synopsis() + "\n  " + stage.summary() + "\n");
        examples(text, stage.examples().stream().map(each -> "... | " + each).toList());
        return text.toString();
    }

    private static void examples(StringBuilder text, List<String> examples) {
        text.append("\nExamples\n");
        examples.forEach(example -> text.append("  ").append(example).append('\n'));
    }
}
