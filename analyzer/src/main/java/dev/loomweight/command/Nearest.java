package dev.loomweight.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The word that somebody meant. */
public final class Nearest {

    /** Longer words are no misspelled names, in characters. */
    private static final int LONGEST = 500;

    private Nearest() {}

    /**
     * The most similar of the known words, by Levenshtein's distance.
     *
     * @return empty where none is similar: a third of the letters may differ
     */
    public static Optional<String> of(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String other) -> distance(word, other))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(other -> distance(word, other) <= Math.max(word.length(), other.length()) / 3);
    }

    /** The same as a clause that ends a message; empty where no word is similar. */
    public static String hint(String word, Collection<String> known) {
        return of(word, known).map(near -> "; did you mean " + near + "?").orElse("");
    }

    private static int distance(String one, String other) {
        if (one.length() > LONGEST || other.length() > LONGEST) {
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
