package dev.loomweight.render;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words in Markdown: shown as they are, and not as what Markdown or a code host would make of them. */
final class MarkdownText {

    /** A name longer than this is shortened in its middle: a comment has little room. */
    private static final int LONGEST = 300;

    private static final String MARKUP = "\\`*_{}[]<>#|~&$!^=";

    /** What would begin an item of a list, up to the sign that makes it one. */
    private static final Pattern LIST = Pattern.compile("(?:[-+]|\\d{1,9}[.)])(?=\\s|$)");

    private MarkdownText() {}

    /**
     * One line of words.
     *
     * @param text any text
     */
    static String of(String text) {
        String harmless = shortened(SafeText.of(text));
        StringBuilder escaped = new StringBuilder(harmless.length() + 16);
        Matcher list = LIST.matcher(harmless);
        int listSign = list.lookingAt() ? list.end() - 1 : -1;
        for (int i = 0; i < harmless.length(); i++) {
            char c = harmless.charAt(i);
            if (MARKUP.indexOf(c) >= 0 || i == listSign) {
                escaped.append('\\');
            }
            escaped.append(c);
            if (c == '@') {
                // Nobody is called by a name in a recording.
                escaped.append("&#8203;");
            }
        }
        return escaped.toString();
    }

    /** Words within html: a heading of what can be unfolded. */
    static String html(String text) {
        return shortened(SafeText.of(text))
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("`", "&#96;")
                .replace("@", "@&#8203;");
    }

    /**
     * Lines as they stand.
     *
     * @param text without control characters but line feeds
     */
    static String fenced(String text) {
        String fence = "```";
        while (text.contains(fence)) {
            fence += "`";
        }
        return fence + "\n" + text + (text.endsWith("\n") ? "" : "\n") + fence + "\n";
    }

    private static String shortened(String text) {
        int points = text.codePointCount(0, text.length());
        if (points <= LONGEST) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, LONGEST - 100))
                + "…"
                + text.substring(text.offsetByCodePoints(0, points - 100));
    }
}
