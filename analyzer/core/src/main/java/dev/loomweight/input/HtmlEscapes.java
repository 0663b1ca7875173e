package dev.loomweight.input;

/** Plain text of what is escaped as HTML: signs around the addresses of locks, quotes around the names of threads. */
public final class HtmlEscapes {

    private static final String[][] ESCAPES = {
        {"&lt;", "<"},
        {"&gt;", ">"},
        {"&quot;", "\""},
        {"&#34;", "\""},
        {"&#39;", "'"},
        {"&apos;", "'"},
        {"&nbsp;", " "},
        // Last: what this makes is no escape.
        {"&amp;", "&"}
    };

    private HtmlEscapes() {}

    /** Whether a line of a thread dump, stripped, shows that the text is escaped: no plain one has these where they are. */
    public static boolean isSign(String text) {
        return text.startsWith("&quot;")
                || text.startsWith("&#34;")
                || (text.startsWith("- ") && text.contains(" &lt;"));
    }

    /** The text without escapes. */
    public static String unescaped(String text) {
        if (text.indexOf('&') < 0) {
            return text;
        }
        String plain = text;
        for (String[] escape : ESCAPES) {
            plain = plain.replace(escape[0], escape[1]);
        }
        return plain;
    }
}
