package dev.loomweight.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names of types and fields as they stand in SQL. They come from a recording, which can be anyone's: a name in SQL is
 * made of letters, digits, {@code _} and {@code $} alone, whatever it was before.
 */
public final class SqlNames {

    private static final int LONGEST = 200;

    private SqlNames() {}

    /** The name with {@code _} for every other character, dots among them. */
    public static String of(String name) {
        StringBuilder made = new StringBuilder(Math.min(name.length(), LONGEST));
        for (int i = 0; i < name.length() && i < LONGEST; i++) {
            char c = name.charAt(i);
            made.append(Character.isLetterOrDigit(c) || c == '_' || c == '$' ? c : '_');
        }
        return made.isEmpty() ? "_" : made.toString();
    }

    /** The names of columns of one table: a number after those that would be equal in any case. */
    static List<String> of(List<String> names) {
        Set<String> taken = new HashSet<>();
        List<String> made = new ArrayList<>();
        for (String name : names) {
            String plain = of(name);
            String free = plain;
            for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
                free = plain + "_" + i;
            }
            made.add(free);
        }
        return made;
    }

    /**
     * Whether a word of a query can mean a field.
     *
     * @param word in lower case
     */
    public static boolean mayMean(String word, String field) {
        String plain = of(field).toLowerCase(Locale.ROOT);
        return word.equals(plain)
                || (word.startsWith(plain + "_")
                        && word.substring(plain.length() + 1).chars().allMatch(c -> c >= '0' && c <= '9'));
    }
}
