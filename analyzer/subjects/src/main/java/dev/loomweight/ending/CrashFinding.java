package dev.loomweight.ending;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.JvmTexts.Crash;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why a JVM crashed, in words. */
final class CrashFinding {

    /** What kind of code it is, the library, and the function. */
    private static final Pattern FRAME =
            Pattern.compile("(\\w) +\\[([^+\\]]+)\\+0x[0-9a-f]+\\](?: +(.+?)(?:\\+0x[0-9a-f]+)?)?");

    /** Functions of the JVM that touch the address that they are given. */
    private static final Pattern ADDRESSED = Pattern.compile("Unsafe_.*|jni_.*|.*(?:arraycopy|Copy::).*");

    private final String name;
    private final Crash crash;
    private final Matcher frame;

    CrashFinding(String name, Crash crash) {
        this.name = name;
        this.crash = crash;
        this.frame = FRAME.matcher(crash.frame());
    }

    /** The function of a frame, as far as it is named; else empty. */
    static String function(String frame) {
        Matcher parts = FRAME.matcher(frame);
        String function = parts.matches() ? parts.group(3) : null;
        return function == null ? "" : function;
    }

    Finding finding() {
        boolean ofFrame = frame.matches();
        String reason = isOutOfMemory() ? crash.error() : crash.event() + in(ofFrame) + error();
        String thread = crash.thread().isEmpty() ? "" : ", on the thread " + crash.thread();
        return new Finding(
                "crashed",
                Severity.PROBLEM,
                "The JVM of " + name + " crashed: " + strip(reason) + thread + ".",
                (when() + java()).strip(),
                advice(ofFrame));
    }

    private static String strip(String reason) {
        return reason.endsWith(".") ? reason.substring(0, reason.length() - 1) : reason;
    }

    private boolean isOutOfMemory() {
        return crash.error().startsWith("Native memory allocation");
    }

    private String error() {
        return crash.error().isEmpty() ? "" : ": " + crash.error();
    }

    private String in(boolean ofFrame) {
        if (!ofFrame) {
            return crash.frame().isEmpty() ? "" : " in " + crash.frame();
        }
        String function = frame.group(3);
        return function == null ? " in " + frame.group(2) : " in " + function + " (" + frame.group(2) + ")";
    }

    private String when() {
        String after = crash.uptimeNanos() < 0 ? "" : ", " + Amounts.time(crash.uptimeNanos()) + " after its start";
        return crash.time() == null ? "" : "That was at " + Amounts.instant(crash.time()) + after + ".";
    }

    private String java() {
        return crash.javaFrame().isEmpty()
                ? ""
                : " The first Java method on its stack that is not the JDK's is " + crash.javaFrame() + ".";
    }

    private String advice(boolean ofFrame) {
        if (isOutOfMemory()) {
            return "The machine, or a limit, refused memory to the JVM: see ulimit -v, the limit of the container, swap,"
                    + " vm.overcommit_memory and vm.max_map_count. Lower -Xmx or the number of threads, so that everything"
                    + " else has room.";
        }
        String code = ofFrame
                ? frame.group(1)
                : crash.frame().isEmpty() ? "" : crash.frame().substring(0, 1);
        return switch (code) {
            case "C" ->
                "It happened in native code: update "
                        + (ofFrame ? frame.group(2) : "the library")
                        + " or report it to its maintainers; the crash log lists what called it.";
            case "J", "j" ->
                "It happened in Java code, which only the JIT compiler, Unsafe or native code can break: update the JDK, and"
                        + " try -Xint to see whether the compiler is the cause.";
            default ->
                ofFrame
                                && frame.group(3) != null
                                && ADDRESSED.matcher(frame.group(3)).matches()
                        ? "The JVM was given an address that is not mapped: look at the code that uses Unsafe or JNI first."
                        : "Update the JDK to the newest release of its version; if it happens again, report it with the"
                                + " crash log.";
        };
    }
}
