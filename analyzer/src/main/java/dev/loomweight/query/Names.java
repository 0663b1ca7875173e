package dev.loomweight.query;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Names as people type them: short forms, and what they may have meant. */
public final class Names {

    /** Longer words are no misspelled names, in characters. */
    private static final int LONGEST = 500;

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

    /** The end of a message: what may have been meant, or what there is. Empty where nothing is near and many are. */
    public static String suggestion(String word, Collection<String> names) {
        String lower = word.toLowerCase(Locale.ROOT);
        Optional<String> near = names.stream()
                .filter(name -> isNear(lower, name.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt((String name) -> distance(lower, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(name -> name));
        if (near.isPresent()) {
            return "; did you mean " + near.get() + "?";
        }
        return names.isEmpty() || names.size() > 12 ? "" : "; there are " + String.join(", ", names);
    }

    private static boolean isNear(String word, String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        int allowed = Math.max(1, word.length() / 3);
        return distance(word, name) <= allowed
                || distance(word, last) <= allowed
                || (word.length() > 1 && last.startsWith(word))
                || (word.length() > 3 && name.contains(word));
    }

    /** How many letters are to be put in, taken out or replaced (Levenshtein); of what is no name, very many. */
    static int distance(String left, String right) {
        if (left.length() > LONGEST || right.length() > LONGEST) {
            return Integer.MAX_VALUE;
        }
        int[] before = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] now = new int[right.length() + 1];
            now[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                now[j] = Math.min(Math.min(now[j - 1], before[j]) + 1, before[j - 1] + change);
            }
            before = now;
        }
        return before[right.length()];
    }
}
