package dev.loomweight.cli;

import dev.loomweight.capture.CaptureFolder.Part;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every command that captures an application of the user's own. */
final class CaptureArguments {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where the capture is kept (default: NAME-DATE-TIME.lw here).")
    private @Nullable Path folder;

    @Option(
            names = "--snapshot-every",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "The longest time from one snapshot to the next (default: ${DEFAULT-VALUE}); the first come"
                    + " sooner.")
    private Duration every = Duration.ofSeconds(10);

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description =
                    "What is recorded: a .jfc file; threads, which is Loomweight's own and each start and end of a"
                            + " virtual thread; default or profile, which are the JDK's and record the environment's variables"
                            + " too (default: Loomweight's own).")
    private @Nullable String settings;

    @Option(
            names = "--nmt",
            paramLabel = "LEVEL",
            defaultValue = "summary",
            description = "Native memory tracking: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). detail keeps"
                    + " call sites: each snapshot takes up to a second.")
    private Level nmt = Level.SUMMARY;

    @Option(
            names = "--histogram",
            description = "Take a class histogram with each snapshot. It stops the application for a full collection.")
    private boolean histogram;

    @Option(
            names = "--threads",
            description = "Take a thread dump, virtual threads included, with each snapshot. It stops each thread for"
                    + " a moment, and takes about 1 KB a thread.")
    private boolean threads;

    @Option(
            names = "--min-free",
            paramLabel = "SIZE",
            defaultValue = "256m",
            converter = SizeConverter.class,
            description = "What must stay free on the disk; the capture ends before (default: ${DEFAULT-VALUE}).")
    private Long minFreeBytes = 256L << 20;

    /** The words of {@code --nmt}. */
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
     * The longest time from one snapshot to the next.
     *
     * @throws ParameterException if it is none
     */
    Duration every(CommandLine command) {
        if (every.isZero()) {
            throw new ParameterException(command, "--snapshot-every must be 1ms or more, not 0");
        }
        return every;
    }

    @Nullable
    String settings() {
        return settings;
    }

    boolean detail() {
        return nmt == Level.DETAIL;
    }

    long minFreeBytes() {
        return minFreeBytes;
    }

    /** What each snapshot takes: what costs the application a pause only where it was asked for. */
    Set<Part> parts() {
        Set<Part> parts = EnumSet.complementOf(EnumSet.of(Part.THREADS_JSON));
        if (!histogram) {
            parts.remove(Part.HISTOGRAM);
        }
        if (!threads) {
            parts.remove(Part.THREADS);
        }
        return parts;
    }
}
