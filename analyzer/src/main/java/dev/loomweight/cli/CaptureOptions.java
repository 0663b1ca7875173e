package dev.loomweight.cli;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.DumpOptions;
import dev.loomweight.command.FleetOptions;
import dev.loomweight.command.InputOptions.NmtLevel;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.CaptureRequest.SnapshotRequest;
import dev.loomweight.launch.CaptureRequest.Watched;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The options of every command that captures a user's own application, and what they ask for. */
final class CaptureOptions {

    static final Option<Path> FOLDER = Option.path(
            "-o --output", "DIR", "Directory for the capture (default: NAME-DATE-TIME.lw in the current one).");

    private static final Option<Duration> EVERY = Option.time(
                    "--snapshot-every",
                    "Maximum time between two snapshots (default: ${DEFAULT-VALUE}); the first ones follow each"
                            + " other faster.")
            .usually("10s");

    private static final Option<String> SETTINGS = Option.text(
            "--settings",
            "FILE",
            "JFR settings: a .jfc file; threads for Loomweight's settings plus the start and end of each"
                    + " virtual thread; default or profile for those of the JDK, which also record"
                    + " environment variables (default: Loomweight's settings).");

    private static final Option<NmtLevel> NMT = Option.choice(
                    NmtLevel.class,
                    "--nmt",
                    "LEVEL",
                    "Native memory tracking: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). With detail,"
                            + " which includes call sites, each snapshot takes up to a second.")
            .usually("summary");

    private static final Option<Boolean> HISTOGRAM = Option.flag(
            "--histogram",
            "Take a class histogram with each snapshot. This pauses the application for a full collection.");

    private static final Option<Boolean> THREADS = Option.flag(
            "--threads",
            "Take a thread dump with each snapshot, virtual threads included. This stops each thread"
                    + " briefly and takes about 1 KB per thread.");

    private static final Option<Long> MIN_FREE = Option.size(
                    "--min-free",
                    "Stop capturing when free disk space falls below this size (default: ${DEFAULT-VALUE}).")
            .usually("256m");

    private static final Option<Boolean> NO_CARRIERS = Option.flag(
            "--no-carriers",
            "Do not capture where the time of the carriers of virtual threads goes. By default, thread"
                    + " states are looked at for at most 0.5%% of the time.");

    private static final Option<Boolean> NO_WAITS = Option.flag(
            "--no-waits",
            "Do not record how long virtual threads wait. By default, JDK 25 and newer trace the method in which they"
                    + " leave their carriers, from 20 ms on, or longer where such waits are many.");

    private static final Option<Boolean> CPU_SAMPLES = Option.flag(
            "--cpu-samples",
            "Also record jdk.CPUTimeSample (JDK 25+, Linux): what runs, by processor time, native code"
                    + " included. The event is experimental and can crash the JVM when the recording ends.");

    static final List<Option<?>> ALL = Option.in(
            Option.Group.CAPTURE,
            Option.all(
                    List.of(
                            FOLDER,
                            EVERY,
                            SETTINGS,
                            NMT,
                            HISTOGRAM,
                            THREADS,
                            MIN_FREE,
                            NO_CARRIERS,
                            NO_WAITS,
                            CPU_SAMPLES,
                            FleetOptions.LABEL),
                    DumpOptions.OF_CAPTURES));

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private CaptureOptions() {}

    /** The folder to write to: {@code NAME-DATE-TIME.lw} in the current directory unless the user says otherwise. */
    static Path folder(Options given, String name) {
        // The ending of a jar is left out.
        String stem = name.endsWith(".jar") ? name.substring(0, name.length() - 4) : name;
        return given.has(FOLDER)
                ? given.get(FOLDER)
                : Path.of(stem.replaceAll("[^\\w.$-]", "_") + "-"
                        + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP) + ".lw");
    }

    /**
     * What to capture.
     *
     * @param capture the folder to write to
     * @param heap whether the last snapshot has a heap dump
     * @throws dev.loomweight.kernel.option.Misuse if a time is less than a millisecond, or options of dumps do not go together
     */
    static CaptureRequest request(Options given, Path capture, boolean heap) {
        boolean withoutCarriers = given.get(NO_CARRIERS);
        return new CaptureRequest(
                capture,
                new SnapshotRequest(
                        DumpOptions.atLeastMilli(given, EVERY), parts(given, heap), given.get(NMT) == NmtLevel.DETAIL),
                given.find(SETTINGS),
                given.get(MIN_FREE),
                // Whether the capture names the class path and the JDK.
                !given.get(ClassOptions.NO_CLASSPATH),
                new Watched(
                        !withoutCarriers,
                        !given.get(NO_WAITS),
                        given.get(CPU_SAMPLES) ? Samples.CPU_TIME : withoutCarriers ? Samples.NONE : Samples.EXECUTION),
                DumpOptions.ofCapture(given),
                FleetOptions.labels(given));
    }

    /** The parts of each snapshot: those that pause the application only on request. */
    private static Set<Part> parts(Options given, boolean heap) {
        Set<Part> parts = Part.usualWithout(Part.THREADS_JSON);
        if (heap) {
            parts.add(Part.HEAP);
        }
        if (!given.get(HISTOGRAM)) {
            parts.remove(Part.HISTOGRAM);
        }
        if (!given.get(THREADS)) {
            parts.remove(Part.THREADS);
        }
        return parts;
    }
}
