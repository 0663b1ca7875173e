package dev.loomweight.query;

import dev.loomweight.match.Nearest;
import java.util.Collection;
import java.util.List;
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

    /** The end of a message: the name that may be meant, else all names if they are few, else nothing. */
    public static String suggestion(String word, Collection<String> names) {
        String hint = Nearest.hint(word, names);
        return !hint.isEmpty() || names.isEmpty() || names.size() > MAX_LISTED
                ? hint
                : "; there are " + String.join(", ", names);
    }
}
