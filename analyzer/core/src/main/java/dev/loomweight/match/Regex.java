package dev.loomweight.match;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of a user, in RE2's syntax: Java's without backreferences and without look-around, matched in time
 * linear in the text. Safe for threads.
 *
 * <p>Java's own expressions backtrack: {@code (.*a){15}b} does not terminate in practice on a line of a few kilobytes.
 */
public final class Regex {

    /** The maximum length of an expression: RE2/J parses nested expressions by recursion. */
    static final int MAX_CHARACTERS = 1000;

    /** The maximum number of parts, including repetitions: each character of a text costs a step for each part. */
    static final long MAX_PARTS = 2000;

    private static final String REFUSED = "invalid regular expression: ";
    private static final String PARSER_WORDS = "error parsing regexp: ";

    private final Pattern pattern;
    private final String written;

    private Regex(Pattern pattern, String written) {
        this.pattern = pattern;
        this.written = written;
    }

    /** Receives the position of a match. */
    @FunctionalInterface
    public interface Found {

        /**
         * Called for each match.
         *
         * @param start its first character
         * @param end after its last; equal to the start of an empty match
         */
        void at(int start, int end);
    }

    /**
     * A case-sensitive expression.
     *
     * @throws IllegalArgumentException if it is invalid or too large; the message is one line that names the part
     */
    public static Regex of(String expression) {
        return of(expression, 0);
    }

    /**
     * A case-insensitive expression.
     *
     * @throws IllegalArgumentException if it is invalid or too large; the message is one line that names the part
     */
    public static Regex ignoringCase(String expression) {
        return of(expression, Pattern.CASE_INSENSITIVE);
    }

    /** A literal text, case-insensitive. */
    public static Regex words(String words) {
        String kept = words.substring(0, Math.min(words.length(), MAX_CHARACTERS));
        return new Regex(Pattern.compile(Pattern.quote(kept), Pattern.CASE_INSENSITIVE), kept);
    }

    private static Regex of(String expression, int flags) {
        if (expression.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    REFUSED + expression.length() + " characters (at most " + MAX_CHARACTERS + " are allowed)");
        }
        if (RegexSize.of(expression) > MAX_PARTS) {
            throw new IllegalArgumentException(
                    REFUSED + "more than " + MAX_PARTS + " parts, with the counts in {} expanded");
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

    /** Calls a function for every match in a text, from left to right. */
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
     * The groups of a text that matches from its beginning to its end, in their order; null if it does not. A group that
     * took no part is an empty string.
     */
    public @Nullable List<String> groupsOf(CharSequence text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        List<String> groups = new ArrayList<>();
        for (int i = 1; i <= matcher.groupCount(); i++) {
            String group = matcher.group(i);
            groups.add(group == null ? "" : group);
        }
        return groups;
    }

    /**
     * A text with every match replaced.
     *
     * @param replacement {@code $1} stands for the first group, {@code \\$} for a dollar sign
     * @throws IllegalArgumentException if it names a group that does not exist
     */
    public String replaceAll(CharSequence text, String replacement) {
        try {
            return pattern.matcher(text).replaceAll(replacement);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("invalid replacement: " + replacement, e);
        }
    }

    /** The expression. */
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

    /**
     * The size of an expression with its counts expanded: {@code (ab{3}){10}} has 40 parts. Nested counts multiply, and
     * each character of a text costs a step for each part, so the size is checked before the expression is compiled.
     */
    static final class RegexSize {

        /** Larger sizes are not distinguished. */
        private static final long CAP = 1L << 30;

        private final String expression;
        private final Deque<Long> outside = new ArrayDeque<>();
        private long group;
        private long last;
        private int at;

        private RegexSize(String expression) {
            this.expression = expression;
        }

        /** The number of parts, including repetitions. Invalid expressions have some size as well. */
        static long of(String expression) {
            return new RegexSize(expression).size();
        }

        private long size() {
            while (at < expression.length()) {
                char c = expression.charAt(at++);
                switch (c) {
                    case '(' -> {
                        outside.push(group);
                        group = 0;
                    }
                    case ')' -> {
                        long inner = group + 1;
                        group = outside.isEmpty() ? 0 : outside.pop();
                        part(inner);
                    }
                    case '{' -> repeat();
                    case '[' -> {
                        passClass();
                        part(1);
                    }
                    case '\\' -> escape();
                    default -> part(1);
                }
            }
            while (!outside.isEmpty()) {
                group += outside.pop();
            }
            return group;
        }

        private void part(long size) {
            last = Math.min(size, CAP);
            group = Math.min(group + last, CAP);
        }

        private void repeat() {
            long most = 0;
            long number = 0;
            int i = at;
            while (i < expression.length()
                    && (expression.charAt(i) == ',' || Character.isDigit(expression.charAt(i)))) {
                int digit = Character.digit(expression.charAt(i++), 10);
                number = digit < 0 ? 0 : Math.min(number * 10 + digit, CAP);
                most = Math.max(most, number);
            }
            if (i < expression.length() && expression.charAt(i) == '}' && i > at) {
                at = i + 1;
                long copies = Math.max(1, most) * last;
                group = Math.min(group - last + Math.min(copies, CAP), CAP);
                last = Math.min(copies, CAP);
            } else {
                part(1);
            }
        }

        /** Moves after the bracket that closes a class; a bracket in first place belongs to the class. */
        private void passClass() {
            if (at < expression.length() && expression.charAt(at) == '^') {
                at++;
            }
            int begin = at;
            while (at < expression.length() && (expression.charAt(at) != ']' || at == begin)) {
                at += expression.charAt(at) == '\\' ? 2 : 1;
            }
            at++;
        }

        private void escape() {
            if (at < expression.length() && expression.charAt(at) == 'Q') {
                int end = expression.indexOf("\\E", at);
                int to = end < 0 ? expression.length() : end;
                part(to - at);
                last = 1;
                at = end < 0 ? to : end + 2;
            } else {
                at++;
                part(1);
            }
        }
    }
}
