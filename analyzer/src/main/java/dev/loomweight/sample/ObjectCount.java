package dev.loomweight.sample;

import java.time.Instant;

/**
 * The live objects of one class, as a recording counts them: {@code jdk.ObjectCount}, JDK 11 and later, off by default. Only classes that hold at least 1 % of the heap are recorded.
 *
 * @param time when; the same for all classes of one count
 * @param className the class, as recordings name it
 * @param instances how many live objects
 * @param bytes their shallow size, in bytes
 */
public record ObjectCount(Instant time, String className, long instances, long bytes) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.ObjectCount";

    static ObjectCount from(EventView event) {
        return new ObjectCount(
                event.startTime(),
                Values.textAt(event, "objectClass"),
                event.longValue("count"),
                event.longValue("totalSize"));
    }
}
