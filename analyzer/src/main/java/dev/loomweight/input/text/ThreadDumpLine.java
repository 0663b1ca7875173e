package dev.loomweight.input.text;

import org.jspecify.annotations.Nullable;

/**
 * The lines of a thread dump that need taking apart. By hand, and from left to right: names of threads and classes come
 * from the program that was dumped, and an expression that backtracks takes the square of their length, or a call for
 * each slash in them.
 */
final class ThreadDumpLine {

    private static final String VIRTUAL = " virtual";

    private ThreadDumpLine() {}

    /**
     * {@code #22 "name" virtual WAITING 2026-11-21T10:15:00Z}: the head of a thread.
     *
     * @param name its name, which may hold quotes
     * @param virtual whether it says so
     * @param state its state, or null where it is unknown
     */
    record Header(String name, boolean virtual, @Nullable String state) {

        /** The head of a thread, or null for any other line. */
        static @Nullable Header of(String text) {
            int begin = 1;
            while (begin < text.length() && isDigit(text.charAt(begin))) {
                begin++;
            }
            if (!text.startsWith("#") || begin == 1 || !text.startsWith(" \"", begin)) {
                return null;
            }
            begin += 2;
            // The first quote that nothing but a state follows.
            for (int end = text.indexOf('"', begin); end >= 0; end = text.indexOf('"', end + 1)) {
                boolean virtual = text.startsWith(VIRTUAL, end + 1);
                int at = end + 1 + (virtual ? VIRTUAL.length() : 0);
                int stateEnd = stateEnd(text, at + 1);
                if (at == text.length() || (text.charAt(at) == ' ' && stateEnd > at + 1)) {
                    String state = at == text.length() ? null : text.substring(at + 1, stateEnd);
                    return new Header(text.substring(begin, end), virtual, state);
                }
            }
            return null;
        }

        /** Where the capital letters from a place on end, if a word ends there; else that place. */
        private static int stateEnd(String text, int from) {
            int end = from;
            while (end < text.length() && isCapital(text.charAt(end))) {
                end++;
            }
            boolean ends = end >= text.length() || !Character.isLetterOrDigit(text.charAt(end));
            return ends ? end : from;
        }

        private static boolean isCapital(char c) {
            return (c >= 'A' && c <= 'Z') || c == '_';
        }
    }

    /**
     * {@code at java.base/java.lang.Thread.run(Thread.java:1474)}: a frame.
     *
     * @param className the class, without module and loader; of a hidden one with the number after its slash
     * @param method the method's name
     * @param place what is between the brackets
     */
    record FrameLine(String className, String method, String place) {

        /** A frame, or null for any other line. */
        static @Nullable FrameLine of(String text) {
            int from = text.startsWith("at ") ? 3 : 0;
            int open = text.indexOf('(', from);
            int dot = open < 0 ? -1 : text.lastIndexOf('.', open);
            if (dot < from || !text.endsWith(")") || text.lastIndexOf(')', open) >= from) {
                return null;
            }
            int slash = text.lastIndexOf('/', dot);
            if (slash > from && isNumber(text, slash + 1, dot)) {
                slash = text.lastIndexOf('/', slash - 1);
            }
            String className = text.substring(Math.max(from, slash + 1), dot);
            String method = text.substring(dot + 1, open);
            return isName(className) && isName(method)
                    ? new FrameLine(className, method, text.substring(open + 1, text.length() - 1))
                    : null;
        }

        private static boolean isNumber(String text, int from, int to) {
            return text.startsWith("0x", from)
                    && to > from + 2
                    && text.substring(from + 2, to).chars().allMatch(c -> Character.digit(c, 16) >= 0);
        }

        private static boolean isName(String name) {
            return !name.isEmpty() && name.chars().noneMatch(Character::isWhitespace);
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
