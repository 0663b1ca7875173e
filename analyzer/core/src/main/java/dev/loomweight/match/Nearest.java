package dev.loomweight.match;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** "Did you mean": the known name that is most similar to one that was typed. */
public final class Nearest {

    /** Longer words are not misspelled names, in characters; the comparison takes their product. */
    private static final int MAX_CHARACTERS = 500;

    private Nearest() {}

    /**
     * The most similar of the known names, whatever their case. A name is similar if at most a third of the typed letters
     * (at least one) must change, of which two that are swapped are one, in the whole name or in what follows its last dot,
     * or if it contains the typed word.
     *
     * @return empty if none is similar
     */
    public static Optional<String> of(String word, Collection<String> names) {
        String typed = word.toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(name -> isSimilar(typed, name.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt((String name) -> distance(typed, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The same as the end of a message, such as {@code "; did you mean pins?"}; empty if no name is similar. */
    public static String hint(String word, Collection<String> names) {
        return of(word, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /** The same, or if no name is similar, all names: {@code "; expected one of pins, memory"}. */
    public static String hintOrList(String word, Collection<String> names) {
        String hint = hint(word, names);
        return hint.isEmpty() ? "; expected one of " + String.join(", ", names) : hint;
    }

    private static boolean isSimilar(String word, String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        int allowed = Math.max(1, word.length() / 3);
        return distance(word, name) <= allowed
                || distance(word, last) <= allowed
                || (word.length() > 1 && last.startsWith(word))
                || (word.length() > 3 && name.contains(word));
    }

    /**
     * How many letters must be inserted, removed, replaced or swapped with their neighbour; the largest number for very long
     * words.
     */
    private static int distance(String left, String right) {
        if (left.length() > MAX_CHARACTERS || right.length() > MAX_CHARACTERS) {
            return Integer.MAX_VALUE;
        }
        int[] before = new int[right.length() + 1];
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] row = new int[right.length() + 1];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replace = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replace, Math.min(row[j - 1], previous[j]) + 1);
                boolean swapped = i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1);
                row[j] = swapped ? Math.min(row[j], before[j - 2] + 1) : row[j];
            }
            before = previous;
            previous = row;
        }
        return previous[right.length()];
    }
}
