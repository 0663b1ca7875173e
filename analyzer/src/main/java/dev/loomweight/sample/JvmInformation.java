package dev.loomweight.sample;

import java.time.Instant;

/**
 * What a JVM was started with: {@code jdk.JVMInformation}, once a chunk, every JDK.
 *
 * @param time when it was recorded
 * @param arguments the options of the JVM as one line, those of {@code JAVA_TOOL_OPTIONS} included; may hold secrets, and
 *     is never shown
 */
public record JvmInformation(Instant time, String arguments) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JVMInformation";

    static JvmInformation from(EventView event) {
        String arguments = event.text("jvmArguments");
        return new JvmInformation(event.startTime(), arguments == null ? "" : arguments);
    }
}
