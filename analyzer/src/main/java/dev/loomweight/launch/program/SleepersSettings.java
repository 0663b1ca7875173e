package dev.loomweight.launch.program;

import dev.loomweight.launch.program.SleepersRequest.Collector;
import dev.loomweight.launch.program.SleepersRequest.Kind;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What can differ between one run of {@code sleepers} and the next.
 *
 * @param kind the kind of thread
 * @param threads how many, 1 or more
 * @param depth how many frames each has below its sleep, 0 or more
 * @param stackSizeBytes the stack size of a platform thread, or null for the JVM's default
 * @param gc the collector, or null for the JVM's choice
 * @param inlining whether the JIT may inline those frames into each other, as it does in an ordinary program
 * @param jdk a JDK's home, or null for the one that runs this program
 */
public record SleepersSettings(
        Kind kind,
        int threads,
        int depth,
        @Nullable Long stackSizeBytes,
        @Nullable Collector gc,
        boolean inlining,
        @Nullable Path jdk) {}
