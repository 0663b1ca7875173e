package dev.loomweight.render;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text in Markdown, escaped so that neither Markdown nor a code host interprets it. */
final class MarkdownText {

    /** A name longer than this is shortened in its middle: a comment has little room. */
    private static final int LONGEST = 300;

    private static final String MARKUP = "\\`*_{}[]<>#|~&$!^=";

    /** The beginning of a list item, up to its marker. */
    private static final Pattern LIST = Pattern.compile("(?:[-+]|\\d{1,9}[.)])(?=\\s|$)");

    /** What a code host makes a link of, without any markup; both parts in any case. */
    private static final Pattern ADDRESS = Pattern.compile("(:)(//)|(\\bwww)(\\.)", Pattern.CASE_INSENSITIVE);

    private MarkdownText() {}

    /**
     * One line of words, in which nothing becomes a link: a name in a recording must not lead readers anywhere.
     *
     * @param text any text
     */
    static String of(String text) {
        return ADDRESS.matcher(withLinks(text)).replaceAll("$1$3\\\\$2$4");
    }

    /**
     * The same for advice, whose addresses are Loomweight's own.
     *
     * @param text any text
     */
    static String withLinks(String text) {
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
                // A name in a recording must not notify a user.
                escaped.append("&#8203;");
            }
        }
        return escaped.toString();
    }

    /** Text within html, for the heading of a folded section. */
    static String html(String text) {
        return shortened(SafeText.of(text))
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("`", "&#96;")
                .replace("@", "@&#8203;");
    }

    /**
     * A fenced block.
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
