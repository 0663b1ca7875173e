package dev.loomweight.repl;

import dev.loomweight.command.Question;
import dev.loomweight.query.Names;
import dev.loomweight.query.StageWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code help} says. */
final class Help {

    private Help() {}

    static Outcome help(Session session, Call call) {
        if (call.arguments().isEmpty()) {
            return new Outcome.Said(all());
        }
        String name = call.only("help WORD");
        Optional<Word> word = Words.of(name);
        if (word.isPresent()) {
            return new Outcome.Said(of(word.get(), session));
        }
        return new Outcome.Said(StageWord.ALL.stream()
                .filter(stage -> stage.word().equals(name))
                .findFirst()
                .map(Help::of)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no word " + name + Names.suggestion(name, topics()))));
    }

    /** All words that can be asked for. */
    static List<String> topics() {
        List<String> topics = new ArrayList<>(Words.names());
        topics.addAll(StageWord.words());
        return topics;
    }

    private static String all() {
        StringBuilder text = new StringBuilder();
        for (Word.Group group : Word.Group.values()) {
            text.append(group.title()).append('\n');
            Words.ALL.stream()
                    .filter(word -> word.group() == group)
                    .forEach(word -> line(text, word.synopsis(), word.summary()));
            text.append('\n');
        }
        text.append("Steps behind a bar: events TYPE | where ... | by ... | agg ...\n");
        StageWord.ALL.forEach(stage -> line(text, stage.synopsis(), stage.summary()));
        text.append("\nhelp WORD tells more, with examples.\n");
        return text.toString();
    }

    private static void line(StringBuilder text, String synopsis, String summary) {
        int width = 36;
        text.append("  ").append(synopsis);
        text.append(
                synopsis.length() > width ? "\n" + " ".repeat(width + 4) : " ".repeat(width + 2 - synopsis.length()));
        text.append(summary).append('\n');
    }

    private static String of(Word word, Session session) {
        StringBuilder text = new StringBuilder(word.synopsis() + "\n  " + word.summary() + "\n");
        examples(text, word.examples());
        Optional<Question> question = Words.question(word.name());
        question.ifPresent(
                asked -> text.append("\nOptions\n").append(session.asker().help(asked)));
        if (word.takes() == Word.Takes.SETTING) {
            text.append("\nSettings\n");
            for (Settings.Setting setting : Settings.Setting.values()) {
                line(text, setting.word(), setting.summary());
            }
        }
        return text.toString();
    }

    private static String of(StageWord stage) {
        StringBuilder text = new StringBuilder(stage.synopsis() + "\n  " + stage.summary() + "\n");
        examples(text, List.of("... | " + stage.example()));
        return text.toString();
    }

    private static void examples(StringBuilder text, List<String> examples) {
        text.append("\nExamples\n");
        examples.forEach(example -> text.append("  ").append(example).append('\n'));
    }
}
