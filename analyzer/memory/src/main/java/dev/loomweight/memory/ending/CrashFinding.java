package dev.loomweight.memory.ending;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Figure;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
import org.jspecify.annotations.Nullable;

/** Why a JVM crashed, in words. */
final class CrashFinding {

    private final String name;
    private final CrashReading read;
    private final Crash crash;
    private final boolean withMemory;

    /** @param withMemory whether resident memory is known of the process */
    CrashFinding(String name, CrashReading read, boolean withMemory) {
        this.name = name;
        this.read = read;
        this.crash = read.crash();
        this.withMemory = withMemory;
    }

    Finding finding() {
        return new Finding(
                "crashed",
                Severity.PROBLEM,
                "The JVM of " + name + " crashed: " + reason() + ".",
                (when() + mind() + head() + memory()).strip(),
                CrashAdvice.of(read));
    }

    private String reason() {
        return switch (read.cause()) {
            case SENT, RAISED -> sent();
            case MAPPINGS ->
                Refusal.what(read) + ": it has " + figure(Figure.MAPPINGS) + " mappings, and vm.max_map_count allows "
                        + figure(Figure.MAX_MAPPINGS);
            case ADDRESS_SPACE ->
                Refusal.what(read) + ": it has " + bytes(Figure.ADDRESS_SPACE)
                        + " of address space, and ulimit -v allows " + bytes(Figure.MAX_ADDRESS_SPACE);
            case COMPILATION_MEMORY ->
                "the compilation of " + CrashAdvice.compiling(read) + " took "
                        + Amounts.bytes(read.compilerBytes().orElse(0)) + " of memory, and " + Refusal.what(read);
            case HEAP, MEMORY -> Refusal.what(read) + Refusal.machine(crash) + place();
            case THREADS -> withoutStop(crash.error()) + place();
            case STACK -> event() + " at the end of its stack" + in() + place();
            case FILE -> event() + " at a page of a mapped file" + in() + place();
            default -> event() + in() + words() + place();
        };
    }

    private String figure(Figure figure) {
        return Amounts.count(crash.figures().getOrDefault(figure, 0L));
    }

    private String bytes(Figure figure) {
        return Amounts.bytes(crash.figures().getOrDefault(figure, 0L));
    }

    private String sent() {
        Sender sender = crash.sender();
        Long pid = sender == null ? null : sender.pid();
        return (read.cause() == CrashReading.Cause.RAISED
                        ? "its own code"
                        : pid == null
                                ? "a process"
                                : pid == 0 ? "a process outside its container (si_pid 0)" : "process " + pid)
                + " sent it " + event()
                + (read.cause() == CrashReading.Cause.RAISED ? place() : "");
    }

    private String event() {
        return crash.event().isEmpty() ? "a signal" : crash.event();
    }

    private String in() {
        NativeFrame frame = read.frame();
        if (frame == null) {
            return "";
        }
        NativeFrame caller = read.caller();
        String who = caller == null || caller.text().isEmpty() ? "" : ", called by " + caller.text();
        return (frame.text().isEmpty() ? " in code without a name" : " in " + frame.text()) + who;
    }

    private String words() {
        return crash.error().isEmpty() ? "" : ": " + withoutStop(crash.error());
    }

    /** The thread, what it compiled, and the own code. */
    private String place() {
        Crash.Where where = crash.where();
        // As the JVM starts, its first thread has no name yet.
        boolean named = !where.thread().isEmpty() && !where.thread().equals("Unknown thread");
        return (named ? ", on the thread " + where.thread() : "")
                + (where.compiling().isEmpty() ? "" : ", which compiled " + where.compiling())
                + (where.javaFrame().isEmpty() || isJavaFrame(where) ? "" : ", in " + where.javaFrame());
    }

    /** Whether the frame is that method, so that it is named. */
    private boolean isJavaFrame(Crash.Where where) {
        NativeFrame frame = read.frame();
        return frame != null && frame.isJava() && frame.function().equals(where.javaFrame());
    }

    private static String withoutStop(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    private String when() {
        String after = crash.uptimeNanos() < 0 ? "" : ", " + Amounts.time(crash.uptimeNanos()) + " after its start";
        String jdk = crash.jdk().isEmpty() ? "" : "JDK " + crash.jdk();
        return crash.time() == null
                ? jdk.isEmpty() ? "" : "It ran on " + jdk + "."
                : "That was at " + Amounts.instant(crash.time()) + after + (jdk.isEmpty() ? "." : ", on " + jdk + ".");
    }

    private String mind() {
        return read.cause() == CrashReading.Cause.SENT ? " What it ran at that moment is not the cause." : "";
    }

    private String head() {
        return crash.event().isEmpty() && crash.error().isEmpty() ? " The head of the log is not in the text." : "";
    }

    private String memory() {
        return withMemory ? "" : " How much memory was resident is not in the log.";
    }

    /** What was refused, and what the machine had. */
    static final class Refusal {

        /** Of a machine, this share free is next to nothing. */
        private static final double FULL = 0.05;

        private Refusal() {}

        static String what(CrashReading read) {
            long bytes = read.refused().orElse(0);
            String flag = CrashReading.flagOf(read.crash(), bytes);
            if (!read.refused().isKnown()) {
                String error = withoutStop(read.crash().error());
                return "memory was refused" + (error.isEmpty() ? "" : " (" + error + ")");
            }
            return Amounts.bytes(bytes)
                    + (read.cause() == CrashReading.Cause.HEAP
                            ? " of Java heap" + (flag == null ? "" : " (" + flag + ")")
                            : " of memory")
                    + " were refused";
        }

        static String machine(Crash crash) {
            Long committable = crash.figures().get(Figure.PAGE_FILE_FREE);
            Long free = free(crash);
            Long physical = crash.figures().get(Figure.PHYSICAL);
            if (committable != null) {
                return ": " + Amounts.bytes(committable) + " were left to commit, page file included";
            }
            return free == null || physical == null
                    ? ""
                    : ": " + Amounts.bytes(free) + " of the machine's " + Amounts.bytes(physical) + " were free";
        }

        private static @Nullable Long free(Crash crash) {
            Long available = crash.figures().get(Figure.AVAILABLE);
            return available == null ? crash.figures().get(Figure.FREE) : available;
        }

        /** Whether the machine had enough, so that a limit refused it; null where that is not known. */
        static @Nullable Boolean hadEnough(CrashReading read) {
            long bytes = read.refused().orElse(0);
            Long committable = read.crash().figures().get(Figure.PAGE_FILE_FREE);
            Long free = committable == null ? free(read.crash()) : committable;
            Long physical = read.crash().figures().get(Figure.PHYSICAL);
            return (free == null || physical == null) ? null : free > bytes && free - bytes > physical * FULL;
        }
    }
}
