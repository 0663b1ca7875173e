package dev.loomweight.input.text;

import dev.loomweight.amount.Sizes;
import dev.loomweight.capture.CrashLogs;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
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
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reason of a crash in a crash log ({@code hs_err_pidN.log}) of JDK 7 and later ({@code vmError.cpp}) on any platform: its
 * head, the thread, the Java code at the top of the stack, and what bounds memory. The head alone is enough: whatever follows
 * it may be missing, or end anywhere.
 */
public final class CrashText {

    private static final Pattern SIGN =
            Pattern.compile("#? *(?:A fatal error has been detected by the Java Runtime Environment:"
                    + "|An unexpected error has been detected by (?:the )?Java Runtime Environment:"
                    + "|There is insufficient memory for the Java Runtime Environment to continue\\.)");

    /** What happened, whether a process sent the signal, and the process; JDK 8 writes the thread in hexadecimal digits. */
    private static final Pattern EVENT = Pattern.compile(
            "(.{1,200}?)(?: at pc=0x\\p{XDigit}+)?( \\(sent by kill\\))?, pid=(\\d{1,10})(?:, tid=(?:0x)?\\p{XDigit}{1,20})?");

    /** Of JDK 9 and later; before, this is the version of HotSpot. */
    private static final Pattern JDK = Pattern.compile("Java VM: .{1,100}? \\(([^,)]{1,64}), .*");

    private static final Pattern JRE = Pattern.compile("JRE version: .{0,100}?\\b(\\d[\\w.+-]{0,63})\\b.*");

    private static final Pattern THREAD = Pattern.compile(
            "Current thread \\(0x\\p{XDigit}+\\): +(?:(\\w+) *\\[.*|\\w+ (?:\"(.{1,200})\"|(\\S[^\\[]{0,60}\\S)) *(?:daemon *)?\\[.*)");

    private static final Pattern TIME =
            Pattern.compile("Time: (.{10,60}) elapsed time: (\\d{1,9}(?:\\.\\d{1,6})?) seconds.*");

    private static final Pattern ELAPSED = Pattern.compile("elapsed time: (\\d{1,9}(?:\\.\\d{1,6})?) seconds.*");

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy zzz", Locale.ENGLISH);

    /** The codes of signals that processes send; others come from what the code did. JDK 7 has wrong names for two. */
    private static final Pattern CODE_OF_SENT_SIGNAL = Pattern.compile(
            "siginfo: ?si_signo.* si_code[:=] ?(?:-[16]\\b|-?\\d+ \\((?:SI_USER|SI_QUEUE|SI_TKILL)\\)).*");

    private static final Pattern SENDER = Pattern.compile("(?:si_pid[:=] ?|sent from pid: )(\\d{1,10})");

    /** A frame of Java code, interpreted or compiled, with the module where it is one of the JDK's. */
    private static final Pattern JAVA_FRAME = Pattern.compile("[jJ] [^(]{0,300}?([\\w$./]+\\.[\\w$<>]+)\\([^ ]*(.*)");

    private static final Pattern OF_JDK = Pattern.compile(" (?:java|jdk)\\.[\\w.]+@\\d");

    private static final Pattern FLAG = Pattern.compile("\\w+ (" + CrashLogs.BOUNDS + ") += (\\d{1,18}) .*");

    private static final Pattern ARGUMENT =
            Pattern.compile("(?:^| )-(?:Xmx|XX:(" + CrashLogs.BOUNDS + ")=)(\\d{1,15}[kKmMgGtT]?)(?= |$)");

    private String event = "";
    private String error = "";
    private String frame = "";
    private String jdk = "";
    private String jre = "";
    private String thread = "";
    private String javaFrame = "";
    private String date = "";
    private long pid = -1;
    private boolean sent;
    private @Nullable Long sender;
    private @Nullable Instant time;
    private double seconds = -1;
    private final Map<String, Long> flags = new HashMap<>();
    /** By the command line, which JDK 8 has alone; a value that the JVM took is more exact. */
    private final Map<String, Long> arguments = new HashMap<>();

    private boolean inHead;
    /** What the line before was, which says what this one is. */
    private String before = "";

    private CrashText() {}

    /** Whether a line, stripped, is of the head of a crash log. */
    static boolean isSign(String text) {
        return text.contains("Java Runtime Environment") && SIGN.matcher(text).matches();
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
        samples.add(text.crash());
        if (text.pid >= 0) {
            samples.add(new ProcessId(text.pid));
        }
        return new TextRead(samples, List.of());
    }

    private Crash crash() {
        arguments.forEach(flags::putIfAbsent);
        return new Crash(
                event,
                error,
                new Crash.Where(frame, thread, javaFrame),
                sent ? new Sender(sender, sender != null && sender == pid) : null,
                time,
                seconds < 0 ? -1 : Math.round(seconds * 1e9),
                jdk.isEmpty() ? jre : jdk,
                flags);
    }

    private void line(String text) {
        if (isSign(text)) {
            inHead = true;
            before = "sign";
        } else if (text.startsWith("---------------") || text.startsWith("Current thread ")) {
            inHead = false;
        }
        // Mail programs and Markdown drop the signs at the beginning.
        if (text.startsWith("#") || inHead) {
            head(text.startsWith("#") ? text.substring(1).strip() : text);
            return;
        }
        Matcher current = THREAD.matcher(text);
        Matcher java = JAVA_FRAME.matcher(text);
        Matcher flag = FLAG.matcher(text);
        if (current.matches() && thread.isEmpty()) {
            thread = Stream.of(1, 2, 3)
                    .map(current::group)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("");
        } else if (javaFrame.isEmpty() && java.matches() && !isOfJdk(java)) {
            javaFrame = java.group(1);
        } else if (flag.matches()) {
            flags.putIfAbsent(flag.group(1), Long.parseLong(flag.group(2)));
        } else if (text.startsWith("siginfo:")) {
            signal(text);
        } else if (text.startsWith("Command Line: ") || text.startsWith("jvm_args: ")) {
            bounds(text);
        } else {
            clock(text);
        }
    }

    /** JDK 8 names no module. */
    private static boolean isOfJdk(Matcher java) {
        String method = java.group(1);
        return OF_JDK.matcher(java.group(2)).find()
                || JvmNames.isJdk(method.substring(0, method.lastIndexOf('.')).replace('/', '.'));
    }

    private void head(String text) {
        Matcher found = EVENT.matcher(text);
        Matcher vm = JDK.matcher(text);
        Matcher runtime = JRE.matcher(text);
        if (vm.matches()) {
            jdk = vm.group(1);
        } else if (jre.isEmpty() && runtime.matches()) {
            jre = runtime.group(1);
        }
        if (event.isEmpty() && found.matches()) {
            event = found.group(1);
            sent = found.group(2) != null;
            pid = Long.parseLong(found.group(3));
            before = "event";
        } else if (text.startsWith("Native memory allocation ") || text.startsWith("OutOfMemory encountered: ")) {
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

    private void signal(String text) {
        if (CODE_OF_SENT_SIGNAL.matcher(text).matches()) {
            sent = true;
            Matcher named = SENDER.matcher(text);
            sender = named.find() ? Long.valueOf(named.group(1)) : null;
        }
    }

    private void bounds(String text) {
        Matcher argument = ARGUMENT.matcher(text);
        while (argument.find()) {
            String flag = argument.group(1) == null ? "MaxHeapSize" : argument.group(1);
            String size = argument.group(2);
            // The last of several counts; without a unit it is bytes.
            arguments.put(flag, Sizes.parse(Character.isDigit(size.charAt(size.length() - 1)) ? size + "b" : size));
        }
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
