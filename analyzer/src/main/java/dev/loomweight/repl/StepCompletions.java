package dev.loomweight.repl;

import dev.loomweight.query.Lexer;
import dev.loomweight.query.StepKeyword;
import dev.loomweight.query.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What can come next in a step of a pipeline, according to the grammar in {@code docs/repl.md}. */
final class StepCompletions {

    private static final Set<String> COMPARISONS = Set.of("=", "==", "!=", "<>", "<", "<=", ">", ">=", "~", "!~");
    private static final Set<String> BEFORE_A_TEST = Set.of("and", "or", "not", "(");

    private final List<String> fields;
    private final List<String> words;

    private StepCompletions(List<String> fields, List<String> words) {
        this.fields = fields;
        this.words = words;
    }

    /**
     * The completions.
     *
     * @param step the step up to the name at the cursor
     * @param fields the fields before the step
     */
    static List<String> of(String step, List<String> fields) {
        List<String> words = Lexer.tokens(step).stream()
                .filter(token -> token.type() != Token.Type.END)
                .map(Token::text)
                .toList();
        if (words.isEmpty()) {
            return StepKeyword.words();
        }
        String name = words.getFirst().toLowerCase(Locale.ROOT);
        Optional<StepKeyword> stage = StepKeyword.ALL.stream()
                .filter(known -> known.word().equals(name))
                .findFirst();
        return stage.map(word -> new StepCompletions(fields, words).in(word)).orElse(List.of());
    }

    private String last() {
        return words.getLast();
    }

    /** Whether an element of a list begins here. */
    private boolean begins() {
        return words.size() == 1 || last().equals(",");
    }

    private List<String> in(StepKeyword stage) {
        return switch (stage) {
            case WHERE -> condition();
            case BY, DISTINCT -> begins() ? fields : List.of();
            case SELECT -> begins() ? fields : List.of("as");
            case SORT -> begins() || last().equals("-") ? fields : List.of("desc", "asc");
            case TOP -> words.size() == 2 ? fields : List.of();
            case PER -> per();
            case AGG -> figure();
            case JOIN -> join();
            case PLOT -> List.of("-o");
            case CROSSTAB -> crosstab();
            case HISTOGRAM -> words.size() == 1 ? fields : List.of();
            case SAVE, SUMMARY, DESCRIBE -> List.of();
        };
    }

    private List<String> condition() {
        if (words.size() == 1 || BEFORE_A_TEST.contains(last().toLowerCase(Locale.ROOT))) {
            List<String> all = new ArrayList<>(fields);
            all.add("not");
            return all;
        }
        if (COMPARISONS.contains(last()) || last().equals(",")) {
            return List.of();
        }
        String before = words.get(words.size() - 2);
        boolean field = words.size() == 2 || BEFORE_A_TEST.contains(before.toLowerCase(Locale.ROOT));
        if (field) {
            return List.of("=", "!=", "<", "<=", ">", ">=", "~", "!~", "in", "is null", "is not null");
        }
        return List.of("and", "or");
    }

    private List<String> per() {
        if (words.size() == 1) {
            return List.of("1s", "10s", "1m");
        }
        if (last().equals("by") || last().equals(",")) {
            return fields;
        }
        List<String> all = new ArrayList<>(List.of("by"));
        if (words.size() == 2) {
            all.addAll(fields);
        }
        return all;
    }

    private List<String> figure() {
        if (begins()) {
            return StepKeyword.functions();
        }
        boolean afterFunction = isFunction(last());
        return afterFunction ? fields : List.of("as");
    }

    private static boolean isFunction(String word) {
        return StepKeyword.functions().contains(word) || word.matches("p\\d{1,2}(\\.\\d+)?");
    }

    private List<String> crosstab() {
        return switch (words.size()) {
            case 1, 3 -> fields;
            case 2 -> List.of("by");
            default -> List.of();
        };
    }

    private List<String> join() {
        if (words.size() == 1) {
            return List.of("(events");
        }
        if (last().equals("on") || last().equals("=")) {
            return fields;
        }
        return last().equals(")") ? List.of("on", "during") : List.of();
    }
}
