package dev.loomweight.sample;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dump with its threads one by one: what {@link ThreadDump} has together, for those who ask who waits for whom.
 * Equal stacks share one list of frames.
 *
 * @param kind which command printed it
 * @param time when it was taken, or null where neither the dump nor the capture says so
 * @param tookNanos how long the JVM took for it, in nanoseconds; 0 where that was not measured
 * @param pausedNanos for how long all threads were stopped meanwhile, garbage collections included, in nanoseconds; -1
 *     where that was not measured
 * @param runtime the version of the JDK, such as {@code 25.0.3+9-LTS}; empty where the dump does not say
 * @param threads in the order of the dump
 */
public record DumpedThreads(
        Kind kind, @Nullable Instant time, long tookNanos, long pausedNanos, String runtime, List<DumpedThread> threads)
        implements Sample {

    /** A dump of which is not known for how long threads were stopped. */
    public DumpedThreads(
            Kind kind, @Nullable Instant time, long tookNanos, String runtime, List<DumpedThread> threads) {
        this(kind, time, tookNanos, -1, runtime, threads);
    }

    public DumpedThreads {
        threads = List.copyOf(threads);
    }

    /** The command that printed a dump: each knows other things. */
    public enum Kind {
        /** {@code Thread.dump_to_file -format=json}: all threads; with states, monitors and blockers from JDK 25. */
        JSON,
        /** {@code Thread.dump_to_file}, as text: all threads. */
        TEXT,
        /** {@code Thread.print}, {@code jstack}, SIGQUIT: platform threads, with monitors and, by {@code -l}, owned locks. */
        PRINT
    }
}
