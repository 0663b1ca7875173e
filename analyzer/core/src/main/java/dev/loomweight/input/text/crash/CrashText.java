package dev.loomweight.input.text.crash;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.Sample;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A crash log ({@code hs_err_pidN.log}) of JDK 5 and later ({@code vmError.cpp}) on any platform, or what the JVM prints of it
 * on the console. Any of its sections is enough: the head, the thread, or the signal.
 */
public final class CrashText {

    private static final String INSUFFICIENT =
            "There is insufficient memory for the Java Runtime Environment to continue.";

    private static final String ALLOCATION = "Native memory allocation ";

    /** The kind of a frame: native, of the JVM, compiled, interpreted or a stub. */
    private static final Pattern FRAME = Pattern.compile("[A-Za-z]\\s");

    private static final Pattern SIGN =
            Pattern.compile("\\\\?#? *(?:A fatal error has been detected by the Java Runtime Environment:"
                    + "|An unexpected error has been detected by (?:(?:the )?Java Runtime Environment|HotSpot Virtual Machine):"
                    + "|" + Pattern.quote(INSUFFICIENT) + ")");

    /** What happened, whether a process sent the signal, and the process; JDK 8 writes the thread in hexadecimal digits. */
    private static final Pattern EVENT = Pattern.compile(
            "(.{1,200}?)(?: at pc=0x\\p{XDigit}+)?( \\(sent by kill\\))?, pid=(\\d{1,10})(?:, tid=(?:0x)?\\p{XDigit}{1,20})?");

    /** The event where the line before it is missing. */
    private static final Pattern EVENT_SIGN = Pattern.compile(
            "(?:SIG[A-Z]{2,8}|EXCEPTION_\\w{1,40}|Internal Error|Out of Memory Error) \\(.{1,200}pid=\\d{1,10}.*");

    /** What follows the head, where the headings of sections are missing. */
    private static final Pattern AFTER_HEAD = Pattern.compile(
            "(?:---------------|Current (?:thread |CompileTask:)|Stack: |Java frames: |Registers:|Native frames: |siginfo:|Time: |Command Line: ).*");

    /** Of JDK 9 and later; before, this is the version of HotSpot. */
    private static final Pattern JDK = Pattern.compile("Java VM: .{1,100}? \\(([^,)]{1,64}), .*");

    private static final Pattern JRE = Pattern.compile("JRE version: .{0,100}?\\b(\\d[\\w.+-]{0,63})\\b.*");

    private static final Pattern TIME =
            Pattern.compile("Time: (.{10,60}) elapsed time: (\\d{1,9}(?:\\.\\d{1,6})?) seconds.*");

    private static final Pattern ELAPSED = Pattern.compile("elapsed time: (\\d{1,9}(?:\\.\\d{1,6})?) seconds.*");

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy zzz", Locale.ENGLISH);

    /** The line on the console before the head. */
    private static final Pattern WHERE_THE_LOG_IS =
            Pattern.compile("An error report file with more information is saved as:");

    /** The heading of a section. */
    private static final Pattern SECTION = Pattern.compile("-{5,}\\s+[A-Z](?: [A-Z])+(?: +[A-Z](?: [A-Z])+)*\\s+-{5,}");

    private String event = "";
    private String error = "";
    private String frame = "";
    private String jdk = "";
    private String jre = "";
    private String date = "";
    private long pid = -1;
    private boolean sent;
    private @Nullable Instant time;
    private double seconds = -1;
    private final CrashedThread thread = new CrashedThread();
    private final CrashFigures figures = new CrashFigures();

    private boolean sections;
    private boolean headed;
    private boolean ended;
    private boolean inHead;
    /** What the next line of the head is. */
    private Next next = Next.ANY;

    private enum Next {
        ANY,
        /** The reason why memory was refused. */
        REFUSAL,
        /** The JVM's words on the event. */
        WORDS,
        FRAME
    }

    private CrashText() {}

    /** Whether a line, stripped, is of a crash log, and of nothing else. */
    public static boolean isSign(String text) {
        return isOfHead(text) || text.equals("# Problematic frame:") || CrashedThread.isSign(text);
    }

    private static boolean isOfHead(String text) {
        return ((text.contains("Java Runtime Environment") || text.contains("HotSpot Virtual Machine"))
                        && SIGN.matcher(text).matches())
                || (text.contains(", pid=")
                        && EVENT_SIGN.matcher(unsigned(text)).matches());
    }

    /** Without the sign at the beginning, which mail programs and Markdown drop or escape. */
    private static String unsigned(String text) {
        return text.substring(text.startsWith("#") ? 1 : text.startsWith("\\#") ? 2 : 0)
                .strip();
    }

    /** Reads it; nothing where there is no reason. */
    public static TextRead read(LineCursor lines) {
        CrashText text = new CrashText();
        for (String line = lines.next(); line != null; line = lines.next()) {
            text.line(line.strip());
        }
        if (text.event.isEmpty()) {
            text.event = text.thread.signal();
        }
        if (text.event.isEmpty() && text.error.isEmpty() && text.frame.isEmpty() && text.thread.isEmpty()) {
            return new TextRead(List.of(), List.of());
        }
        List<Sample> samples = new ArrayList<>();
        samples.add(text.crash());
        if (text.pid >= 0) {
            samples.add(new ProcessId(text.pid));
        }
        return new TextRead(samples, text.missing(lines.place()));
    }

    /** A log that has sections begins with a head and ends with a line of its own: of JDK 8 and earlier, with the time. */
    private List<String> missing(String place) {
        List<String> missing = new ArrayList<>();
        if (sections && !headed) {
            missing.add(TextRead.missing("the crash log has no first lines"));
        }
        if (sections && !ended) {
            missing.add(TextRead.missing("the crash log ends early" + place + ": its last line \"END.\" is missing"));
        }
        return missing;
    }

    private Crash crash() {
        return new Crash(
                event,
                error,
                thread.where(frame, error.isEmpty()),
                thread.access(),
                thread.sender(sent, pid),
                time,
                seconds < 0 ? -1 : Math.round(seconds * 1e9),
                jdk.isEmpty() ? jre : jdk,
                figures.flags(),
                figures.figures());
    }

    private void line(String text) {
        if (ended) {
            return;
        }
        sections |= text.startsWith("-----") && SECTION.matcher(text).matches();
        ended |= text.equals("END.");
        if (isOfHead(text)) {
            headed = true;
            figures.begin();
        }
        if (SIGN.matcher(text).matches()) {
            inHead = true;
            next = text.endsWith(INSUFFICIENT) ? Next.REFUSAL : Next.ANY;
            return;
        }
        inHead = (inHead || isOfHead(text)) && !AFTER_HEAD.matcher(text).matches();
        if (inHead || text.startsWith("#") || text.startsWith("\\#")) {
            head(unsigned(text));
        } else if (!thread.line(text) && !figures.line(text)) {
            clock(text);
        }
    }

    private void head(String text) {
        Matcher found = EVENT.matcher(text);
        if (text.isEmpty() || version(text)) {
            return;
        }
        if (event.isEmpty() && found.matches()) {
            event = found.group(1);
            sent = found.group(2) != null;
            pid = Long.parseLong(found.group(3));
            next = error.isEmpty() ? Next.WORDS : Next.ANY;
        } else if (text.equals("Problematic frame:")) {
            next = Next.FRAME;
        } else if (WHERE_THE_LOG_IS.matcher(text).matches()) {
            inHead = false;
            next = Next.ANY;
        } else {
            if (next == Next.FRAME && !FRAME.matcher(text).lookingAt()) {
                // Of whoever shows the log, or of an error while it was written.
                return;
            }
            if (next == Next.FRAME) {
                frame = frame.isEmpty() ? text : frame;
            } else if (error.isEmpty() && !text.endsWith(":") && (next != Next.ANY || text.startsWith(ALLOCATION))) {
                error = text;
            }
            next = Next.ANY;
        }
    }

    /** The lines on the version, which follow the event where the JVM has no words on it. */
    private boolean version(String text) {
        Matcher vm = JDK.matcher(text);
        Matcher runtime = JRE.matcher(text);
        if (vm.matches()) {
            jdk = vm.group(1);
        } else if (jre.isEmpty() && runtime.matches()) {
            jre = runtime.group(1);
        }
        boolean version = text.startsWith("JRE version: ") || text.startsWith("Java VM: ");
        next = version ? Next.ANY : next;
        return version;
    }

    /** JDK 8 has the time at the end, on lines of its own. */
    private void clock(String text) {
        Matcher both = TIME.matcher(text);
        Matcher elapsed = ELAPSED.matcher(text);
        if (both.matches()) {
            time = date(both.group(1));
            seconds = Double.parseDouble(both.group(2));
        } else if (text.startsWith("time: ")) {
            date = text.substring("time: ".length());
        } else if (text.startsWith("timezone: ")) {
            time = date(date + " " + text.substring("timezone: ".length()));
        } else if (elapsed.matches()) {
            seconds = Double.parseDouble(elapsed.group(1));
            ended = true;
        }
    }

    private static @Nullable Instant date(String text) {
        try {
            return ZonedDateTime.parse(text.strip().replaceAll(" +", " "), DATE).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
