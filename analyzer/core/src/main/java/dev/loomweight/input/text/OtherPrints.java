package dev.loomweight.input.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lines of dumps that other tools print, as {@code Thread.print} writes them: {@code jhsdb jstack},
 * {@code ThreadInfo.toString}, and the text of VisualVM, which Spring's actuator has too. Their locks have hash codes, or
 * addresses, which say as much within one dump.
 */
final class OtherPrints {

    /** {@code - Main.run(java.lang.Object) @bci=9, line=5 (Interpreted frame)}. */
    private static final Pattern FRAME =
            Pattern.compile("- ([^ ()]{1,2000})\\(.*\\) @bci=(\\d{1,9})(?:, line=(\\d{1,9}))?\\b.*");

    /** {@code -  blocked on java.lang.Object@4d7e1886}, or {@code -  locked ...}. */
    private static final Pattern OF_INFO =
            Pattern.compile("-  ?(blocked on|waiting on|locked) (\\S{1,2000})@(\\p{XDigit}{1,16})");

    /** {@code - java.util.concurrent.locks.ReentrantLock$NonfairSync@d716361}: an owned lock. */
    private static final Pattern OWNED = Pattern.compile("- ([\\w.$]{1,2000})@(\\p{XDigit}{1,16})");

    /** {@code - waiting to lock <4d7e1886> (a java.lang.Object) owned by "mon-two" t@24}. */
    private static final Pattern HASHED = Pattern.compile(
            "- ([A-Za-z][a-z ]{1,40}) <(\\p{XDigit}{1,16})> \\(a ([^()]{1,2000})\\)(?: owned by .* t@(\\d{1,18}))?");

    /** The same line with the name of a class as {@code jhsdb} has it, and a comma. */
    private static final Pattern SLASHES =
            Pattern.compile("- (.{0,40})<(0x\\p{XDigit}{1,16})>,? \\(a ([^()]{1,2000})\\)");

    private OtherPrints() {}

    /**
     * A line of a thread.
     *
     * @param text stripped
     * @param thread what is known of it until now
     */
    static String asPrinted(String text, OpenThread thread) {
        if (!text.startsWith("- ")) {
            return text.startsWith("Number of locked synchronizers") ? ThreadPrintText.OWNED : text;
        }
        Matcher frame = FRAME.matcher(text);
        if (frame.matches()) {
            String place = frame.group(3) != null
                    ? ":" + frame.group(3)
                    : frame.group(2).equals("0") ? "Native Method" : "";
            return "at " + frame.group(1).replace("+0x", "/0x") + "(" + place + ")";
        }
        Matcher info = OF_INFO.matcher(text);
        if (info.matches()) {
            return lock(info.group(1), info.group(3), info.group(2), null, thread);
        }
        Matcher owned = OWNED.matcher(text);
        if (owned.matches()) {
            return lock("Locked", owned.group(2), owned.group(1), null, thread);
        }
        Matcher hashed = HASHED.matcher(text);
        if (hashed.matches()) {
            return lock(hashed.group(1), hashed.group(2), hashed.group(3), hashed.group(4), thread);
        }
        Matcher slashes = SLASHES.matcher(text);
        return slashes.matches() && slashes.group(3).indexOf('/') >= 0
                ? "- " + slashes.group(1) + "<" + slashes.group(2) + "> (a "
                        + slashes.group(3).replace('/', '.') + ")"
                : text;
    }

    /** The line of a lock that stands in the head of a thread. */
    static String ofHead(String lock, OpenThread thread) {
        return asPrinted("-  waiting on " + lock, thread);
    }

    private static String lock(String words, String hash, String className, @Nullable String owner, OpenThread thread) {
        String lock = "<0x" + hash + "> (a " + className + ")" + (owner == null ? "" : ", owner #" + owner);
        return switch (words) {
            case "locked" -> "- locked " + lock;
            case "Locked" -> "- " + lock;
            // These tools have one sentence for all that waits; the state and the frame say for what.
            default ->
                "BLOCKED".equals(thread.state)
                        ? "- waiting to lock " + lock
                        : (thread.isInWait() ? "- waiting on " : "- parking to wait for ") + lock;
        };
    }
}
