package dev.loomweight.cli;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.launch.CaptureRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The options of every command that captures a user's own application. */
final class CaptureArguments extends Arguments {

    private final One<Path> folder = one(
            Path.class, output("DIR", "Directory for the capture (default: NAME-DATE-TIME.lw in the current one)."));

    private final One<Duration> every = time(option(
                    "--snapshot-every",
                    "TIME",
                    "Maximum time between two snapshots (default: ${DEFAULT-VALUE}); the first ones follow each"
                            + " other faster.")
            .defaultValue("10s"));

    private final One<String> settings = one(
            String.class,
            option(
                    "--settings",
                    "FILE",
                    "JFR settings: a .jfc file; threads for Loomweight's settings plus the start and end of each"
                            + " virtual thread; default or profile for those of the JDK, which also record"
                            + " environment variables (default: Loomweight's settings)."));

    private final One<Level> nmt = one(
            Level.class,
            option(
                            "--nmt",
                            "LEVEL",
                            "Native memory tracking: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). With detail,"
                                    + " which includes call sites, each snapshot takes up to a second.")
                    .defaultValue("summary"));

    private final Flag histogram = flag(
            "--histogram",
            "Take a class histogram with each snapshot. This pauses the application for a full collection.");

    private final Flag threads = flag(
            "--threads",
            "Take a thread dump with each snapshot, virtual threads included. This stops each thread"
                    + " briefly and takes about 1 KB per thread.");

    private final One<Long> minFreeBytes = size(option(
                    "--min-free",
                    "SIZE",
                    "Stop capturing when free disk space falls below this size (default: ${DEFAULT-VALUE}).")
            .defaultValue("256m"));

    private final Flag withoutCarriers = flag(
            "--no-carriers",
            "Do not capture where the time of the carriers of virtual threads goes. By default, thread"
                    + " states are looked at for at most 0.5%% of the time.");

    private final Flag cpuSamples = flag(
            "--cpu-samples",
            "Also record jdk.CPUTimeSample (JDK 25+, Linux): what runs, by processor time, native code"
                    + " included. The event is experimental and can crash the JVM when the recording ends.");

    private final LabelArguments labels = group(new LabelArguments());

    private final DumpArguments dumps = group(new DumpArguments());

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
        return folder.or(CaptureNames.dated(target));
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
        DumpArguments.requireMilli(command, "--snapshot-every", every.get());
        Map<String, String> named = labels.labels(command);
        return new CaptureRequest(
                capture,
                every.get(),
                parts(heap),
                nmt.get() == Level.DETAIL,
                settings.orNull(),
                minFreeBytes.get(),
                classes,
                !withoutCarriers.given(),
                samples(),
                dumps.request(command),
                named);
    }

    private Samples samples() {
        return cpuSamples.given() ? Samples.CPU_TIME : withoutCarriers.given() ? Samples.NONE : Samples.EXECUTION;
    }

    /** The parts of each snapshot: those that pause the application only on request. */
    private Set<Part> parts(boolean heap) {
        Set<Part> parts = Part.usualWithout(Part.THREADS_JSON);
        if (heap) {
            parts.add(Part.HEAP);
        }
        if (!histogram.given()) {
            parts.remove(Part.HISTOGRAM);
        }
        if (!threads.given()) {
            parts.remove(Part.THREADS);
        }
        return parts;
    }
}
