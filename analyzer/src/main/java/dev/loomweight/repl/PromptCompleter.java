package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Question;
import dev.loomweight.query.OpenInput;
import dev.loomweight.query.PipelineFields;
import dev.loomweight.query.PipelineParser;
import dev.loomweight.query.Relations;
import dev.loomweight.query.Sql;
import dev.loomweight.render.SafeText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.builtins.Completers;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** What can come next: commands and their arguments; after a bar, steps, then fields of the source and functions. */
final class PromptCompleter implements Completer {

    /** A join up to the equals sign between its fields; the group is the pipeline of the other table. */
    private static final Pattern OTHER_SIDE =
            Pattern.compile("\\|\\s*join\\s*\\((.*)\\)\\s*on\\s.*=\\s*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private final Session session;
    private final Completer files = new Completers.FileNameCompleter();

    PromptCompleter(Session session) {
        this.session = session;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String before = line.line().substring(0, line.cursor());
        String part = part(before);
        // JLine replaces the word at the cursor; keep its part before a comma or bracket.
        String kept = line.word().substring(0, Math.max(0, line.wordCursor() - part.length()));
        String text = before.substring(0, before.length() - part.length());
        if (takesPath(text)) {
            files.complete(reader, line, candidates);
            return;
        }
        boolean table = innermost(text).isBlank() && part.indexOf('.') > 0;
        for (String offer : table ? tables(part) : offers(text)) {
            candidates.add(new Candidate(kept + offer, offer, null, null, null, null, true));
        }
    }

    /** The name before the cursor. */
    private static String part(String before) {
        int from = before.length();
        while (from > 0
                && !Character.isWhitespace(before.charAt(from - 1))
                && "|,()".indexOf(before.charAt(from - 1)) < 0) {
            from--;
        }
        String part = before.substring(from);
        // A hyphen is the sign of sort; two of them begin an option.
        return part.startsWith("-") && !part.startsWith("--") ? part.substring(1) : part;
    }

    private static Optional<Command> head(String text) {
        return Commands.head(text.strip().split("[\\s|]", 2)[0]);
    }

    private static boolean takesPath(String text) {
        int bar = PipelineParser.lastBar(text);
        return bar < 0
                ? text.contains(" ")
                        && head(text)
                                .filter(word -> word.operand() == Command.Operand.PATH)
                                .isPresent()
                : text.substring(bar + 1).stripLeading().startsWith("save ");
    }

    /** The pipeline at the end of a text: within the brackets of join, that of the other table. */
    private static String innermost(String text) {
        return head(text).filter(Command::raw).isPresent() ? text : text.substring(PipelineParser.innermost(text));
    }

    /** What can follow a text that ends before a name. Names with control characters are left out. */
    Collection<String> offers(String text) {
        return all(text).stream()
                .filter(offer -> SafeText.of(offer).equals(offer))
                .toList();
    }

    private Collection<String> all(String whole) {
        if (whole.isBlank()) {
            List<String> first = new ArrayList<>(Commands.names());
            first.addAll(Sql.STATEMENTS);
            return first;
        }
        String text = innermost(whole);
        if (text.isBlank()) {
            return Commands.ofRows();
        }
        int bar = PipelineParser.lastBar(text);
        if (bar < 0 || head(text).filter(Command::raw).isPresent()) {
            return head(text).map(word -> arguments(word, text)).orElse(List.of());
        }
        return StepCompletions.of(text.substring(bar + 1), fields(text, bar));
    }

    private Collection<String> arguments(Command word, String text) {
        return switch (word.operand()) {
            case INPUT -> session.inputs().names();
            case TYPE -> types();
            case COMMAND -> Help.topics();
            case SETTING -> {
                String[] words = text.strip().split("\\s+", -1);
                yield words.length < 2 ? ReplSettings.words() : choices(words[1]);
            }
            case OPTION -> options(word);
            case SQL -> types();
            case NOTHING, PATH -> List.of();
        };
    }

    /** The tables of the report named before the dot. */
    Collection<String> tables(String part) {
        String word = part.substring(0, part.indexOf('.'));
        Optional<Question> question = Question.of(word);
        try {
            Question.Answer answer = question.isEmpty() ? null : session.askSoon(question.get());
            return answer == null
                    ? List.of()
                    : Relations.tables(answer.report()).stream()
                            .map(table -> word + "." + table.id())
                            .toList();
        } catch (DataException e) {
            // Errors are reported when the line runs.
            return List.of();
        }
    }

    private List<String> options(Command word) {
        List<String> options =
                new ArrayList<>(session.asker().options(Question.of(word.name()).orElse(Question.PINS)));
        if (word.name().equals("site")) {
            options.add(CommandActions.SOURCE);
        }
        return options;
    }

    private static List<String> choices(String setting) {
        try {
            return ReplSettings.of(setting).choices();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private Collection<String> types() {
        OpenInput input = session.inputs().usedOrNone();
        if (input == null) {
            return Set.of();
        }
        try {
            return input.described().keySet();
        } catch (DataException e) {
            // An input without recordings.
            return Set.of();
        }
    }

    /** The fields of the source, after the steps so far. */
    private List<String> fields(String text, int bar) {
        Matcher other = OTHER_SIDE.matcher(text.substring(bar));
        return fieldsAfter(other.matches() ? other.group(1) : text.substring(0, beforeGroups(text, bar)));
    }

    private List<String> fieldsAfter(String pipeline) {
        String source =
                pipeline.substring(0, PipelineParser.sourceEnd(pipeline)).strip();
        String name = source.split("\\s", 2)[0];
        try {
            return PipelineFields.after(pipeline, ofSource(name, source));
        } catch (DataException | IllegalArgumentException e) {
            // Errors are reported when the line runs.
            return List.of();
        }
    }

    // agg follows by and per, and uses the fields of the rows before them.
    private static int beforeGroups(String text, int bar) {
        if (!isStep("agg", text.substring(bar))) {
            return bar;
        }
        int before = bar;
        int next = PipelineParser.lastBar(text.substring(0, before));
        while (next >= 0 && (isStep("by", text.substring(next)) || isStep("per", text.substring(next)))) {
            before = next;
            next = PipelineParser.lastBar(text.substring(0, before));
        }
        return before;
    }

    private static boolean isStep(String word, String step) {
        return step.matches("(?s)\\|\\s*" + word + "\\s.*");
    }

    private List<String> ofSource(String name, String source) {
        OpenInput input = session.inputs().usedOrNone();
        if (name.equals("events")) {
            return input == null
                    ? List.of()
                    : input.knownFields(source.substring("events".length()).strip());
        }
        if (name.equals("types")) {
            return List.of("type", "count");
        }
        int dot = name.indexOf('.');
        Question question = Question.of(dot < 0 ? name : name.substring(0, dot)).orElse(null);
        if (question == null) {
            return List.of();
        }
        Question.Answer answer = session.askSoon(question);
        return answer == null
                ? List.of()
                : CommandActions.table(answer, name, dot < 0 ? null : name.substring(dot + 1))
                        .names();
    }
}
