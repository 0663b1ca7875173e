package dev.loomweight.sample;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the log that a JVM wrote for its capture has of failed allocations.
 *
 * @param errors allocations that failed, in their order; of equal ones in sequence the last
 * @param heapMaxBytes the maximum size of the heap, in bytes, or -1
 * @param systemGc when {@code System.gc()} last collected the heap, which is also what reserving direct memory does when it
 *     is used up; null if it never did
 */
public record JvmLog(
        List<OutOfMemory> errors,
        long heapMaxBytes,
        @Nullable Instant systemGc) {

    public JvmLog {
        errors = List.copyOf(errors);
    }
}
