package dev.loomweight.sample;

import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The process that was recorded: {@code jdk.JVMInformation}, once a chunk, JDK 11 and later. Of its options only some
 * numbers are taken: they can hold a password.
 *
 * @param time when it was written
 * @param pid the process, or -1 where the recording does not say
 * @param startedMillis when it was started, in milliseconds since 1970; 0 where the recording does not say
 * @param version the JVM's version
 * @param carriers what its options, with those of {@code JAVA_TOOL_OPTIONS}, say of carriers
 * @param tracesPins whether they ask it to print pins, which JDK 21 to 23 do
 */
public record RecordedJvm(
        Instant time, long pid, long startedMillis, String version, CarrierOptions carriers, boolean tracesPins)
        implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.JVMInformation";

    private static final Pattern TRACE = Pattern.compile("-Djdk\\.tracePinnedThreads(?=[=\\s]|$)");

    static RecordedJvm from(EventView event) {
        String options = event.text("jvmArguments");
        return new RecordedJvm(
                event.startTime(),
                event.has("pid") ? event.longValue("pid") : -1,
                event.has("jvmStartTime") && event.value("jvmStartTime") instanceof Instant started
                        ? started.toEpochMilli()
                        : 0,
                Values.textAt(event, "jvmVersion"),
                CarrierOptions.of(options),
                options != null && tracesPins(options));
    }

    /** Whether options ask a JVM to print its pins: {@code -Djdk.tracePinnedThreads}, with a value or without. */
    public static boolean tracesPins(CharSequence options) {
        return TRACE.matcher(options).find();
    }
}
