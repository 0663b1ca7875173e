package dev.loomweight.sample;

import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a recording has of the JVM that wrote it, and of the machine and the container below it. */
public sealed interface MachineEvents extends Sample {

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
    record RecordedJvm(
            Instant time, long pid, long startedMillis, String version, CarrierOptions carriers, boolean tracesPins)
            implements MachineEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.JVMInformation";

        // OpenJDK 64-Bit Server VM (25.0.1+8-LTS) for linux-amd64 JRE (25.0.1+8-LTS), ...
        private static final Pattern JDK = Pattern.compile("VM \\(([^)]{1,64})\\)");

        private static final Pattern TRACE = Pattern.compile("-Djdk\\.tracePinnedThreads(?=[=\\s]|$)");

        static RecordedJvm from(EventView event) {
            String options = event.text("jvmArguments");
            return new RecordedJvm(
                    event.startTime(),
                    event.has("pid") ? event.longValue("pid") : -1,
                    event.has("jvmStartTime") && event.value("jvmStartTime") instanceof Instant started
                            ? started.toEpochMilli()
                            : 0,
                    event.textAt("jvmVersion"),
                    CarrierOptions.of(options),
                    options != null && tracesPins(options));
        }

        /** The version of its JDK, such as {@code 25.0.1+8-LTS}; null where the event does not have it. */
        public @Nullable String jdk() {
            Matcher found = JDK.matcher(version);
            return found.find() ? found.group(1) : null;
        }

        /** Whether options ask a JVM to print its pins: {@code -Djdk.tracePinnedThreads}, with a value or without. */
        public static boolean tracesPins(CharSequence options) {
            return TRACE.matcher(options).find();
        }
    }

    /**
     * The processors of a machine: {@code jdk.CPUInformation}, once a chunk, every JDK.
     *
     * @param time when it was recorded
     * @param hardwareThreads how many threads they run at once; the process may be allowed fewer
     */
    record CpuInformation(Instant time, long hardwareThreads) implements MachineEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.CPUInformation";

        static CpuInformation from(EventView event) {
            return new CpuInformation(event.startTime(), event.longValue("hwThreads"));
        }
    }

    /**
     * The collector: {@code jdk.GCConfiguration}, once a chunk, every JDK.
     *
     * @param name that of the old generation in HotSpot's enumeration {@code GCName}, such as {@code G1Old}
     */
    record CollectorConfiguration(String name) implements MachineEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.GCConfiguration";

        static CollectorConfiguration from(EventView event) {
            return new CollectorConfiguration(event.textAt("oldCollector"));
        }

        /** Its name without the generation, such as {@code G1}. */
        public String word() {
            return name.replaceFirst("(Old| Major)$", "");
        }
    }

    /**
     * The heap's bounds: {@code jdk.GCHeapConfiguration}, once a chunk, every JDK.
     *
     * @param maxBytes the most that the heap may become, in bytes
     */
    record HeapConfiguration(long maxBytes) implements MachineEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.GCHeapConfiguration";

        static HeapConfiguration from(EventView event) {
            return new HeapConfiguration(event.longValue("maxSize"));
        }
    }

    /**
     * The container as the JVM sees it: {@code jdk.ContainerConfiguration}, once a chunk, JDK 17 and later; written where the
     * JVM finds itself in a container, and by some JDKs wherever there are control groups.
     *
     * @param time when it was recorded
     * @param limitBytes the memory limit, in bytes; 0 or less where there is none
     * @param effectiveCpus the processors that the JVM counts with, whatever bounds them
     */
    record ContainerConfiguration(Instant time, long limitBytes, long effectiveCpus) implements MachineEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ContainerConfiguration";

        static ContainerConfiguration from(EventView event) {
            return new ContainerConfiguration(
                    event.startTime(), event.longValue("memoryLimit"), event.longValue("effectiveCpuCount"));
        }
    }

    /**
     * What the container is charged for: {@code jdk.ContainerMemoryUsage}, JDK 17 and later.
     *
     * @param time when
     * @param usageBytes what the kernel compares with the limit, in bytes
     * @param failures how often the limit was hit
     */
    record ContainerUsage(Instant time, long usageBytes, long failures) implements MachineEvents {

        /** The event's name. */
        public static final String EVENT = "jdk.ContainerMemoryUsage";

        static ContainerUsage from(EventView event) {
            return new ContainerUsage(
                    event.startTime(), event.longValue("memoryUsage"), event.longValue("memoryFailCount"));
        }
    }
}
