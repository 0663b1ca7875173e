package dev.loomweight.cli;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.launch.CaptureRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every command that captures a user's own application. */
final class CaptureArguments {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Directory for the capture (default: NAME-DATE-TIME.lw in the current one).")
    private @Nullable Path folder;

    @Option(
            names = "--snapshot-every",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = Converters.OfDuration.class,
            description = "Maximum time between two snapshots (default: ${DEFAULT-VALUE}); the first ones follow each"
                    + " other faster.")
    private Duration every = Duration.ofSeconds(10);

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "JFR settings: a .jfc file; threads for Loomweight's settings plus the start and end of each"
                    + " virtual thread; default or profile for those of the JDK, which also record"
                    + " environment variables (default: Loomweight's settings).")
    private @Nullable String settings;

    @Option(
            names = "--nmt",
            paramLabel = "LEVEL",
            defaultValue = "summary",
            description = "Native memory tracking: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). With detail,"
                    + " which includes call sites, each snapshot takes up to a second.")
    private Level nmt = Level.SUMMARY;

    @Option(
            names = "--histogram",
            description = "Take a class histogram with each snapshot. This pauses the application for a full"
                    + " collection.")
    private boolean histogram;

    @Option(
            names = "--threads",
            description = "Take a thread dump with each snapshot, virtual threads included. This stops each thread"
                    + " briefly and takes about 1 KB per thread.")
    private boolean threads;

    @Option(
            names = "--min-free",
            paramLabel = "SIZE",
            defaultValue = "256m",
            converter = Converters.OfSize.class,
            description = "Stop capturing when free disk space falls below this size (default: ${DEFAULT-VALUE}).")
    private Long minFreeBytes = 256L << 20;

    @Option(
            names = "--no-carriers",
            description = "Do not capture where the time of the carriers of virtual threads goes. By default, thread"
                    + " states are looked at for at most 0.5%% of the time.")
    private boolean withoutCarriers;

    @Option(
            names = "--cpu-samples",
            description = "Also record jdk.CPUTimeSample (JDK 25+, Linux): what runs, by processor time, native code"
                    + " included. The event is experimental and can crash the JVM when the recording ends.")
    private boolean cpuSamples;

    @Mixin
    private final LabelArguments labels = new LabelArguments();

    @Mixin
    private DumpArguments dumps = new DumpArguments();

    /** The values of {@code --nmt}. */
    enum Level {
        SUMMARY,
        DETAIL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The capture to make. */
    Path folder(String target) {
        return folder == null ? CaptureNames.dated(target) : folder;
    }

    /**
     * What to capture.
     *
     * @param classes whether the capture names the class path and the JDK
     * @throws ParameterException if the time between two snapshots is less than a millisecond
     */
    CaptureRequest request(CommandLine command, Path capture, boolean classes) {
        return request(command, capture, classes, false);
    }

    /** The same, with a heap dump in the last snapshot if that is wanted. */
    CaptureRequest request(CommandLine command, Path capture, boolean classes, boolean heap) {
        DumpArguments.requireMilli(command, "--snapshot-every", every);
        Map<String, String> named = labels.labels(command);
        return new CaptureRequest(
                capture,
                every,
                parts(heap),
                nmt == Level.DETAIL,
                settings,
                minFreeBytes,
                classes,
                !withoutCarriers,
                samples(),
                dumps.request(command),
                named);
    }

    private Samples samples() {
        return cpuSamples ? Samples.CPU_TIME : withoutCarriers ? Samples.NONE : Samples.EXECUTION;
    }

    /** The parts of each snapshot: those that pause the application only on request. */
    private Set<Part> parts(boolean heap) {
        Set<Part> parts = Part.usualWithout(Part.THREADS_JSON);
        if (heap) {
            parts.add(Part.HEAP);
        }
        if (!histogram) {
            parts.remove(Part.HISTOGRAM);
        }
        if (!threads) {
            parts.remove(Part.THREADS);
        }
        return parts;
    }
}
