package dev.loomweight.memory.ending;

import dev.loomweight.sample.JvmTexts.Crash;

/** What to do after a crash. */
final class CrashAdvice {

    private static final String UPDATE = "update the JDK to the newest release of its version";

    private CrashAdvice() {}

    static String of(CrashReading read) {
        String without = read.profiler().isEmpty() || read.cause() == CrashReading.Cause.PROFILER
                ? ""
                : " A profiler was at work on this stack (" + read.profiler() + "): try without it.";
        return advice(read) + without;
    }

    private static String advice(CrashReading read) {
        return switch (read.cause()) {
            case SENT ->
                "Find out which process sent the signal, and why: kill by a user or a script, a supervisor, a watchdog.";
            case RAISED -> "See the native frames in the crash log: they show which code called kill or raise.";
            case MAPPINGS, ADDRESS_SPACE, HEAP, THREADS, MEMORY -> ofRefusal(read);
            case COMPILATION_MEMORY ->
                "Not -Xmx, but this compilation: " + UPDATE + "; until then " + exclude(read.crash()) + ".";
            case FILE ->
                "A page of a mapped file could not be read: the file was truncated or overwritten while it was mapped (a jar"
                        + " that was replaced in place; replace files by a rename), or its disk was full or failed, or huge pages"
                        + " or /dev/shm ran out.";
            case STACK ->
                "The stack of the thread is used up: raise -Xss, or look for a recursion among the frames in the log.";
            case ASKED -> "-XX:AbortVMOnException asks for that: start the JVM without it.";
            case COMPILER ->
                "The compiler failed, not the code that it compiled: " + UPDATE + "; until then "
                        + exclude(read.crash()) + ".";
            case PROFILER -> ofProfiler(read);
            default -> ofCode(read);
        };
    }

    private static String ofRefusal(CrashReading read) {
        return switch (read.cause()) {
            case MAPPINGS ->
                "Raise it (sysctl vm.max_map_count), or find what maps so much: the log lists the mappings; files that are"
                        + " mapped one by one, threads and arenas of malloc are the usual.";
            case ADDRESS_SPACE ->
                "Raise ulimit -v, or start without it: a JVM reserves far more address space than it uses.";
            case THREADS ->
                "See the limits on threads: ulimit -u, pids.max of the container, kernel.threads-max. Memory is probably not what"
                        + " was missing.";
            default -> ofMachine(read) + again(read.crash());
        };
    }

    private static String ofMachine(CrashReading read) {
        if (read.crash().error().contains("(mprotect)")) {
            return "No memory is needed for that, but a mapping: compare vm.max_map_count with the number of lines of"
                    + " /proc/PID/maps, and see ulimit -v.";
        }
        Boolean enough = CrashFinding.Refusal.hadEnough(read);
        if (enough == null) {
            return "The machine, or a limit, refused memory to the JVM: see ulimit -v, the limit of the container, swap,"
                    + " vm.overcommit_memory and vm.max_map_count. Lower -Xmx or the number of threads, so that everything"
                    + " else has room.";
        } else if (enough) {
            return "The machine had enough, so that a limit refused it: see ulimit -v, the limit of the container,"
                    + " vm.overcommit_memory and vm.max_map_count.";
        }
        return read.cause() == CrashReading.Cause.HEAP
                ? "Lower -Xms and -Xmx to what the machine has free, or make room on it."
                : "The machine was full: lower -Xmx of this JVM or of others on it, or add memory or swap.";
    }

    /** A compilation can be the one that took the memory, or the one that met with the end of it. */
    private static String again(Crash crash) {
        return crash.where().compiling().isEmpty()
                ? ""
                : " If it is the same compilation again, that takes the memory: " + exclude(crash) + ".";
    }

    private static String ofProfiler(CrashReading read) {
        return read.profiler().equals("AsyncGetCallTrace")
                ? "The JVM walked a stack for a profiler (AsyncGetCallTrace): try without the profiler, or update it and the"
                        + " JDK."
                : "The JVM walked a stack for a profiler (" + read.profiler()
                        + "): try without it, or update it and the JDK.";
    }

    private static String ofCode(CrashReading read) {
        NativeFrame frame = read.frame();
        NativeFrame caller = read.caller();
        String library = caller != null && caller.isForeign() ? caller.library() : frame == null ? "" : frame.library();
        String own = read.crash().where().javaFrame();
        return switch (read.cause()) {
            case COMPILED ->
                "It happened in compiled Java code, which only the JIT compiler, Unsafe or native code can break: "
                        + UPDATE
                        + ", and try -XX:CompileCommand=exclude," + (frame == null ? "" : method(frame.function()))
                        + " to see whether the compiler is the cause.";
            case BROKEN_HEAP ->
                "It found an object that is broken, which others did before: Unsafe or native code (-Xcheck:jni), the JIT"
                        + " compiler, the collector itself or bad memory. First " + UPDATE + ".";
            case ADDRESS ->
                "The JVM was given an address that is not mapped: look at the code that uses Unsafe or JNI first.";
            case JNI ->
                (caller == null ? "Native code" : library)
                        + " called the JVM by JNI: look at what it passes first; -Xcheck:jni names wrong arguments.";
            case LIBRARY ->
                "It happened in native code: update " + library + " or report it to its maintainers"
                        + (own.isEmpty() ? "." : ", or look at what " + own + " passes to it.");
            case JDK_LIBRARY ->
                "It happened in a library of the JDK (" + (caller == null ? library : caller.library()) + "): " + UPDATE
                        + (own.isEmpty() ? "." : ", and look at what " + own + " passes to it.");
            case SYSTEM_OF_JVM ->
                "It happened in a library of the system, which the JVM itself called: " + UPDATE + ".";
            case SYSTEM_OF_JAVA ->
                "Java code called a library of the system (java.lang.foreign, JNA): look at the addresses that "
                        + (own.isEmpty() ? "it" : own) + " passes.";
            case SYSTEM ->
                "It happened in a library of the system, probably because of what its caller gave it, and the caller is not in"
                        + " the text: see the native frames of the complete log.";
            case UNKNOWN_CODE ->
                "It happened in native code that no library is named for: the native frames of the complete log show what"
                        + " called it.";
            default ->
                "Update the JDK to the newest release of its version; if it happens again, report it with the crash log.";
        };
    }

    private static String exclude(Crash crash) {
        return crash.where().compiling().isEmpty()
                ? "keep the method from being compiled that \"Current CompileTask\" names in the complete log"
                        + " (-XX:CompileCommand=exclude,CLASS::METHOD)"
                : "keep it from being compiled: -XX:CompileCommand=exclude,"
                        + method(crash.where().compiling());
    }

    /** The method that is compiled, or that one is. */
    static String compiling(CrashReading read) {
        String method = read.crash().where().compiling();
        return method.isEmpty() ? "one method" : method;
    }

    /** As an option takes it. */
    private static String method(String name) {
        int at = name.lastIndexOf('.');
        return name.contains("::") || at < 0 ? name : name.substring(0, at) + "::" + name.substring(at + 1);
    }
}
