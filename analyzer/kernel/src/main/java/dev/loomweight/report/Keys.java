package dev.loomweight.report;

/** Keys for machine-readable forms. */
public final class Keys {

    private Keys() {}

    /**
     * A key of lower camel case made of any words: {@code JDK 25, virtual} gives {@code jdk25Virtual}. Never empty.
     */
    public static String camel(String words) {
        StringBuilder key = new StringBuilder();
        boolean start = false;
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            boolean usable = c < 128 && Character.isLetterOrDigit(c);
            if (usable) {
                boolean first = key.isEmpty() || (!start && Character.isUpperCase(c) && allUpperSoFar(key, words, i));
                key.append(first ? Character.toLowerCase(c) : start ? Character.toUpperCase(c) : c);
            }
            start = !usable && !key.isEmpty();
        }
        return key.isEmpty() ? "value" : key.toString();
    }

    /** Whether the word that begins the key is an abbreviation up to here, which is then written small. */
    private static boolean allUpperSoFar(StringBuilder key, String words, int end) {
        return key.length() == end && words.substring(0, end).chars().allMatch(Character::isUpperCase);
    }
}
