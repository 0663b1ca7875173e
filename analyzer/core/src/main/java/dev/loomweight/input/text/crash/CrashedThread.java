package dev.loomweight.input.text.crash;

import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.JvmTexts.Crash.Access;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
import dev.loomweight.sample.JvmTexts.Crash.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The section on the thread that crashed: its name, its stack, what it compiled, and the signal. */
final class CrashedThread {

    private static final Pattern THREAD = Pattern.compile(
            "Current thread \\(0x\\p{XDigit}+\\): +(?:(\\w+) *\\[.*|\\w+ (?:\"(.{1,200})\"|(\\S[^\\[]{0,60}\\S)) *(?:daemon *)?\\[.*)");

    /** In the line of the thread, and in one of its own. */
    private static final Pattern STACK =
            Pattern.compile("[sS]tack(?:\\(|: \\[?)0x(\\p{XDigit}{1,16}), ?0x(\\p{XDigit}{1,16})[\\])]");

    private static final String NATIVE_FRAMES = "Native frames: (";

    private static final Pattern NATIVE_FRAME = Pattern.compile("[CVvAJj] +\\S.*");

    /** The innermost frame of what failed without a signal is of the JVM's report on it. */
    private static final Pattern OWN_REPORT =
            Pattern.compile(".*\\b(?:VMError::|report_(?:vm|fatal|java|should|unimpl)).*");

    /** Deeper frames show nothing of the crash. */
    private static final int MAX_FRAMES = 64;

    /** A frame of Java code, interpreted or compiled, with the module where it is one of the JDK's. */
    private static final Pattern JAVA_FRAME =
            Pattern.compile("[jJ] +(?:\\d+[%\\w!]* +)?(?:\\w+ +)?([^\\s(]{1,300})\\.([^\\s(.]{1,200})\\([^ ]*(.*)");

    private static final Pattern OF_JDK = Pattern.compile(" (?:java|jdk)\\.[\\w.]+@\\d");

    /** The method that is compiled, in the line after the heading; JDK 6 writes it with its signature. */
    private static final Pattern TASK = Pattern.compile(
            "\\w{1,10}: *\\d.*? ([^\\s(]{1,300}(?:::|\\.)[^\\s(]{1,200})(?:\\(\\S*)?(?: @ -?\\d+)?(?: \\(\\d+ bytes\\).*)?");

    /** The codes of signals that processes send; others come from what the code did. JDK 7 has wrong names for two. */
    private static final Pattern CODE_OF_SENT_SIGNAL = Pattern.compile(
            "siginfo: ?si_signo.* si_code[:=] ?(?:-[16]\\b|-?\\d+ \\((?:SI_USER|SI_QUEUE|SI_TKILL)\\)).*");

    private static final Pattern SENDER = Pattern.compile("(?:si_pid[:=] ?|sent from pid: )(\\d{1,10})");

    private static final Pattern SIGNAL =
            Pattern.compile("siginfo: ?(?:si_signo[:=] ?(?:\\d+ \\()?)?([A-Z]\\w{3,40})\\b.*");

    private static final Pattern CODE = Pattern.compile("si_code[:=] ?-?\\d+ \\((\\w{1,40})\\)");

    private static final Pattern ADDRESS = Pattern.compile("(?:si_addr[:=] ?|address )0x(\\p{XDigit}{1,16})\\b");

    private String name = "";
    private String javaFrame = "";
    private String task = "";
    private String signal = "";
    private String code = "";
    private @Nullable Long address;
    private long stackFrom;
    private long stackTo;
    private boolean sent;
    private boolean itself;
    private @Nullable Long sender;
    private final List<String> frames = new ArrayList<>();
    private boolean inFrames;
    private boolean atTask;

    /** Whether a line, stripped, is of this section, and of nothing else. */
    static boolean isSign(String text) {
        return text.startsWith(NATIVE_FRAMES)
                || (text.startsWith("siginfo:") && SIGNAL.matcher(text).matches());
    }

    boolean isEmpty() {
        return frames.isEmpty() && signal.isEmpty();
    }

    /** The signal by its line, without its number. */
    String signal() {
        return signal;
    }

    /** Takes a line, stripped, and whether it is of this section. */
    boolean line(String text) {
        if (atTask && !text.isEmpty()) {
            atTask = false;
            Matcher compiled = TASK.matcher(text);
            task = compiled.matches() ? compiled.group(1) : "";
            return true;
        }
        if (text.startsWith(NATIVE_FRAMES)) {
            // A second list is the first without line numbers.
            inFrames = frames.isEmpty();
            return true;
        }
        Matcher java = JAVA_FRAME.matcher(text);
        if (javaFrame.isEmpty() && java.matches() && !isOfJdk(java)) {
            javaFrame = JvmNames.stableName(java.group(1)) + "." + java.group(2);
        }
        if (inFrames && NATIVE_FRAME.matcher(text).matches()) {
            if (frames.size() < MAX_FRAMES) {
                frames.add(text);
            }
            return true;
        }
        inFrames = false;
        return fact(text);
    }

    private boolean fact(String text) {
        if (text.startsWith("Current CompileTask:")) {
            atTask = true;
        } else if (text.startsWith("siginfo:")) {
            info(text);
        } else if (text.startsWith("Stack: [")) {
            stack(text);
        } else if (text.startsWith("Current thread ")) {
            stack(text);
            Matcher current = THREAD.matcher(text);
            if (current.matches() && name.isEmpty()) {
                name = Stream.of(1, 2, 3)
                        .map(current::group)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse("");
            }
        } else {
            return false;
        }
        return true;
    }

    private void stack(String text) {
        Matcher stack = STACK.matcher(text);
        if (stack.find()) {
            stackFrom = Long.parseUnsignedLong(stack.group(1), 16);
            stackTo = Long.parseUnsignedLong(stack.group(2), 16);
        }
    }

    /** JDK 8 names no module. */
    private static boolean isOfJdk(Matcher java) {
        return OF_JDK.matcher(java.group(3)).find()
                || JvmNames.isJdk(java.group(1).replace('/', '.'));
    }

    private void info(String text) {
        Matcher named = SIGNAL.matcher(text);
        if (named.matches() && !named.group(1).equals("ExceptionCode")) {
            signal = named.group(1);
        }
        Matcher coded = CODE.matcher(text);
        if (coded.find()) {
            code = coded.group(1);
        }
        Matcher at = ADDRESS.matcher(text);
        if (at.find()) {
            address = Long.parseUnsignedLong(at.group(1), 16);
        }
        if (CODE_OF_SENT_SIGNAL.matcher(text).matches()) {
            sent = true;
            Matcher pid = SENDER.matcher(text);
            sender = pid.find() ? Long.valueOf(pid.group(1)) : null;
            itself = text.contains("(current process)");
        }
    }

    /**
     * @param head the frame that the head names, or an empty text
     * @param signal whether a signal was the reason: the stack of others begins with the JVM's report on them
     */
    Where where(String head, boolean signal) {
        boolean instead = signal
                && head.isEmpty()
                && !frames.isEmpty()
                && !OWN_REPORT.matcher(frames.getFirst()).matches();
        String frame = instead ? frames.getFirst() : head;
        return new Where(frame, name, javaFrame, frames, task);
    }

    Access access() {
        Long at = address;
        // Its own stack can be read and written, except for the pages that guard its end.
        boolean guarded = at != null
                && stackTo != 0
                && Long.compareUnsigned(at, stackFrom) >= 0
                && Long.compareUnsigned(at, stackTo) < 0;
        return new Access(code, guarded);
    }

    /**
     * @param head whether the head says that the signal was sent
     * @param own the process that crashed
     */
    @Nullable
    Sender sender(boolean head, long own) {
        return head || sent ? new Sender(sender, itself || (sender != null && sender == own)) : null;
    }
}
