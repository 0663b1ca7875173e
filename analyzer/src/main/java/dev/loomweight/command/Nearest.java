package dev.loomweight.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that a user probably meant. */
public final class Nearest {

    /** Longer words have no suggestion, in characters. */
    private static final int MAX_LENGTH = 500;

    private Nearest() {}

    /**
     * The most similar known word, by Levenshtein distance.
     *
     * @return empty if none is similar; a third of the letters may differ
     */
    public static Optional<String> of(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String other) -> distance(word, other))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(other -> distance(word, other) <= Math.max(word.length(), other.length()) / 3);
    }

    /** The end of a message: the most similar known word, or nothing if none is similar. */
    public static String hint(String word, Collection<String> known) {
        return of(word, known).map(near -> "; did you mean " + near + "?").orElse("");
    }

    /** The end of a message: the most similar known word, or all of them if none is similar. */
    public static String hintOrList(String word, Collection<String> known) {
        String hint = hint(word, known);
        return hint.isEmpty() ? "; expected one of " + String.join(", ", known) : hint;
    }

    private static int distance(String one, String other) {
        if (one.length() > MAX_LENGTH || other.length() > MAX_LENGTH) {
            return Integer.MAX_VALUE;
        }
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(last[j], row[j - 1]) + 1);
            }
            last = row;
        }
        return last[b.length()];
    }
}
