package dev.loomweight.sample;

import java.time.Instant;

/**
 * The process that was recorded: {@code jdk.JVMInformation}, once a chunk, JDK 11 and later. Of its options only some
 * numbers are taken: they can hold a password.
 *
 * @param time when it was written
 * @param pid the process, or -1 where the recording does not say
 * @param version the JVM's version
 * @param carriers what its options, with those of {@code JAVA_TOOL_OPTIONS}, say of carriers
 */
public record RecordedJvm(Instant time, long pid, String version, CarrierOptions carriers) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JVMInformation";

    static RecordedJvm from(EventView event) {
        return new RecordedJvm(
                event.startTime(),
                event.has("pid") ? event.longValue("pid") : -1,
                Values.textAt(event, "jvmVersion"),
                CarrierOptions.of(event.text("jvmArguments")));
    }
}
