package dev.loomweight.input.text;

import dev.loomweight.capture.CrashLogs;
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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reason of a crash in a crash log ({@code hs_err_pidN.log}) of JDK 11 and later ({@code vmError.cpp}): its head, the
 * thread, the Java code at the top of the stack, and the flags that bound memory.
 */
public final class CrashText {

    private static final Set<String> SIGNS = Set.of(
            "# A fatal error has been detected by the Java Runtime Environment:",
            "# There is insufficient memory for the Java Runtime Environment to continue.");

    private static final Pattern EVENT =
            Pattern.compile("(.{1,200}?)(?: at pc=0x[0-9a-f]+)?, pid=(\\d{1,10}), tid=\\d{1,10}");

    private static final Pattern JDK = Pattern.compile("Java VM: .{1,100}? \\(([^,)]{1,64})[,)].*");

    private static final Pattern THREAD = Pattern.compile(
            "Current thread \\(0x[0-9a-f]+\\): +\\w+ (?:\"([^\"]{1,200})\"|(\\S[^\\[]{0,60}\\S)) *\\[.*");

    private static final Pattern TIME =
            Pattern.compile("Time: (.{10,60}) elapsed time: (\\d{1,9}(?:\\.\\d{1,6})?) seconds.*");

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy zzz", Locale.ENGLISH);

    /** A frame of Java code, interpreted or compiled, with the module where it is one of the JDK's. */
    private static final Pattern JAVA_FRAME = Pattern.compile("[jJ] [^(]{0,300}?([\\w$./]+\\.[\\w$<>]+)\\([^ ]*(.*)");

    private static final Pattern OF_JDK = Pattern.compile(" (?:java|jdk)\\.[\\w.]+@\\d");

    private static final Pattern FLAG = Pattern.compile("\\w+ (" + CrashLogs.BOUNDS + ") += (\\d{1,18}) .*");

    private String event = "";
    private String error = "";
    private String frame = "";
    private String jdk = "";
    private String thread = "";
    private String javaFrame = "";
    private long pid = -1;
    private @Nullable Instant time;
    private double seconds = -1;
    private final Map<String, Long> flags = new HashMap<>();
    /** What the line before was, which says what this one is. */
    private String before = "";

    private CrashText() {}

    /** Whether a line, stripped, is of the head of a crash log. */
    static boolean isSign(String text) {
        return SIGNS.contains(text);
    }

    /** Reads it; nothing where there is no reason. */
    public static TextRead read(LineCursor lines) {
        CrashText text = new CrashText();
        for (String line = lines.next(); line != null; line = lines.next()) {
            text.line(line.strip());
        }
        if (text.event.isEmpty()) {
            return new TextRead(List.of(), List.of());
        }
        List<Sample> samples = new ArrayList<>();
        samples.add(new Crash(
                text.event,
                text.error,
                text.frame,
                text.thread,
                text.javaFrame,
                text.time,
                text.seconds < 0 ? -1 : Math.round(text.seconds * 1e9),
                text.jdk,
                text.flags));
        if (text.pid >= 0) {
            samples.add(new ProcessId(text.pid));
        }
        return new TextRead(samples, List.of());
    }

    private void line(String text) {
        if (text.startsWith("#")) {
            head(text.substring(1).strip());
            return;
        }
        Matcher clock = TIME.matcher(text);
        Matcher current = THREAD.matcher(text);
        Matcher java = JAVA_FRAME.matcher(text);
        Matcher flag = FLAG.matcher(text);
        if (clock.matches()) {
            time = date(clock.group(1));
            seconds = Double.parseDouble(clock.group(2));
        } else if (current.matches() && thread.isEmpty()) {
            thread = current.group(1) == null ? current.group(2) : current.group(1);
        } else if (javaFrame.isEmpty()
                && java.matches()
                && !OF_JDK.matcher(java.group(2)).find()) {
            javaFrame = java.group(1);
        } else if (flag.matches()) {
            flags.putIfAbsent(flag.group(1), Long.parseLong(flag.group(2)));
        }
    }

    private void head(String text) {
        Matcher found = EVENT.matcher(text);
        Matcher vm = JDK.matcher(text);
        if (vm.matches()) {
            jdk = vm.group(1);
        }
        if (event.isEmpty() && found.matches()) {
            event = found.group(1);
            pid = Long.parseLong(found.group(2));
            before = "event";
        } else if (text.startsWith("Native memory allocation ")) {
            error = text;
        } else if (text.equals("Problematic frame:")) {
            before = "frame";
        } else if (!text.isEmpty()) {
            if (before.equals("event") && error.isEmpty() && !text.startsWith("JRE version")) {
                error = text;
            } else if (before.equals("frame")) {
                frame = text;
            }
            before = "";
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
