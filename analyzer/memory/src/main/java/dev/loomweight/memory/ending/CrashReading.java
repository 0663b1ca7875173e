package dev.loomweight.memory.ending;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Figure;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who made a JVM crash, as far as its log shows.
 *
 * @param crash the log
 * @param cause what it was
 * @param frame the innermost frame, or null where none is named
 * @param caller of a frame that does what it is asked for, who asked; null for others, and where that is not in the text
 * @param profiler the library of a profiler on the stack, or what is said of it; empty where there is none
 * @param refused how much memory the JVM was refused, in bytes, where it was
 * @param compilerBytes what the compilers had allocated, where that is most of what the JVM had outside the heap
 */
record CrashReading(
        Crash crash,
        Cause cause,
        @Nullable NativeFrame frame,
        @Nullable NativeFrame caller,
        String profiler,
        Quantity refused,
        Quantity compilerBytes) {

    /** What made it crash. */
    enum Cause {
        /** Another process sent the signal. */
        SENT,
        /** Its own code sent the signal. */
        RAISED,
        /** As many mappings as the kernel allows. */
        MAPPINGS,
        /** As much address space as {@code ulimit -v} allows. */
        ADDRESS_SPACE,
        /** A compilation that took most of the memory. */
        COMPILATION_MEMORY,
        /** The Java heap was refused, at the start or as it grew. */
        HEAP,
        /** A thread of the JVM could not be started. */
        THREADS,
        /** Other memory was refused. */
        MEMORY,
        /** A page of a mapped file could not be read. */
        FILE,
        /** Native code reached the end of the stack. */
        STACK,
        /** The JVM was asked to end at an exception. */
        ASKED,
        /** A thread that compiles. */
        COMPILER,
        /** Compiled Java code. */
        COMPILED,
        /** What reads objects found one that is broken: a thread of the collector, or the interpreter. */
        BROKEN_HEAP,
        /** The JVM, as it walked a stack for a profiler. */
        PROFILER,
        /** A function that accesses the address that it is given. */
        ADDRESS,
        /** The JVM, called by a library. */
        JNI,
        /** A library that is neither the JDK's nor the system's. */
        LIBRARY,
        /** A library of the JDK. */
        JDK_LIBRARY,
        /** A library of the system, called by the JVM. */
        SYSTEM_OF_JVM,
        /** A library of the system, called from Java code without a library between. */
        SYSTEM_OF_JAVA,
        /** A library of the system; who called it is not in the text. */
        SYSTEM,
        /** Native code of which no library is named. */
        UNKNOWN_CODE,
        /** The JVM itself. */
        JVM
    }

    private static final Pattern REFUSAL =
            Pattern.compile("Native memory allocation .*failed to \\w+ (\\d{1,18}) bytes.*");

    private static final Pattern THREAD_REFUSED =
            Pattern.compile(".*(?:[Cc]annot|[Uu]nable to) create .*thread.*|.*pthread_create.*");

    private static final String OUT_OF_MEMORY = "Out of Memory Error";

    private static final Pattern COMPILERS_THREAD =
            Pattern.compile("(?:C1|C2|JVMCI[\\w-]*|Graal\\w*) CompilerThread\\d*");

    /** Classes of C1 and C2, where the thread is not in the text. */
    private static final Pattern OF_COMPILER =
            Pattern.compile("(?:Phase\\w*|\\w*Node|Compile|Compilation|ci[A-Z]\\w*|LIR\\w*|GraphBuilder"
                    + "|LinearScan|Parse|IdealLoopTree|Matcher|C[12]?Compiler|ConnectionGraph|SuperWord|VTransform\\w*|Type\\w*Ptr)::.*"
                    + "|ok_to_convert");

    private static final Pattern COLLECTORS_THREAD = Pattern.compile(
            "(?:GC|ParGC|Gang) (?:task )?(?:Thread|worker).*|G1 .*|ZWorker.*|XWorker.*|ZDriver.*|Shenandoah.*|CMS.*|Concurrent Mark.*"
                    + "|GCTaskThread|ConcurrentGCThread|GangWorker");

    private static final Pattern PROFILER = Pattern.compile(
            "[\\w.-]*(?:asyncProfiler|javaProfiler|yjpagent|jprofilerti|pyroscope|lagent|\\bprofiler\\d+)[\\w-]*\\.\\w+");

    /** What walks a stack for AsyncGetCallTrace ({@code forte.cpp}). */
    private static final Pattern ASYNC = Pattern.compile("AsyncGetCallTrace|forte_.*|vframeStreamForte::.*");

    private static final Pattern JFR_SAMPLER =
            Pattern.compile("JFR (?:Thread Sampler|Sampler Thread|Recording Sampler.*)");

    /** Functions of the JVM that access the address that they are given. */
    private static final Pattern ADDRESSED = Pattern.compile("Unsafe_.*|.*(?:arraycopy|Copy::|[Uu]nsafe_|_fill\\b).*");

    private static final Pattern COPY = Pattern.compile(".*(?:arraycopy|memcpy|memmove|[Cc]opy).*");

    private static final Pattern OF_HEAP =
            Pattern.compile(".*\\b(?:G1PageBasedVirtualSpace|HeapRegionManager|G1HeapRegionManager"
                    + "|PSVirtualSpace|PSOldGen|PSYoungGen|CardGeneration|DefNewGeneration|TenuredGeneration|ZPhysicalMemory\\w*"
                    + "|ShenandoahHeap)::.*");

    /** From this share on, mappings, or address space, are used up. */
    private static final double USED_UP = 0.95;

    /** The heap's size is rounded up: to regions, which grow with it, or generations. */
    private static final long ROUNDED = 2L << 20;

    private static final double MOST = 0.5;

    static CrashReading of(Crash crash, NmtDigest nmt) {
        Crash.Where where = crash.where();
        List<NativeFrame> stack = (where.nativeFrames().isEmpty() ? List.of(where.frame()) : where.nativeFrames())
                .stream().filter(line -> !line.isEmpty()).map(NativeFrame::of).toList();
        NativeFrame frame = where.frame().isEmpty() ? null : NativeFrame.of(where.frame());
        Matcher bytes = REFUSAL.matcher(crash.error());
        Quantity refused = bytes.matches() ? Quantity.of(Long.parseLong(bytes.group(1))) : Quantity.unknown("");
        NativeFrame caller = frame == null ? null : caller(frame, stack);
        String profiler = profiler(where, stack);
        Quantity compilers = compilers(nmt);
        Cause cause = crash.sender() != null
                ? crash.sender().itself() ? Cause.RAISED : Cause.SENT
                : isRefusal(crash) ? refusal(crash, refused, compilers) : fault(crash, frame, caller, profiler);
        return new CrashReading(crash, cause, frame, caller, profiler, refused, compilers);
    }

    private static boolean isRefusal(Crash crash) {
        return crash.event().startsWith(OUT_OF_MEMORY)
                || REFUSAL.matcher(crash.error()).matches()
                || (crash.event().isEmpty() && !crash.error().isEmpty());
    }

    private static Cause refusal(Crash crash, Quantity refused, Quantity compilers) {
        if (isUsedUp(crash, Figure.MAPPINGS, Figure.MAX_MAPPINGS, 0)) {
            return Cause.MAPPINGS;
        } else if (isCompiling(crash) && compilers.isKnown()) {
            return Cause.COMPILATION_MEMORY;
        } else if (isUsedUp(crash, Figure.ADDRESS_SPACE, Figure.MAX_ADDRESS_SPACE, refused.orElse(0))) {
            return Cause.ADDRESS_SPACE;
        } else if (THREAD_REFUSED.matcher(crash.error()).matches()) {
            return Cause.THREADS;
        }
        return refused.isKnown() && isHeap(crash, refused.orElse(0)) ? Cause.HEAP : Cause.MEMORY;
    }

    private static boolean isUsedUp(Crash crash, Figure used, Figure most, long more) {
        Long is = crash.figures().get(used);
        Long may = crash.figures().get(most);
        return is != null && may != null && is + more >= may * USED_UP;
    }

    private static boolean isHeap(Crash crash, long bytes) {
        Long from = crash.figures().get(Figure.HEAP_FROM);
        Long size = crash.figures().get(Figure.HEAP_BYTES);
        Long at = crash.figures().get(Figure.REFUSED_AT);
        if (from != null && size != null && at != null) {
            return at >= from && at < from + size;
        }
        return flagOf(crash, bytes) != null
                || crash.where().nativeFrames().stream()
                        .anyMatch(line -> OF_HEAP.matcher(line).matches());
    }

    /** The option of which an amount is the value, or null. */
    static @Nullable String flagOf(Crash crash, long bytes) {
        return isSize(crash, "InitialHeapSize", bytes) ? "-Xms" : isSize(crash, "MaxHeapSize", bytes) ? "-Xmx" : null;
    }

    private static boolean isSize(Crash crash, String flag, long bytes) {
        Long value = crash.flags().get(flag);
        return value != null && bytes >= value && bytes <= value + value / 64 + ROUNDED;
    }

    /** What compilers have, where it is most of what the JVM has outside the heap. */
    private static Quantity compilers(NmtDigest nmt) {
        long compilers = nmt.committedBytes(NmtCategory.COMPILER);
        long others = nmt.committedBytes() - nmt.committedBytes(NmtCategory.JAVA_HEAP);
        return compilers > others * MOST ? Quantity.of(compilers) : Quantity.unknown("");
    }

    private static boolean isCompiling(Crash crash) {
        return !crash.where().compiling().isEmpty()
                || COMPILERS_THREAD.matcher(crash.where().thread()).matches();
    }

    private static Cause fault(
            Crash crash, @Nullable NativeFrame frame, @Nullable NativeFrame caller, String profiler) {
        String event = crash.event();
        if (isOfFile(crash, frame)) {
            return Cause.FILE;
        } else if (crash.access().ownStack() || event.startsWith("EXCEPTION_STACK_OVERFLOW")) {
            return Cause.STACK;
        } else if (crash.error().matches(".*Saw \\S+, aborting.*")) {
            return Cause.ASKED;
        } else if (isCompiling(crash) ? frame == null || !frame.isForeign() : frame != null && isOfCompiler(frame)) {
            return Cause.COMPILER;
        } else if (!profiler.isEmpty() && (frame == null || frame.isJvm() || frame.isSystem())) {
            return Cause.PROFILER;
        }
        return frame == null ? Cause.JVM : ofFrame(crash, frame, caller);
    }

    private static boolean isOfCompiler(NativeFrame frame) {
        return frame.isJvm() && OF_COMPILER.matcher(frame.function()).matches();
    }

    /** On macOS, the same signal is that of a page that is protected. */
    private static boolean isOfFile(Crash crash, @Nullable NativeFrame frame) {
        String code = crash.access().code();
        boolean copies = frame != null && COPY.matcher(frame.function()).matches();
        return crash.event().startsWith("EXCEPTION_IN_PAGE_ERROR")
                || (crash.event().startsWith("SIGBUS")
                        && (code.isEmpty() || code.equals("BUS_ADRERR"))
                        && (crash.event().contains("(0x7)") || copies));
    }

    private static Cause ofFrame(Crash crash, NativeFrame frame, @Nullable NativeFrame caller) {
        if (frame.isForeign()) {
            return Cause.LIBRARY;
        } else if (frame.kind() == 'J' || frame.kind() == 'A') {
            return Cause.COMPILED;
        } else if (frame.isJvm()) {
            return ADDRESSED.matcher(frame.function()).matches()
                    ? Cause.ADDRESS
                    : caller != null || frame.function().startsWith("jni_")
                            ? Cause.JNI
                            : isReader(crash, frame) ? Cause.BROKEN_HEAP : Cause.JVM;
        } else if (frame.isJdkLibrary()) {
            return Cause.JDK_LIBRARY;
        } else if (frame.kind() != 'C') {
            return isReader(crash, frame) ? Cause.BROKEN_HEAP : Cause.JVM;
        } else if (caller == null) {
            return frame.isSystem() ? Cause.SYSTEM : Cause.UNKNOWN_CODE;
        }
        return caller.isJvm()
                ? Cause.SYSTEM_OF_JVM
                : caller.isJava() ? Cause.SYSTEM_OF_JAVA : caller.isJdkLibrary() ? Cause.JDK_LIBRARY : Cause.LIBRARY;
    }

    private static boolean isReader(Crash crash, NativeFrame frame) {
        return frame.kind() == 'j'
                || frame.function().endsWith("::Interpreter")
                || COLLECTORS_THREAD.matcher(crash.where().thread()).matches();
    }

    /** Who called a function of the system; or a library that called the JVM, which Java code and others call all the time. */
    private static @Nullable NativeFrame caller(NativeFrame frame, List<NativeFrame> stack) {
        if (frame.kind() == 'C' && !frame.isForeign() && !frame.isJdkLibrary() && !frame.isJvm()) {
            return stack.stream()
                    .filter(one -> one.isJava() || one.kind() == 'V' || one.isForeign() || one.isJdkLibrary())
                    .findFirst()
                    .orElse(null);
        } else if (frame.kind() == 'V') {
            return stack.stream()
                    .filter(one -> one.kind() != 'V')
                    .findFirst()
                    .filter(NativeFrame::isForeign)
                    .orElse(null);
        }
        return null;
    }

    /** A profiler whose code runs, also in a signal that interrupted something else; not one that called Java code. */
    private static String profiler(Crash.Where where, List<NativeFrame> stack) {
        if (JFR_SAMPLER.matcher(where.thread()).matches()) {
            return "JFR's sampler";
        }
        String named = "";
        for (NativeFrame one : stack) {
            if (one.isJava()) {
                return named;
            }
            if (PROFILER.matcher(one.library()).matches()) {
                return one.library();
            } else if (ASYNC.matcher(one.function()).matches()) {
                named = "AsyncGetCallTrace";
            }
        }
        return named;
    }
}
