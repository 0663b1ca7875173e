package dev.loomweight.input.text.lines;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What logs, containers, terminals, mails, chats and web pages put around the lines of a text, learned of the lines that show
 * what the text is. It is taken off once, before any reader sees the text.
 */
public final class Dress {

    /** What is left of lines. */
    public enum Kept {
        /** All of them. */
        ALL,
        /**
         * Without those that lack what surrounds the others, which are of others: where each line of a text has it, and one
         * that is not of the text damages it, as with JSON.
         */
        MARKED,
        /** All of them with their indentation, which says what a line belongs to. */
        INDENTED
    }

    /** The longest line of a dressed text, in characters: all of a text can be one string of JSON. */
    public static final int LONGEST_LINE = 1 << 26;

    /** What stands before a line is not longer, in characters. */
    private static final int MAX_PREFIX = 240;

    /** More ways to begin a line has no log; each is looked for in each line. */
    private static final int MAX_PREFIXES = 100;

    /** In so many places of a line, what begins there is looked for. */
    private static final int MAX_PLACES = 32;

    /** A container's log can have the JSON of a logger. */
    private static final int MAX_NESTED = 2;

    /** What follows the bracket in the names of arrays' classes (JVMS 4.3.2). */
    private static final String ARRAYS = "BCDFIJSZL[";

    private final Predicate<String> sign;
    private final Map<String, LinePrefix> prefixes = new LinkedHashMap<>();
    private final Set<String> members = new HashSet<>();
    private boolean page;
    private @Nullable Wrapping wrapping;

    private Dress(Predicate<String> sign) {
        this.sign = sign;
    }

    /**
     * Whether a line, of a text that shows what it is, has what texts have only where something was added to them. It is asked of
     * every line of texts of any length.
     */
    public static boolean isLikely(String line) {
        int open = 0;
        int letter = beginLetter(line);
        char before = ' ';
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if ((c >= 'a' && c <= 'z') || (c == ' ' && (before < '0' || before > '9'))) {
                // Nearly all that bare texts have.
                before = c;
                continue;
            }
            switch (c) {
                case '(' -> {
                    if (before == ' ' && letter < at && line.startsWith("(reserved=", at)) {
                        return true;
                    }
                    open++;
                }
                case '[' -> open += isArray(line, at) ? 0 : 1;
                case ')', ']' -> open--;
                case '\\', '*', '&', '<', '#', '\'', '_', ',', '/', ' ' -> {
                    if ((c == '<' && before == ' ' && letter < at) || isMark(line, at, before)) {
                        return true;
                    }
                }
                default -> {
                    if (Markup.isAdded(c)) {
                        return true;
                    }
                }
            }
            before = c;
        }
        return open != 0 && !isJson(line);
    }

    /** The bracket that the name of an array's class begins with is never closed. */
    private static boolean isArray(String line, int at) {
        return at + 1 < line.length() && ARRAYS.indexOf(line.charAt(at + 1)) >= 0 && line.indexOf(']', at) < 0;
    }

    /** Brackets of JSON are closed on other lines. */
    private static boolean isJson(String line) {
        String text = line.strip();
        return text.startsWith("\"")
                || text.startsWith("{")
                || text.startsWith("}")
                || text.startsWith("]")
                || text.startsWith("[{")
                || text.equals("[");
    }

    private static boolean isMark(String line, int at, char before) {
        return switch (line.charAt(at)) {
            case '\\' -> line.startsWith("n", at + 1);
            // Where it opens: a pointer to a pointer, in the call sites of NMT, follows its type.
            case '*' -> before == '*' && (at < 2 || !Character.isLetterOrDigit(line.charAt(at - 2)));
            case '&' ->
                line.startsWith("nbsp;", at + 1) || line.startsWith("lt;", at + 1) || line.startsWith("quot;", at + 1);
            case '<' ->
                line.startsWith("<-", at)
                        || line.startsWith("<=", at)
                        || line.startsWith("<pre", at)
                        || line.startsWith("<br", at)
                        || line.startsWith("<code", at);
            case '#' -> before == ' ' && at > 1 && line.startsWith("# ", at);
            case '/' -> before == ' ' && line.startsWith("// ", at);
            default -> before >= '0' && before <= '9' && FigureMarks.isBetweenThousands(line, at);
        };
    }

    /** Where a line begins, if it does so with a letter: where it has what follows a dash in bare texts, it lost the dash. */
    private static int beginLetter(String line) {
        int begin = 0;
        while (begin < line.length() && line.charAt(begin) <= ' ') {
            begin++;
        }
        return begin < line.length() && Character.isLetter(line.charAt(begin)) ? begin : Integer.MAX_VALUE;
    }

    /**
     * Learns what surrounds the lines of a text.
     *
     * @param lines read to their end
     * @param sign whether a line, stripped, shows what a text is
     */
    public static Dress of(LineCursor lines, Predicate<String> sign) {
        Dress dress = new Dress(sign);
        for (String line = lines.next(); line != null; line = lines.next()) {
            dress.learn(line);
        }
        if (dress.prefixes.values().stream().anyMatch(LinePrefix::isOrdinary)) {
            // Lines without a prefix, or hardly indented, show that others are indented by themselves.
            dress.prefixes.values().removeIf(prefix -> prefix.kind().isEmpty());
        }
        return dress;
    }

    /**
     * Learns at which column the lines are wrapped, as the last thing.
     *
     * @param lines read to their end
     * @param again the same lines
     */
    public void learnWrapping(LineCursor lines, LineCursor again) {
        wrapping = Wrapping.of(off(lines), off(again));
    }

    /** What a user must know of it: what could not be taken off. */
    public List<String> notes() {
        return wrapping != null && wrapping.isUnclear()
                ? List.of("its lines were wrapped and cannot be put together again, so that some are incomplete")
                : List.of();
    }

    /** The text without it. */
    public LineCursor off(LineCursor lines) {
        return off(lines, Kept.ALL);
    }

    /** The text without it. */
    public LineCursor off(LineCursor lines, Kept kept) {
        boolean marked = !members.isEmpty() || prefixes.values().stream().anyMatch(LinePrefix::isMark);
        Kept of = kept == Kept.MARKED && !marked ? Kept.ALL : kept;
        LineCursor off = Undressing.of(lines, line -> lines(line, of), end -> List.of());
        // What is at the end of a line shows only where the line is complete.
        return wrapping == null
                ? off
                : Undressing.bare(wrapping.off(off), line -> FigureMarks.plain(Markup.withoutBold(line)));
    }

    private void learn(String line) {
        String text = Markup.plain(line);
        boolean shown = !text.contains("\\n") && sign.test(bounded(text, 0));
        if (!shown && !learnLogged(text, MAX_NESTED)) {
            page |= Markup.isOfPage(text);
            shown = page
                    && Markup.ofPage(text).stream()
                                    .filter(each -> learnLogged(each, MAX_NESTED))
                                    .count()
                            == 0;
            shown |= !page;
        }
        if (shown) {
            learnPrefix(text);
        }
    }

    /** Whether a line of JSON has what shows the text in one of its strings. */
    private boolean learnLogged(String line, int nested) {
        boolean found = false;
        for (LoggedText string : texts(line, nested, true)) {
            boolean shown = false;
            for (String each : string.text().lines().map(Markup::plain).toList()) {
                shown |= (nested > 1 && learnLogged(each, nested - 1)) || learnPrefix(each);
            }
            if (shown) {
                members.add(string.member());
            }
            found |= shown;
        }
        return found;
    }

    /** Whether the line has a sign, before which is what was learned. */
    private boolean learnPrefix(String line) {
        page |= Markup.isOfPage(line);
        boolean found = false;
        for (String each : page ? Markup.ofPage(Markup.withoutBold(line)) : List.of(line)) {
            String text = Markup.withoutBold(each);
            int begin = begin(text);
            if (begin >= 0) {
                LinePrefix prefix = LinePrefix.of(text.substring(0, begin));
                String kind = prefix.kind();
                if (prefixes.size() < MAX_PREFIXES || prefixes.containsKey(kind)) {
                    prefixes.merge(kind, prefix, LinePrefix::narrower);
                }
                found = true;
            }
        }
        return found;
    }

    /** What is at a place of a line, stripped; of a line that holds all of a text, as much as is looked at of others. */
    private static String bounded(String line, int at) {
        return line.substring(at, Math.min(line.length(), at + LineCursor.LONGEST_LINE))
                .strip();
    }

    /** Where what shows a text begins, or -1. */
    private int begin(String line) {
        int places = 0;
        boolean inWord = false;
        for (int at = 0; at < Math.min(line.length(), MAX_PREFIX) && places < MAX_PLACES; at++) {
            char c = line.charAt(at);
            if (!inWord && c > ' ' && !LinePrefix.isLevel(line, at)) {
                String rest = bounded(line, at);
                if (sign.test(rest)) {
                    return at;
                }
                String unremarked = FigureMarks.withoutRemark(rest);
                if (unremarked.length() < rest.length() && sign.test(unremarked)) {
                    return at;
                }
                places++;
            }
            inWord = Character.isLetterOrDigit(c);
        }
        return -1;
    }

    /** The lines that one line holds. */
    private List<String> lines(String line, Kept kept) {
        String text = Markup.plain(line);
        if (!members.isEmpty() && (text.indexOf('"') >= 0)) {
            List<String> logged = logged(text, MAX_NESTED);
            if (!logged.isEmpty()) {
                return logged;
            }
        }
        if (!members.isEmpty() && page) {
            List<String> found = new ArrayList<>();
            for (String each : Markup.ofPage(text)) {
                List<String> logged = logged(each, MAX_NESTED);
                found.addAll(logged.isEmpty() ? bare(each, kept) : logged);
            }
            return found;
        }
        return bare(text, kept);
    }

    /** Within a text, a line of one string is its own: of a dump, a frame. */
    private static List<LoggedText> texts(String line, int nested, boolean alone) {
        return nested == MAX_NESTED || line.contains("{\"") || (line.startsWith("\"") && line.contains("\\n"))
                ? LoggedText.of(line, alone && nested == MAX_NESTED)
                : List.of();
    }

    private List<String> logged(String line, int nested) {
        List<String> found = new ArrayList<>();
        for (LoggedText string : texts(line, nested, members.contains(""))) {
            if (members.contains(string.member())) {
                for (String each : string.text().isEmpty()
                        ? List.of("")
                        : string.text().lines().toList()) {
                    String text = Markup.plain(each);
                    List<String> deeper = nested > 1 ? logged(text, nested - 1) : List.of();
                    found.addAll(deeper.isEmpty() ? bare(text, Kept.ALL) : deeper);
                }
            }
        }
        return found;
    }

    private List<String> bare(String line, Kept kept) {
        List<String> all = page ? Markup.ofPage(Markup.withoutBold(line)) : List.of(line);
        return all.stream()
                .filter(each -> kept != Kept.MARKED || hasMark(each))
                .map(each -> bareLine(each, kept))
                .toList();
    }

    private boolean hasMark(String line) {
        return prefixes.values().stream().anyMatch(prefix -> prefix.isMark() && prefix.after(line) > 0);
    }

    private String bareLine(String line, Kept kept) {
        String text = Markup.withoutBold(line);
        for (LinePrefix prefix : prefixes.values()) {
            int after = kept == Kept.INDENTED ? prefix.afterMark(text) : prefix.after(text);
            if (after > 0) {
                text = text.substring(after);
                break;
            }
        }
        return Markup.withDash(text);
    }
}
