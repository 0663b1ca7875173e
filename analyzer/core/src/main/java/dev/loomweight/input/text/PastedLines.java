package dev.loomweight.input.text;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.loomweight.input.text.ThreadDumpLine.PrintHeader;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a thread dump without what logs, containers, terminals, mails and chats put around them: a prefix before each
 * line (a time, a level, the name of a container, the sign of a quotation), colours, lines of JSON with the text in one of
 * their members, typographic quotes, ends of line of HTML.
 */
final class PastedLines {

    private static final char ESCAPE = '\u001b';
    private static final char WIDE_SPACE = '\u00a0';
    private static final String TYPOGRAPHIC = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb";

    /** The members of a line of JSON that hold what was logged: Docker's, and those of loggers. */
    private static final List<String> LOGGED = List.of("log", "message", "msg");

    /** In a line with more quotes than that, none of a head is looked for. */
    private static final int MAX_QUOTES = 16;

    private final ToIntFunction<String> begins;

    // What stands before the first line of the dump; a number in it stands for any.
    private String prefix = "";

    /** The lines of {@code Thread.print}, and of what prints like it. */
    PastedLines() {
        this(PastedLines::begin);
    }

    /** @param begins the place at which a dump begins in a line, or -1 */
    PastedLines(ToIntFunction<String> begins) {
        this.begins = begins;
    }

    /** The place at which a dump begins, or a thread of it, or -1. */
    static int begin(String text) {
        if (text.startsWith("at ") || text.startsWith("- ")) {
            // Most lines of a dump.
            return -1;
        }
        if (text.startsWith("\"") && head(text) == 0) {
            // A thread's name may be what a dump begins with.
            return 0;
        }
        int dump = text.indexOf(ThreadPrintText.BEGIN);
        return dump >= 0 ? dump : head(text);
    }

    /** The place of the head of a thread that no other text has, or -1. */
    private static int head(String text) {
        if (!PrintHeader.isLikely(text)) {
            return -1;
        }
        int quotes = 0;
        for (int at = text.indexOf('"'); at >= 0 && quotes < MAX_QUOTES; at = text.indexOf('"', at + 1)) {
            if (PrintHeader.of(text.substring(at)) != null) {
                return at;
            }
            quotes++;
        }
        return -1;
    }

    /** The lines that one line of the text holds, stripped. */
    List<String> of(String line) {
        String text = plain(line.strip());
        List<String> logged = linesOfLogged(text);
        return logged.isEmpty() ? List.of(bare(text)) : logged;
    }

    /** The same of a line that is known to have something around it; none of any other. */
    List<String> inside(String line) {
        String text = plain(line.strip());
        List<String> logged = linesOfLogged(text);
        String bare = logged.isEmpty() ? bare(text) : text;
        return bare.length() == text.length() ? logged : List.of(bare);
    }

    private List<String> linesOfLogged(String text) {
        String logged = text.startsWith("{\"") ? logged(text) : null;
        return logged == null
                ? List.of()
                : logged.lines().map(each -> bare(plain(each.strip()))).toList();
    }

    /** Without the prefix; that of a line with which a dump begins is learned. */
    private String bare(String text) {
        String rest = text.substring(after(text));
        int begin = begins.applyAsInt(rest);
        if (begin <= 0) {
            return rest.strip();
        }
        prefix = text.substring(0, text.length() - rest.length() + begin);
        return rest.substring(begin);
    }

    /** The same with the prefix that has been learned since the line was read. */
    String again(String text) {
        return text.substring(after(text)).strip();
    }

    /** The place after the prefix, or 0 where the line does not have it. Numbers and spaces may be of any length. */
    private int after(String text) {
        int at = 0;
        int of = 0;
        while (of < prefix.length()) {
            char c = prefix.charAt(of);
            if (at == text.length()) {
                // An empty line, of which the end was stripped.
                return prefix.substring(of).isBlank() ? at : 0;
            }
            if (kind(c) == 0 ? c != text.charAt(at) : kind(c) != kind(text.charAt(at))) {
                return 0;
            }
            at = kind(c) == 0 ? at + 1 : endOf(text, at);
            of = kind(c) == 0 ? of + 1 : endOf(prefix, of);
        }
        return at;
    }

    private static int endOf(String text, int from) {
        int end = from;
        while (end < text.length() && kind(text.charAt(end)) == kind(text.charAt(from))) {
            end++;
        }
        return end;
    }

    /** Of what a run can be longer or shorter: 1 for digits, 2 for spaces, 0 for anything else. */
    private static int kind(char c) {
        return c >= '0' && c <= '9' ? 1 : c == ' ' || c == '\t' ? 2 : 0;
    }

    /** Without colours, wide spaces, the ends of line of HTML; with plain quotes where it begins with a typographic one. */
    private static String plain(String text) {
        String plain = text;
        boolean ascii = isPrintedAscii(text);
        if (!ascii) {
            plain = withoutColours(plain).replace(WIDE_SPACE, ' ').strip();
        }
        if (plain.endsWith("<br>") || plain.endsWith("<br/>") || plain.endsWith("<br />")) {
            plain = plain.substring(0, plain.lastIndexOf('<')).strip();
        }
        return !ascii && isTypographic(plain) ? withPlainQuotes(plain) : plain;
    }

    private static boolean isPrintedAscii(String text) {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c >= '\u0080' || c == ESCAPE) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTypographic(String text) {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                return false;
            }
            if (TYPOGRAPHIC.indexOf(c) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static String withPlainQuotes(String text) {
        StringBuilder plain = new StringBuilder(text);
        for (int at = 0; at < plain.length(); at++) {
            if (TYPOGRAPHIC.indexOf(plain.charAt(at)) >= 0) {
                plain.setCharAt(at, '"');
            }
        }
        return plain.toString();
    }

    /** Without control sequences of terminals: the escape, a bracket, and all up to a letter (ECMA-48). */
    private static String withoutColours(String text) {
        if (text.indexOf(ESCAPE) < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == ESCAPE && text.startsWith("[", at + 1)) {
                at += 2;
                while (at < text.length() && (text.charAt(at) < '@' || text.charAt(at) > '~')) {
                    at++;
                }
            } else {
                plain.append(text.charAt(at));
            }
            at++;
        }
        return plain.toString();
    }

    private static @Nullable String logged(String text) {
        if (LOGGED.stream().noneMatch(member -> text.contains("\"" + member + "\""))) {
            return null;
        }
        try {
            if (JsonParser.parseString(text) instanceof JsonObject object) {
                for (String member : LOGGED) {
                    JsonElement value = object.get(member);
                    if (value != null
                            && value.isJsonPrimitive()
                            && value.getAsJsonPrimitive().isString()) {
                        return value.getAsString();
                    }
                }
            }
        } catch (JsonParseException e) {
            // It only begins as JSON does.
        }
        return null;
    }
}
