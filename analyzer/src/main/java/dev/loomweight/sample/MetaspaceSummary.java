package dev.loomweight.sample;

import java.time.Instant;

/**
 * Metaspace before and after each collection: {@code jdk.MetaspaceSummary}, JDK 11 and later.
 *
 * @param time when
 * @param usedBytes what classes use, in bytes
 * @param committedBytes what is committed, in bytes
 * @param reservedBytes the reserved address space, in bytes
 */
public record MetaspaceSummary(Instant time, long usedBytes, long committedBytes, long reservedBytes)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.MetaspaceSummary";

    static MetaspaceSummary from(EventView event) {
        return new MetaspaceSummary(
                event.startTime(),
                Values.longAt(event, "metaspace.used"),
                Values.longAt(event, "metaspace.committed"),
                Values.longAt(event, "metaspace.reserved"));
    }
}
