package dev.loomweight.launch.program;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The sample {@code sleepers} as a user asks for it.
 *
 * @param threads how many threads of each kind, 1 or more
 * @param kinds the kinds, in the order of their runs
 * @param depth how many frames each thread has below its sleep, 0 or more
 * @param stackSizeBytes the stack size of a platform thread, or null for the JVM's default
 * @param settle how long to wait before each snapshot
 * @param jdk a JDK's home, or null for the one that runs this program
 * @param gc the collector, or null for the JVM's choice
 * @param inlining whether the JIT may inline those frames into each other, as it does in an ordinary program
 * @param folder where the captures go; must not exist or be empty
 */
public record SleepersRequest(
        int threads,
        List<Kind> kinds,
        int depth,
        @Nullable Long stackSizeBytes,
        Duration settle,
        @Nullable Path jdk,
        @Nullable Collector gc,
        boolean inlining,
        Path folder) {

    public SleepersRequest {
        kinds = List.copyOf(kinds);
    }

    /** The kind of a thread. */
    public enum Kind {
        /** A thread with a stack of the operating system. */
        PLATFORM("platform"),
        /** A thread whose frames lie in the heap while it waits. */
        VIRTUAL("virtual");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The word for it. */
        public String word() {
            return word;
        }
    }

    /** A garbage collector that HotSpot has. */
    public enum Collector {
        /** The default on machines with two processors and 2 GB or more. */
        G1("-XX:+UseG1GC"),
        /** One thread, for small heaps. */
        SERIAL("-XX:+UseSerialGC"),
        /** For throughput. */
        PARALLEL("-XX:+UseParallelGC"),
        /** For short pauses. */
        Z("-XX:+UseZGC"),
        /** For short pauses; not in every JDK. */
        SHENANDOAH("-XX:+UseShenandoahGC");

        private final String flag;

        Collector(String flag) {
            this.flag = flag;
        }

        String flag() {
            return flag;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
