package dev.loomweight.input.text.lines;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line without what terminals, web pages and word processors add to its characters. */
final class Markup {

    private static final char ESCAPE = '\u001b';
    private static final String TYPOGRAPHIC = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb";
    private static final String BULLETS = "\u2022\u00b7\u2023\u25aa\u2013\u2014\u2212";

    private static final String NAMES = "html|head|body|pre|code|samp|tt|p|div|span|br|hr|b|strong|i|em|font|a|ul|ol|li"
            + "|blockquote|table|tbody|thead|tr|td|th|h[1-6]";
    private static final Pattern TAG =
            Pattern.compile("</?(?:" + NAMES + ")(?:\\s[^<>]{0,500})?/?>", Pattern.CASE_INSENSITIVE);
    private static final Pattern LINE_BREAK = Pattern.compile("<br\\s*/?>", Pattern.CASE_INSENSITIVE);

    /** What shows that a text is of a web page: no thread or class is called so, and the XML of glibc has none of these. */
    private static final Pattern PAGE = Pattern.compile(
            "<(?:html|body|pre|code|br|p|div|span)(?:\\s[^<>]{0,500})?/?>|</(?:pre|code|p|div|span)>|&nbsp;|&lt;malloc "
                    + "|^\\W{0,40}(?:&quot;|&#34;)|- [a-z ]{0,40}&lt;",
            Pattern.CASE_INSENSITIVE);

    private static final String[][] ESCAPES = {
        {"&lt;", "<"},
        {"&gt;", ">"},
        {"&quot;", "\""},
        {"&apos;", "'"},
        {"&nbsp;", " "},
    };

    /** A character by its number in Unicode, decimal or hexadecimal. */
    private static final Pattern NUMBER = Pattern.compile("&#(?:(\\d{2,5})|[xX](\\p{XDigit}{2,4}));");

    private Markup() {}

    /** Without colours and wide or invisible blanks; with plain quotes where its first quote is a typographic one. */
    static String plain(String line) {
        if (isPrintedAscii(line)) {
            return line;
        }
        StringBuilder plain = new StringBuilder(line.length());
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == ESCAPE && line.startsWith("[", at + 1)) {
                at = endOfSequence(line, at + 2);
            } else if (isBlank(c)) {
                plain.append(' ');
            } else if (!isInvisible(c)) {
                plain.append(c);
            }
        }
        return isTypographic(plain) ? withPlainQuotes(plain) : plain.toString();
    }

    /** Whether a character is one that terminals, web pages and word processors add; letters of any alphabet are not. */
    static boolean isAdded(char c) {
        return c == ESCAPE
                || (c >= '\u0080'
                        && (isBlank(c)
                                || isInvisible(c)
                                || TYPOGRAPHIC.indexOf(c) >= 0
                                || BULLETS.indexOf(c) >= 0
                                || FigureMarks.isMark(c)));
    }

    private static boolean isBlank(char c) {
        return c == '\u00a0' || (c >= '\u2000' && c <= '\u200a') || c == '\u202f' || c == '\u3000';
    }

    private static boolean isInvisible(char c) {
        return c == '\u200b' || c == '\ufeff';
    }

    /** The last character of a control sequence of a terminal: the first letter (ECMA-48). */
    private static int endOfSequence(String line, int from) {
        int at = from;
        while (at < line.length() && (line.charAt(at) < '@' || line.charAt(at) > '~')) {
            at++;
        }
        return at;
    }

    /** The dash that a list of a web page or word processor shows as a bullet. */
    static String withDash(String line) {
        int at = 0;
        while (at < line.length() && line.charAt(at) <= ' ') {
            at++;
        }
        return at + 1 < line.length() && BULLETS.indexOf(line.charAt(at)) >= 0 && line.charAt(at + 1) == ' '
                ? line.substring(0, at) + '-' + line.substring(at + 1)
                : line;
    }

    private static boolean isPrintedAscii(String line) {
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c >= '\u0080' || c == ESCAPE) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTypographic(CharSequence line) {
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"') {
                return false;
            }
            if (TYPOGRAPHIC.indexOf(c) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static String withPlainQuotes(StringBuilder line) {
        for (int at = 0; at < line.length(); at++) {
            if (TYPOGRAPHIC.indexOf(line.charAt(at)) >= 0) {
                line.setCharAt(at, '"');
            }
        }
        return line.toString();
    }

    /** Whether a line shows that the text is a web page, or a part of one. */
    static boolean isOfPage(String line) {
        return (line.indexOf('<') >= 0 || line.indexOf('&') >= 0)
                && PAGE.matcher(line).find();
    }

    /** The lines of one line of a web page, without its tags and escapes. */
    static List<String> ofPage(String line) {
        if (line.indexOf('<') < 0 && line.indexOf('&') < 0) {
            return List.of(line);
        }
        // A break at the end of a line is that of the line.
        String broken = LINE_BREAK.matcher(line.stripTrailing()).replaceAll("\n");
        String text = TAG.matcher(broken.endsWith("\n") ? broken.substring(0, broken.length() - 1) : broken)
                .replaceAll("");
        return text.isBlank() ? List.of() : text.lines().map(Markup::unescaped).toList();
    }

    private static String unescaped(String text) {
        if (text.indexOf('&') < 0) {
            return text;
        }
        String plain = text;
        for (String[] escape : ESCAPES) {
            plain = plain.replace(escape[0], escape[1]);
        }
        plain = NUMBER.matcher(plain).replaceAll(number -> Matcher.quoteReplacement(character(number)));
        // Last: what this makes is no escape.
        return plain.replace("&amp;", "&");
    }

    private static String character(MatchResult number) {
        int code = number.group(1) != null ? Integer.parseInt(number.group(1)) : Integer.parseInt(number.group(2), 16);
        return code == 0xa0 ? " " : Character.toString(code);
    }

    private static final Pattern BOLD = Pattern.compile("(\\*\\*|__)(?=\\S)(.{0,1000}?\\S)\\1(?![\\w*])");

    /** Without the signs of bold text in Markdown; what is in quotes stays as it is. */
    static String withoutBold(String line) {
        if (!line.contains("**") && !line.contains("__")) {
            return line;
        }
        String text = line.strip();
        if (text.length() > 4 && text.startsWith("**") && text.endsWith("**")) {
            return line.replace(text, text.substring(2, text.length() - 2));
        }
        Matcher bold = BOLD.matcher(line);
        StringBuilder plain = new StringBuilder();
        boolean quoted = false;
        int counted = 0;
        while (bold.find()) {
            for (; counted < bold.start(); counted++) {
                quoted ^= line.charAt(counted) == '"';
            }
            boolean inWord = bold.group(1).equals("__")
                    && bold.start() > 0
                    && !Character.isWhitespace(line.charAt(bold.start() - 1));
            bold.appendReplacement(plain, Matcher.quoteReplacement(quoted || inWord ? bold.group() : bold.group(2)));
        }
        return bold.appendTail(plain).toString();
    }
}
