package dev.loomweight.match;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of a user, in RE2's syntax: Java's without backreferences and without look-around, matched in time
 * linear in the text. Safe for threads.
 *
 * <p>Java's own expressions backtrack: {@code (.*a){15}b} does not end within a lifetime on a line of a few kilobytes.
 */
public final class Regex {

    /** Longer ones are refused: RE2/J parses by recursion, as deep as an expression is nested. */
    static final int MOST_CHARACTERS = 1000;

    /** Larger ones are refused, in parts with repetition: every character of a text costs that many steps. */
    static final long MOST_PARTS = 2000;

    private static final String REFUSED = "invalid regular expression: ";
    private static final String PARSER_WORDS = "error parsing regexp: ";

    private final Pattern pattern;
    private final String written;

    private Regex(Pattern pattern, String written) {
        this.pattern = pattern;
        this.written = written;
    }

    /** Takes the place of a match. */
    @FunctionalInterface
    public interface Found {

        /**
         * Takes it.
         *
         * @param start its first character
         * @param end behind its last; the same as its start where it is empty
         */
        void at(int start, int end);
    }

    /**
     * An expression that tells letters of different case apart.
     *
     * @throws IllegalArgumentException if it is none, or needs too much: one line that says which part is at fault
     */
    public static Regex of(String expression) {
        return of(expression, 0);
    }

    /**
     * An expression that takes letters of either case.
     *
     * @throws IllegalArgumentException if it is none, or needs too much: one line that says which part is at fault
     */
    public static Regex ignoringCase(String expression) {
        return of(expression, Pattern.CASE_INSENSITIVE);
    }

    /** Finds the words themselves, whatever signs are in them, in either case. */
    public static Regex words(String words) {
        String kept = words.substring(0, Math.min(words.length(), MOST_CHARACTERS));
        return new Regex(Pattern.compile(Pattern.quote(kept), Pattern.CASE_INSENSITIVE), kept);
    }

    private static Regex of(String expression, int flags) {
        if (expression.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    REFUSED + "it has " + expression.length() + " characters, and " + MOST_CHARACTERS + " are allowed");
        }
        if (RegexSize.of(expression) > MOST_PARTS) {
            throw new IllegalArgumentException(
                    REFUSED + "with its counts in {} written out it has more than " + MOST_PARTS + " parts");
        }
        try {
            return new Regex(Pattern.compile(expression, flags), expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(REFUSED + reason(e), e);
        }
    }

    /** Whether any part of a text matches. */
    public boolean isFoundIn(CharSequence text) {
        return pattern.matcher(text).find();
    }

    /** Hands over every match in a text, from left to right. */
    public void forEachIn(CharSequence text, Found found) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.at(matcher.start(), matcher.end());
        }
    }

    /** The first part of a text that matches, or null if none does. */
    public @Nullable String firstIn(CharSequence text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group() : null;
    }

    /**
     * A text with every match replaced.
     *
     * @param replacement {@code $1} in it stands for the first group, {@code \\$} for a dollar sign
     * @throws IllegalArgumentException if it names a group that is not there
     */
    public String replaceAll(CharSequence text, String replacement) {
        try {
            return pattern.matcher(text).replaceAll(replacement);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("invalid replacement: " + replacement, e);
        }
    }

    /** The expression as it was written. */
    @Override
    public String toString() {
        return written;
    }

    private static String reason(PatternSyntaxException e) {
        String message = String.valueOf(e.getMessage());
        String words = message.startsWith(PARSER_WORDS) ? message.substring(PARSER_WORDS.length()) : message;
        return words.contains("Perl syntax") || words.matches("invalid escape sequence: `\\\\\\d.*")
                ? words + " (RE2 syntax: no look-around, no backreferences)"
                : words;
    }
}
