package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.Dress;
import dev.loomweight.input.text.lines.LineCursor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a text is, by its lines alone. It goes through the whole text: the NMT report at exit comes after all
 * that the application ever printed.
 */
final class TextSniffer {

    private static final String UNKNOWN_COMMAND = "java.lang.IllegalArgumentException: Unknown diagnostic command";

    /** What lines of JSON begin with, and no first line of another format. */
    private static final String OF_JSON = "\"{}]";

    /** The first key of a report as JSON, on its first or second line. */
    private static final Pattern REPORT = Pattern.compile("\\{?\\s*\"schemaVersion\"\\s*:.*");

    /**
     * The head of a thread in what a native image prints on SIGQUIT (dumpStack of Substrate VM's DumpThreadStacksOnSignal; later
     * releases have "thread" for "tid").
     */
    private static final Pattern NATIVE_IMAGE =
            Pattern.compile(".*\"[^\"]*\" #\\d+( daemon)? (tid|thread)=(0x)?\\p{XDigit}+ state=[A-Z_]+");

    /** What people and tools write where they left lines out; a thread's own dots are indented by a tab. */
    private static final Pattern LEFT_OUT = Pattern.compile(
            "[\\W_]{0,8}(?:\\.{3,8}|\u2026|snip(?:ped)?|\\d{1,9} (?:more )?lines?(?: were)?(?: omitted| skipped| removed| truncated"
                    + "| hidden)?|(?:output |log |text )?(?:truncated|omitted))[\\W_]{0,8}",
            Pattern.CASE_INSENSITIVE);

    private static final int MAX_LEFT_OUT = 40;

    private final List<TextFormat> formats;
    private final boolean unknownCommand;
    private final boolean nativeImage;
    private final @Nullable String complaint;
    private final long pid;
    private final boolean dressed;
    private final List<String> gaps;

    private TextSniffer(
            List<TextFormat> formats,
            boolean unknownCommand,
            boolean nativeImage,
            @Nullable String complaint,
            long pid,
            boolean dressed,
            List<String> gaps) {
        this.gaps = List.copyOf(gaps);
        this.dressed = dressed;
        this.pid = pid;
        this.formats = formats;
        this.unknownCommand = unknownCommand;
        this.nativeImage = nativeImage;
        this.complaint = complaint;
    }

    /** Sniffs a text. */
    static TextSniffer over(LineCursor lines) {
        List<TextFormat> formats = new ArrayList<>();
        Set<TextFormat> left = EnumSet.allOf(TextFormat.class);
        boolean unknownCommand = false;
        boolean nativeImage = false;
        List<String> gaps = new ArrayList<>();
        boolean blank = true;
        String complaint = null;
        long pid = -1;
        long before = -1;
        boolean dressed = false;
        for (String line = next(lines, left); line != null && complaint == null; line = next(lines, left)) {
            String text = line.strip();
            if (text.isEmpty()) {
                continue;
            }
            if (text.length() <= MAX_LEFT_OUT && isGap(line, text)) {
                gaps.add("lines are missing at line " + lines.number() + " (\"" + text + "\")");
            }
            long above = pid(text);
            if (blank || text.startsWith("\"")) {
                complaint = report(text);
            }
            if (blank) {
                complaint = complaint == null ? binary(text) : complaint;
                pid = above;
                blank = false;
            }
            dressed = dressed || Dress.isLikely(line) || text.indexOf(ThreadPrintText.BEGIN) > 0;
            unknownCommand |= text.equals(UNKNOWN_COMMAND);
            nativeImage |=
                    text.contains(" state=") && NATIVE_IMAGE.matcher(text).matches();
            for (TextFormat format : left) {
                if (format.isSign(text)) {
                    formats.add(format);
                    // Above a text of jcmd is its process, also where others wrote before.
                    pid = pid < 0 ? before : pid;
                    dressed |= isIndented(line, text, format);
                }
            }
            left.removeAll(formats);
            before = above >= 0 ? above : before;
        }
        return new TextSniffer(
                formats, unknownCommand, nativeImage, blank ? "the file is empty" : complaint, pid, dressed, gaps);
    }

    /** Headings of some texts are indented by one, and JSON as it likes. */
    private static boolean isIndented(String line, String text, TextFormat format) {
        return format.kept() != Dress.Kept.MARKED
                && (line.charAt(0) == '\t' || (line.charAt(0) == ' ' && !line.startsWith(text, 1)));
    }

    /** The next line, within a thread dump the next that may be no line of it: these can be millions. */
    private static @Nullable String next(LineCursor lines, Set<TextFormat> left) {
        if (!left.contains(TextFormat.THREAD_DUMP_JSON)) {
            for (int c = lines.peekNonBlank(); c >= 0 && OF_JSON.indexOf(c) >= 0; c = lines.peekNonBlank()) {
                lines.skipLine();
            }
        }
        return lines.next();
    }

    /** What the first line of files that are no text begins with. */
    private static @Nullable String binary(String text) {
        if (text.startsWith("FLR\0")) {
            return "this is a Flight Recorder recording, not a text; give it the ending .jfr";
        } else if (text.startsWith("JAVA PROFILE ")) {
            return "this is a heap dump, not a text;"
                    + " name it by itself, or use jcmd PID GC.class_histogram for the memory";
        } else if (text.startsWith("PK\3\4") || text.startsWith("\u001f")) {
            return "this is a compressed file; unpack it first";
        } else if (text.startsWith("0SECTION ") || text.startsWith("NULL           ----")) {
            return "this is a javacore of OpenJ9, whose virtual threads, memory and locks are others; take a thread dump,"
                    + " recording or NMT of a HotSpot JVM";
        }
        return null;
    }

    private static @Nullable String report(String text) {
        return REPORT.matcher(text).matches()
                ? "this is a report that loomweight wrote; pass the recording, capture or text of which it was made"
                : null;
    }

    /** The formats that the text has, in the order in which they first appear. */
    List<TextFormat> formats() {
        return formats;
    }

    /** Where lines were left out, as the text says. */
    List<String> gaps() {
        return formats.isEmpty() ? List.of() : gaps;
    }

    private static boolean isGap(String line, String text) {
        char end = text.charAt(text.length() - 1);
        // Lines of figures and frames end otherwise.
        boolean likely = "omitted".indexOf(Character.toLowerCase(end)) >= 0
                || end == 's'
                || end == 'p'
                || !Character.isLetterOrDigit(end);
        return likely && !line.startsWith("\t") && LEFT_OUT.matcher(text).matches();
    }

    /** Whether something may surround its lines. */
    boolean mayBeDressed() {
        return complaint == null && (dressed || (formats.isEmpty() && !unknownCommand));
    }

    /** The process that jcmd named in the first line, or -1. */
    long pid() {
        return pid;
    }

    private static boolean isDigits(String text, int end) {
        int at = 0;
        while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at == end && at > 0 && at <= 10;
    }

    private static long pid(String text) {
        return isDigits(text, text.length() - 1) && text.endsWith(":")
                ? Long.parseLong(text.substring(0, text.length() - 1))
                : -1;
    }

    /** Whether the text is a JVM's answer to a diagnostic command that it does not have. */
    boolean isUnknownCommand() {
        return unknownCommand;
    }

    /** Why it is none of the formats, and what to do; null where only what it has could say so ({@link UnknownText}). */
    @Nullable
    String complaint() {
        if (complaint == null && nativeImage) {
            return "this is the thread dump of a native image, which shows neither locks nor virtual threads; take one of the"
                    + " application on a HotSpot JVM";
        }
        return complaint;
    }
}
