package dev.loomweight.query;

import dev.loomweight.match.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Resolves the short forms in which users type names, and suggests names for unknown ones. */
public final class Names {

    private static final int MAX_LISTED = 12;

    private Names() {}

    /**
     * The name that a short form stands for: the name itself, the same in other case, or the only one that ends with it
     * after a dot or as a word of its own ({@code reason} for {@code pinnedReason}), or begins so ({@code sum} for {@code
     * sumDuration}).
     */
    public static Optional<String> resolve(String word, Collection<String> names) {
        if (names.contains(word)) {
            return Optional.of(word);
        }
        String capital = word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
        List<String> same = names.stream().filter(word::equalsIgnoreCase).toList();
        List<String> ends = names.stream()
                .filter(name -> name.endsWith("." + word) || (name.endsWith(capital) && !word.isEmpty()))
                .toList();
        List<String> starts =
                names.stream().filter(name -> isFirstWord(word, name)).toList();
        return only(same).or(() -> only(ends)).or(() -> only(starts));
    }

    private static boolean isFirstWord(String word, String name) {
        return !word.isEmpty()
                && name.length() > word.length()
                && name.startsWith(word)
                && (Character.isUpperCase(name.charAt(word.length())) || name.charAt(word.length()) == '.');
    }

    private static Optional<String> only(List<String> names) {
        return names.size() == 1 ? Optional.of(names.getFirst()) : Optional.empty();
    }

    /** What SQL, jfr and other shells call steps of a pipeline and commands of the prompt, with how these are written. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("limit", "top N"),
            Map.entry("head", "top N"),
            Map.entry("first", "top N"),
            Map.entry("count", "agg count"),
            Map.entry("sum", "agg sum FIELD"),
            Map.entry("max", "agg max FIELD"),
            Map.entry("min", "agg min FIELD"),
            Map.entry("avg", "agg avg FIELD"),
            Map.entry("group", "by FIELD"),
            Map.entry("groupby", "by FIELD"),
            Map.entry("order", "sort FIELD"),
            Map.entry("orderby", "sort FIELD"),
            Map.entry("filter", "where FIELD > VALUE"),
            Map.entry("having", "where FIELD > VALUE"),
            Map.entry("stats", "summary"),
            Map.entry("uniq", "distinct"));

    private static final Map<String, String> OTHER_COMMANDS = Map.ofEntries(
            Map.entry("show", "events TYPE"),
            Map.entry("print", "events TYPE"),
            Map.entry("view", "report"),
            Map.entry("metadata", "types"),
            Map.entry("ls", "types"),
            Map.entry("list", "types"),
            Map.entry("dir", "types"),
            Map.entry("from", "events TYPE"),
            Map.entry("load", "open PATH"));

    /** The end of a message on a step that there is not: that of this house, or one of a similar name. */
    static String ofStep(String word) {
        String other = OTHERS.get(word.toLowerCase(Locale.ROOT));
        return other == null ? suggestion(word, StepKeyword.words()) : "; did you mean " + other + "?";
    }

    /** The end of a message on a word that is out of place: where it is a step, here or elsewhere, that its bar is missing. */
    static String ofStepWithoutBar(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String step = StepKeyword.words().contains(lower) ? lower : OTHERS.get(lower);
        return step == null ? "" : "; did you mean | " + step + "?";
    }

    /**
     * The end of a message on a command of the prompt that there is not: what other tools call so, or one of a similar name.
     *
     * @param rest what follows it
     * @param names the commands that there are
     */
    public static String ofCommand(String word, String rest, Collection<String> names) {
        String other = OTHER_COMMANDS.get(word.toLowerCase(Locale.ROOT));
        if (other == null) {
            return Nearest.hint(word, names);
        }
        return "; did you mean "
                + (rest.isEmpty() ? other : other.replace("TYPE", rest).replace("PATH", rest)) + "?";
    }

    /** The end of a message: the name that may be meant, else all names if they are few, else nothing. */
    public static String suggestion(String word, Collection<String> names) {
        String hint = Nearest.hint(word, names);
        return !hint.isEmpty() || names.isEmpty() || names.size() > MAX_LISTED
                ? hint
                : "; there are " + String.join(", ", names);
    }
}
