package dev.loomweight.input.text.lines;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines that were wrapped: by a terminal at a column, or by a mail program before the word that would pass it. Those that it
 * wrapped have the same length, or were too long with the next word; what follows them is no beginning of a line.
 */
final class Wrapping {

    /** No terminal and no mail program has fewer columns. */
    private static final int MIN_COLUMN = 30;

    /** So many lines alike are no chance; fewer must have brackets that the next line closes. */
    private static final int MIN_ALIKE = 3;

    /** How the lines of all texts begin. */
    private static final Pattern BEGIN = Pattern.compile(
            "\\s*$|\\s*\\](?:,|\\s*$)|\\s*[}{]|\\d{1,10}:$|Native [Mm]emory|Total|malloc[:=]|mmap: |-\\s{2,}|-{3}|={3}"
                    + "|\\s*- (?:locked|waiting|parking|eliminated|None|<)|\\s{6,}\\(|\\((?:Omitting|\\d+ call)|\\s*\\[0x\\p{XDigit}+(?:\\]| -)"
                    + "|\\s*num\\s|\\s*\\d+:\\s+\\d+\\s+\\d+\\s|\\p{XDigit}{5,16}-\\p{XDigit}{5,16} [-r]|0x\\p{XDigit}+-0x|[A-Z][\\w()-]*(?: [\\w-]+){0,2}:(?:\\s|$)"
                    + "|\\s*at(?: \\S|$)|\\s{4,}[\\w.$][\\w$]*+[/.@][\\w.$/@-]*+(?:\\(|$)|\"|#\\d+ \"|#(?:\\s|$)|\\s*</?(?:malloc|heap|sizes?|total|system|aspace|unsorted)|/\\S+/memory\\.|/proc/|\\[?(?:\\.{3}|\u2026)|<snip"
                    + "|\\s*java\\.lang\\.Thread\\.State|\\s*Locked ownable|JNI global|Found |Full thread dump|\\d{4}-\\d\\d-\\d\\d |\\s*(?:Carrying|Mounted) "
                    + "|\\s*(?:garbage-first|def new|DefNew|tenured|Tenured|PS|Par|par new|concurrent|Metaspace|class space|eden|from space|to   space|the space|region size"
                    + "|Shenandoah|ZHeap|Epsilon)|\\s*[A-Z][\\w ()]{2,40} \\(reserved=|\\s*(?:locked|waiting (?:to lock|on|to re-lock in wait\\(\\))|parking to wait for)\\s+<|lock |owner|[CVvj]  \\S|J \\d|wait|signalled|moved|woken|siginfo|jvm_args|java_command|memory_|Command Line|END|```"
                    // The variables of the environment in a crash log, of any length.
                    + "|[A-Z_][A-Z0-9_]*=");

    private static final Pattern WORDS = Pattern.compile(
            "\\s*(?:at|- (?:locked|waiting (?:to lock|on|to re-lock in wait\\(\\))|parking to wait for))\\s*");

    private static final int MAX_WORDS = 60;

    private int longest;
    private int opened;
    private int sameLength;
    private int sameLengthEnded;
    private boolean sameOpened;
    private int sameAtColumn;
    private int sameAtBlank;
    private int sameOpen;
    private int unfinished;
    private int nearEnd;
    private int nearAtColumn;
    private int nearAtBlank;
    private int nearOpen;
    private boolean nearOpened;
    private boolean hard;
    private int column;
    /** Whether nothing shows that they were wrapped at blanks. */
    private boolean guessed;

    /** Whether lines have nothing after the words that they begin with, which shows whatever their length. */
    private boolean words;

    private Wrapping() {}

    /**
     * How the lines of a text are wrapped.
     *
     * @param lines read to their end, without what is around them
     */
    static Wrapping of(LineCursor lines, LineCursor again) {
        Wrapping wrapping = new Wrapping();
        for (String line = lines.next(); line != null; line = lines.next()) {
            wrapping.longest = Math.max(wrapping.longest, line.length());
        }
        String before = null;
        for (String line = again.next(); line != null; line = again.next()) {
            if (before != null) {
                wrapping.count(before, line);
            }
            before = line;
        }
        wrapping.decide();
        return wrapping;
    }

    private void count(String line, String next) {
        words |= isWords(line);
        boolean continued = isContinued(line, next);
        boolean closed = continued && (isBegin(next) || (depth(line) > 0 && depth(line) + depth(next) == 0));
        opened += closed ? 1 : 0;
        if (line.length() == longest) {
            sameLength += continued ? 1 : 0;
            sameLengthEnded += continued ? 0 : 1;
            sameOpened |= closed;
            sameOpen += closed ? 1 : 0;
            sameAtColumn += continued && isAtColumn(line, next) ? 1 : 0;
            sameAtBlank += continued && isAtBlank(line, next) ? 1 : 0;
            unfinished += continued && next.indexOf(' ') < 0 ? 1 : 0;
        }
        if (continued && !next.startsWith(" ") && line.length() + 1 + firstWord(next) > longest) {
            nearEnd++;
            nearOpened |= closed;
            nearOpen += closed ? 1 : 0;
            nearAtColumn += isAtColumn(line, next) ? 1 : 0;
            nearAtBlank += isAtBlank(line, next) ? 1 : 0;
        }
    }

    private void decide() {
        if (longest < MIN_COLUMN || longest > LineCursor.LONGEST_LINE) {
            return;
        }
        hard = sameLength > sameLengthEnded
                && (sameOpened || sameLength >= MIN_ALIKE)
                && sameLength * 2 > nearEnd
                && (sameAtColumn > sameAtBlank || (sameLength > 1 && sameAtBlank == 0));
        boolean soft = !hard && (nearOpened || nearEnd >= MIN_ALIKE) && nearAtBlank >= nearAtColumn;
        column = hard || soft ? longest : 0;
        guessed = soft && nearAtBlank + nearAtColumn + nearOpen == 0;
        opened -= hard ? sameOpen : soft ? nearOpen : 0;
    }

    /** Whether lines are wrapped, and not as they could be put together again. */
    boolean isUnclear() {
        return guessed || opened > 0 || (column == 0 && unfinished > 0);
    }

    /** Whether a line ends within a word or number, or has a blank where it ends: it was cut there. */
    private static boolean isAtColumn(String line, String next) {
        if (line.isBlank() || next.isBlank() || line.endsWith(" ") || next.startsWith(" ")) {
            return true;
        }
        char last = line.charAt(line.length() - 1);
        char first = next.charAt(0);
        boolean number = Character.isDigit(last) || last == 'x';
        return (number && Character.digit(first, 16) >= 0)
                || "(.[$/-_#".indexOf(last) >= 0
                || ").,:;]$/_%=".indexOf(first) >= 0
                || (first == '-' && next.length() > 1 && Character.isLetterOrDigit(next.charAt(1)))
                || (last == '=' && !line.endsWith(" ="));
    }

    /** Whether there was a blank where a line ends. */
    private static boolean isAtBlank(String line, String next) {
        return (line.endsWith(",") || line.endsWith(":")) && !next.startsWith(" ");
    }

    /** Whether the next line may belong to a line: none begins with the owner of what a thread waits for. */
    private static boolean isContinued(CharSequence line, String next) {
        return !isBegin(next) || line.toString().stripTrailing().endsWith(" owned by");
    }

    private static boolean isBegin(String line) {
        return BEGIN.matcher(line.contains("**") ? line.replace("**", "") : line)
                .lookingAt();
    }

    /** Whether a line of a thread has nothing after the words that it begins with: no text has such a line. */
    private static boolean isWords(CharSequence line) {
        return line.length() < MAX_WORDS && WORDS.matcher(line).matches();
    }

    private static int firstWord(String line) {
        int end = line.indexOf(' ');
        return end < 0 ? line.length() : end;
    }

    private static int depth(String line) {
        int depth = 0;
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        }
        return depth;
    }

    /** The text with complete lines. */
    LineCursor off(LineCursor lines) {
        if (column == 0 && !words) {
            return lines;
        }
        Joined joined = new Joined();
        return Undressing.of(lines, joined::add, end -> joined.end());
    }

    private final class Joined {

        private @Nullable StringBuilder open;
        private int last;

        List<String> add(String line) {
            StringBuilder begun = open;
            if (begun != null && isContinued(begun, line)) {
                begun.append(hard && !isWords(begun) ? "" : " ").append(line);
                last = line.length();
                return List.of();
            }
            open = new StringBuilder(line);
            last = line.length();
            return begun == null ? List.of() : List.of(begun.toString());
        }

        private boolean isContinued(CharSequence text, String next) {
            boolean full =
                    isWords(text) || (column > 0 && (hard ? last == column : last + 1 + firstWord(next) > column));
            return full && Wrapping.isContinued(text, next);
        }

        List<String> end() {
            return open == null ? List.of() : List.of(open.toString());
        }
    }
}
