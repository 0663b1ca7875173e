package dev.loomweight.sample;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What a JVM prints of itself where jcmd asks, or as it crashes; of its native memory see {@link NmtTexts}. */
public sealed interface JvmTexts extends Sample {

    /**
     * {@code GC.class_histogram}: the live objects of the heap by class. Unlike a heap dump it counts stack chunks whole.
     *
     * @param lines one per class, the largest first
     * @param totalInstances as printed in the last line, or the sum where that line is missing
     * @param totalBytes as printed in the last line, in bytes, or the sum where that line is missing
     */
    record ClassHistogram(List<Line> lines, long totalInstances, long totalBytes) implements JvmTexts {

        public ClassHistogram {
            lines = List.copyOf(lines);
        }

        /** How many live objects there are of a class, of all loaders together; in the JVM's notation. */
        public long instancesOf(String className) {
            return sum(className, Line::instances);
        }

        /** The shallow size of all live objects of a class, of all loaders together, in bytes; in the JVM's notation. */
        public long bytesOf(String className) {
            return sum(className, Line::bytes);
        }

        private long sum(String className, ToLongFunction<Line> amount) {
            return lines.stream()
                    .filter(line -> line.className().equals(className))
                    .mapToLong(amount)
                    .sum();
        }

        /**
         * One class.
         *
         * @param className in the JVM's notation, such as {@code [B} or {@code java.lang.String}; never null
         * @param module the module in parentheses, version included, or empty where none is printed
         * @param instances how many live objects
         * @param bytes their shallow size, in bytes
         */
        public record Line(String className, String module, long instances, long bytes) {}
    }

    /**
     * {@code GC.heap_info} in the words of any collector and JDK, or the same lines inside {@code VM.info}. All amounts are
     * in bytes; -1 where the collector does not print them.
     *
     * @param collector the heap's name as printed, such as {@code garbage-first heap}; of two generations the younger
     * @param reservedBytes the most that the heap may become
     * @param committedBytes what is committed of it ("total" before JDK 25, "capacity" of ZGC)
     * @param usedBytes what objects take, dead ones included
     * @param from the heap's first address, or 0 where it is not printed
     * @param to the address after its last byte, or 0
     */
    record HeapInfo(String collector, long reservedBytes, long committedBytes, long usedBytes, long from, long to)
            implements JvmTexts {}

    /**
     * {@code System.native_heap_info}: glibc's own account of malloc ({@code malloc_info(3)}), JDK 21 (updates) and later on
     * Linux with glibc. It counts all that the process got from malloc, not only the JVM.
     *
     * @param arenas how many arenas there are; glibc makes up to 8 a processor
     * @param arenaBytes what the arenas got from the kernel, in bytes
     * @param freeBytes what is free inside the arenas: freed by the program, kept by glibc, in bytes
     * @param mappedBytes blocks so large that each has a mapping of its own, in bytes
     * @param mappedBlocks how many of those
     */
    record NativeHeap(long arenas, long arenaBytes, long freeBytes, long mappedBytes, long mappedBlocks)
            implements JvmTexts {

        /** What the program holds from malloc, glibc's overhead included, in bytes. */
        public long liveBytes() {
            return arenaBytes - freeBytes + mappedBytes;
        }
    }

    /**
     * The section on memory of {@code VM.info} and of a crash log ({@code hs_err}). All amounts are in bytes; -1 where the
     * text does not have them. They are printed rounded to 1 KB.
     *
     * @param residentBytes resident memory
     * @param peakBytes its highest value so far
     * @param anonymousBytes the resident part that no file backs
     * @param fileBytes the resident part of mapped files
     * @param sharedBytes the resident part of shared memory
     * @param swappedBytes what is swapped out
     * @param mallocLiveBytes what the program holds from malloc, by glibc
     * @param mallocRetainedBytes what glibc keeps of freed memory (JDK 17 updates and later)
     * @param limitBytes the container's limit, or {@link #NO_LIMIT} where there is none
     * @param usageBytes what the container uses
     */
    record ProcessMemory(
            long residentBytes,
            long peakBytes,
            long anonymousBytes,
            long fileBytes,
            long sharedBytes,
            long swappedBytes,
            long mallocLiveBytes,
            long mallocRetainedBytes,
            long limitBytes,
            long usageBytes)
            implements JvmTexts {

        /** The limit of a container that has none. */
        public static final long NO_LIMIT = Long.MAX_VALUE;
    }

    /**
     * The reason of a crash, in a crash log ({@code hs_err}).
     *
     * @param event what happened: a signal as {@code SIGSEGV (0xb)}, {@code Internal Error (debug.cpp:271)}, or {@code Out of
     *     Memory Error (os_linux.cpp:2848)}; empty where it is not in the text
     * @param error the JVM's words on it; empty for a signal
     * @param where the code and the thread in which it happened
     * @param access what the signal says of the memory that was accessed
     * @param sender the process that sent the signal, or null where the code itself raised it, or that is not known
     * @param time when, to the second, or null
     * @param uptimeNanos how long after the start of the JVM, in nanoseconds; -1 where that is not known
     * @param jdk the version of the JVM, such as {@code 25.0.2+10-LTS}; empty where it is not known
     * @param flags the flags that bound memory and have a value other than their default, in bytes
     * @param figures what the log says of the machine's memory and of the process' mappings; what it does not say is missing
     */
    record Crash(
            String event,
            String error,
            Where where,
            Access access,
            @Nullable Sender sender,
            @Nullable Instant time,
            long uptimeNanos,
            String jdk,
            Map<String, Long> flags,
            Map<Figure, Long> figures)
            implements JvmTexts {

        public Crash {
            flags = Map.copyOf(flags);
            figures = Map.copyOf(figures);
        }

        /**
         * Where a JVM crashed.
         *
         * @param frame the innermost frame, as printed; empty where none is named
         * @param thread the name of the thread; empty where that is not known
         * @param javaFrame the first method on its stack that is none of the JDK's, in the notation of a stack trace; empty
         *     where there is none
         * @param nativeFrames the stack, the innermost frame first, as printed; empty where it is not in the text
         * @param compiling the method that the thread compiled, as {@code com.acme.Cart::add}; empty for other threads
         */
        public record Where(
                String frame, String thread, String javaFrame, List<String> nativeFrames, String compiling) {

            public Where {
                nativeFrames = List.copyOf(nativeFrames);
            }
        }

        /**
         * What a signal says of the memory that was accessed.
         *
         * @param code why that failed, such as {@code SEGV_MAPERR}; empty where it is not known
         * @param ownStack whether it is within the thread's own stack, of which only the guard pages at its end fail
         */
        public record Access(String code, boolean ownStack) {

            /** Nothing is known of it. */
            public static final Access UNKNOWN = new Access("", false);
        }

        /**
         * A process that sent a signal. What the JVM did at that moment is not the reason then.
         *
         * @param pid the process, as the JVM sees it: 0 for one that is outside of its container; null where it is not named
         * @param itself whether that is the JVM's own process
         */
        public record Sender(@Nullable Long pid, boolean itself) {}

        /** What a crash log says of the machine and the process, in bytes where it is an amount of memory. */
        public enum Figure {
            /** The machine's memory. */
            PHYSICAL,
            /** What is free of it; before JDK 25 without what the kernel would release. */
            FREE,
            /** What the kernel would give to programs (Linux). */
            AVAILABLE,
            SWAP_FREE,
            /** What can still be committed (Windows). */
            PAGE_FILE_FREE,
            /** How many mappings the process has, at least. */
            MAPPINGS,
            /** How many it may have (Linux). */
            MAX_MAPPINGS,
            ADDRESS_SPACE,
            /** The limit of the address space, which {@code ulimit -v} sets; missing where there is none. */
            MAX_ADDRESS_SPACE,
            /** The address of the Java heap. */
            HEAP_FROM,
            /** The address space that is reserved for the Java heap. */
            HEAP_BYTES,
            /** The address at which memory was refused. */
            REFUSED_AT;

            /** Whether it is an address. */
            public boolean isAddress() {
                return this == HEAP_FROM || this == REFUSED_AT;
            }
        }
    }

    /**
     * {@code System.map}: the process' mappings with the JVM's own names, JDK 21 (updates) and later, on Linux. The only
     * source of the true resident size of each thread's stack.
     *
     * @param mappings in the order of addresses
     */
    record SystemMap(List<Mapping> mappings) implements JvmTexts {

        public SystemMap {
            mappings = List.copyOf(mappings);
        }

        /**
         * One mapping.
         *
         * @param from its first address
         * @param to the address after its last byte
         * @param sizeBytes its address space, in bytes
         * @param residentBytes what is resident of it, in bytes
         * @param protection as in {@code /proc/PID/maps}, such as {@code rw-p}; {@code ---p} cannot be touched
         * @param info what the JVM says that it is, such as {@code JAVAHEAP} or {@code STACK-1234-main}; {@code -} where
         *     it does not know
         * @param file the mapped file, or {@code -}
         */
        public record Mapping(
                long from, long to, long sizeBytes, long residentBytes, String protection, String info, String file) {

            /** Whether it belongs to the stack of a thread that the JVM knows. */
            public boolean isStack() {
                return info.startsWith("STACK-");
            }

            /**
             * The name of the thread whose stack it is, with the dashes that the JVM prints for blanks, or an empty string
             * if it is not a stack.
             */
            public String threadName() {
                int afterId = isStack() ? info.indexOf('-', "STACK-".length()) : -1;
                return afterId < 0 ? "" : info.substring(afterId + 1);
            }
        }
    }

    /**
     * {@code Thread.vthread_scheduler}: the pool of carriers, JDK 24 and later.
     *
     * @param parallelism how many carriers run virtual threads at once
     * @param carriers how many carriers there are now
     * @param active how many of them run a virtual thread or look for one
     * @param queued how many virtual threads are submitted and wait for a carrier
     * @param text the line as printed
     */
    record Scheduler(long parallelism, long carriers, long active, long queued, String text) implements JvmTexts {}

    /**
     * {@code Thread.vthread_pollers}: who waits for the input and output of virtual threads, JDK 24 and later.
     *
     * @param virtual whether pollers are virtual threads, which need carriers themselves; otherwise platform threads
     * @param registered how many sockets virtual threads wait for
     */
    record Pollers(boolean virtual, long registered) implements JvmTexts {}

    /**
     * The process that jcmd names in the first line of what it prints, and a thread dump in its own. It is the same for all texts of one process, and so
     * shows which texts belong together.
     *
     * @param pid the process, as jcmd was given it, or as the JVM sees itself: in containers each has the same
     */
    record ProcessId(long pid) implements JvmTexts {}
}
