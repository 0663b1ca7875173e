package dev.loomweight.match;

import java.util.Locale;

/**
 * A pattern in which {@code *} stands for any characters, none among them, and {@code ?}, where that is asked for, for
 * one. Matched by going back to the last star only, in time that grows with the product of text and pattern at most.
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

    /** A pattern in which {@code *} alone has a meaning. */
    public static Glob ofStars(String pattern) {
        return new Glob(pattern, false);
    }

    /** A pattern in which {@code *} and {@code ?} have a meaning. */
    public static Glob of(String pattern) {
        return new Glob(pattern, true);
    }

    /** Whether any sign of it has a meaning. */
    public boolean isPattern() {
        return pattern.indexOf(ANY) >= 0 || (ones && pattern.indexOf(ONE) >= 0);
    }

    /** The same for text in lower case. */
    public Glob lowerCase() {
        return new Glob(pattern.toLowerCase(Locale.ROOT), ones);
    }

    /** Whether it is all of a text. */
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
                // A star before the last one need take no more: what follows it has been found at the first place.
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

    /** The pattern as it was written. */
    @Override
    public String toString() {
        return pattern;
    }
}
