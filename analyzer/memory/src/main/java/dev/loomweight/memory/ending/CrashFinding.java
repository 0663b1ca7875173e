package dev.loomweight.memory.ending;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why a JVM crashed, in words. */
final class CrashFinding {

    /** What kind of code it is, the library, and the function. */
    private static final Pattern FRAME =
            Pattern.compile("(\\w) +\\[?([^\\[\\]]+)\\+0x[0-9a-f]+\\]?(?: +(.+?)(?:\\+0x[0-9a-f]+)?)?");

    /** Libraries of the system, which mostly crash because of what they are given. */
    private static final Pattern OF_SYSTEM = Pattern.compile(
            "lib(?:c|m|pthread|stdc\\+\\+|gcc_s|c\\+\\+|system_\\w+)[.-].*|ld-.*|(?:ntdll|ucrtbase|msvcrt|kernel32|KERNELBASE)\\.dll");

    /** Functions of the JVM that touch the address that they are given. */
    private static final Pattern ADDRESSED = Pattern.compile("Unsafe_.*|jni_.*|.*(?:arraycopy|Copy::).*");

    private final String name;
    private final Crash crash;
    private final Matcher frame;
    private final boolean withMemory;

    /** @param withMemory whether resident memory is known of the process */
    CrashFinding(String name, Crash crash, boolean withMemory) {
        this.name = name;
        this.crash = crash;
        this.frame = FRAME.matcher(crash.where().frame());
        this.withMemory = withMemory;
    }

    /** The function of a frame, as far as it is named; else empty. */
    static String function(String frame) {
        Matcher parts = FRAME.matcher(frame);
        String function = parts.matches() ? parts.group(3) : null;
        return function == null ? "" : function;
    }

    Finding finding() {
        boolean ofFrame = frame.matches();
        Sender sender = crash.sender();
        String thread = crash.where().thread().isEmpty()
                ? ""
                : ", on the thread " + crash.where().thread();
        String reason = isOutOfMemory() ? crash.error() : crash.event() + in(ofFrame) + error();
        return new Finding(
                "crashed",
                Severity.PROBLEM,
                "The JVM of " + name + " crashed: " + (sender == null ? strip(reason) + thread : sent(sender)) + ".",
                (when()
                                + (sender == null || sender.itself()
                                        ? java()
                                        : " What it ran at that moment is not the cause.")
                                + memory())
                        .strip(),
                sender == null ? advice(ofFrame) : advice(sender));
    }

    private String sent(Sender sender) {
        Long pid = sender.pid();
        return sender.itself()
                ? "its own code sent it " + crash.event()
                : (pid == null
                                ? "a process"
                                : pid == 0 ? "a process outside its container (si_pid 0)" : "process " + pid)
                        + " sent it " + crash.event();
    }

    private static String advice(Sender sender) {
        return sender.itself()
                ? "See the native frames in the crash log: they show which code called kill or raise."
                : "Find out which process sent the signal, and why: kill by a user or a script, a supervisor, a watchdog.";
    }

    private String memory() {
        return withMemory ? "" : " How much memory was resident is not in the log.";
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
            return crash.where().frame().isEmpty() ? "" : " in " + crash.where().frame();
        }
        String function = frame.group(3);
        return function == null ? " in " + frame.group(2) : " in " + function + " (" + frame.group(2) + ")";
    }

    private String when() {
        String after = crash.uptimeNanos() < 0 ? "" : ", " + Amounts.time(crash.uptimeNanos()) + " after its start";
        return crash.time() == null ? "" : "That was at " + Amounts.instant(crash.time()) + after + ".";
    }

    private String java() {
        return crash.where().javaFrame().isEmpty()
                ? ""
                : " The first Java method on its stack that is not the JDK's is "
                        + crash.where().javaFrame() + ".";
    }

    private String advice(boolean ofFrame) {
        if (isOutOfMemory()) {
            return "The machine, or a limit, refused memory to the JVM: see ulimit -v, the limit of the container, swap,"
                    + " vm.overcommit_memory and vm.max_map_count. Lower -Xmx or the number of threads, so that everything"
                    + " else has room.";
        }
        String code = ofFrame
                ? frame.group(1)
                : crash.where().frame().isEmpty() ? "" : crash.where().frame().substring(0, 1);
        return switch (code) {
            case "C" ->
                ofFrame && OF_SYSTEM.matcher(frame.group(2)).matches()
                        ? "It happened in a library of the system, probably because of what its caller gave it: the native frames in"
                                + " the crash log show the caller."
                        : "It happened in native code: update "
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
