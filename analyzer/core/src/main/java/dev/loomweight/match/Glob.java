package dev.loomweight.match;

import java.util.Locale;

/**
 * A pattern in which {@code *} matches any number of characters and, optionally, {@code ?} matches one. Matching
 * backtracks to the last star only, so its time is at most proportional to the product of text and pattern.
 */
public final class Glob {

    private static final char ANY = '*';
    private static final char ONE = '?';

    private final String pattern;
    private final boolean ones;

    private Glob(String pattern, boolean ones) {
        this.pattern = pattern;
        this.ones = ones;
    }

    /** A pattern in which only {@code *} is special. */
    public static Glob ofStars(String pattern) {
        return new Glob(pattern, false);
    }

    /** A pattern in which {@code *} and {@code ?} are special. */
    public static Glob of(String pattern) {
        return new Glob(pattern, true);
    }

    /** Whether it has a special character. */
    public boolean isPattern() {
        return pattern.indexOf(ANY) >= 0 || (ones && pattern.indexOf(ONE) >= 0);
    }

    /** The same pattern in lower case. */
    public Glob lowerCase() {
        return new Glob(pattern.toLowerCase(Locale.ROOT), ones);
    }

    /** Whether it matches a complete text. */
    public boolean matches(String text) {
        int at = 0;
        int in = 0;
        int star = -1;
        int taken = 0;
        while (at < text.length()) {
            if (in < pattern.length() && pattern.charAt(in) == ANY) {
                star = in++;
                taken = at;
            } else if (in < pattern.length() && isOne(in, text.charAt(at))) {
                in++;
                at++;
            } else if (star >= 0) {
                // An earlier star need not match more: what follows it was found at the first possible place.
                in = star + 1;
                at = ++taken;
            } else {
                return false;
            }
        }
        while (in < pattern.length() && pattern.charAt(in) == ANY) {
            in++;
        }
        return in == pattern.length();
    }

    private boolean isOne(int in, char c) {
        return pattern.charAt(in) == c || (ones && pattern.charAt(in) == ONE);
    }

    /** The pattern. */
    @Override
    public String toString() {
        return pattern;
    }
}
