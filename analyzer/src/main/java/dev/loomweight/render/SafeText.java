package dev.loomweight.render;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Makes text safe to show. Names in a recording come from the recorded program and may contain characters that move the
 * cursor, hide text or change its direction.
 */
public final class SafeText {

    private SafeText() {}

    /**
     * The text with invisible and control characters escaped as in Java,
     * such as {@code \n} or {@code \}{@code u001b}. Applying it twice changes nothing.
     *
     * @param text any text
     */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return escaped(text);
            }
        }
        return text;
    }

    /**
     * The same for text of several lines, whose line ends are kept.
     *
     * @param text any text
     */
    public static String lines(String text) {
        return text.indexOf('\n') < 0
                ? of(text)
                : text.lines().map(SafeText::of).collect(Collectors.joining("\n", "", text.endsWith("\n") ? "\n" : ""));
    }

    private static String escaped(String text) {
        StringBuilder to = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(codePoint -> {
            if (isSafe(codePoint)) {
                to.appendCodePoint(codePoint);
            } else {
                to.append(escape(codePoint));
            }
        });
        return to.toString();
    }

    private static String escape(int codePoint) {
        return switch (codePoint) {
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            default ->
                Character.isBmpCodePoint(codePoint)
                        ? String.format(Locale.ROOT, "\\u%04x", codePoint)
                        : String.format(Locale.ROOT, "\\u{%x}", codePoint);
        };
    }

    private static boolean isSafe(int codePoint) {
        return switch (Character.getType(codePoint)) {
            // Private and unassigned characters have no width that terminals agree on.
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> !isVariationSelector(codePoint);
        };
    }

    /** A selector can widen the character before it, in some terminals only. */
    private static boolean isVariationSelector(int codePoint) {
        return (codePoint >= 0xFE00 && codePoint <= 0xFE0F) || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
    }
}
