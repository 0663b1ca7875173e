package dev.loomweight.capture;

import dev.loomweight.capture.CaptureFolder.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.Configuration;
import org.jspecify.annotations.Nullable;

/** How a target records itself: the settings and the flags that name them. */
public final class RecordingOptions {

    /**
     * Frames of a recorded stack. JFR's own 64 cut the outer frames off under many frameworks, and with them the frame
     * that holds the monitor.
     */
    public static final int STACK_DEPTH = 256;

    /** The file in a capture that says what was recorded. */
    public static final String SETTINGS = CaptureFolder.SETTINGS;

    /** Loomweight's own settings, with the start and the end of each virtual thread. */
    public static final String THREADS = "threads";

    /** Longer files are no settings, in bytes. */
    private static final int MAX_SETTINGS_BYTES = 4 << 20;

    private static final Pattern PLATFORM_THREAD_EVENT =
            Pattern.compile("(<event name=\"jdk\\.Thread(?:Start|End)\">\\s*<setting name=\"enabled\">)true");
    private static final Pattern THREAD_EVENT = off("VirtualThread(?:Start|End)");
    private static final Pattern SAMPLE_EVENT = off("(?:(?:Execution|NativeMethod)Sample|ThreadAllocationStatistics)");
    private static final Pattern CHUNK_EVENT = off("ObjectAllocation(?:InNew|Outside)TLAB");
    private static final Pattern CPU_EVENT = off("CPUTimeSample(?:sLost)?");

    /** Settings that a JDK has by their names. */
    static final Set<String> JDK_SETTINGS = Set.of("default", "profile");

    /** Which samples of running threads are recorded. */
    public enum Samples {
        /** None. */
        NONE,
        /** {@code jdk.ExecutionSample} of Java code and {@code jdk.NativeMethodSample} of native code, on every JDK. */
        EXECUTION,
        /** In addition {@code jdk.CPUTimeSample}: by processor time, native code included; JDK 25 and later on Linux. */
        CPU_TIME
    }

    private RecordingOptions() {}

    /** Where an event is switched off in the settings. */
    private static Pattern off(String events) {
        return Pattern.compile("(<event name=\"jdk\\." + events + "\">\\s*<setting name=\"enabled\">)false");
    }

    /**
     * Writes the settings, with thread events, next to the capture and returns the flags for a JVM that is about to be
     * started.
     *
     * @param capture where the recording goes
     * @throws DataException if the settings cannot be written
     */
    public static List<String> flags(CaptureFolder capture) {
        return flags(
                capture,
                quoted(write(capture, withoutPlatformThreads(settings(true, Samples.NONE)))),
                capture.resolve(CaptureFolder.RECORDING));
    }

    /**
     * The flags for a JVM that is about to be started.
     *
     * @param capture where the recording's chunks go
     * @param settings what JFR takes for settings: a name, or a path in quotes
     * @param destination where the recording goes when the JVM ends: a file, or a folder for one file a JVM
     */
    public static List<String> flags(CaptureFolder capture, String settings, Path destination) {
        // maxsize: without it, JFR keeps only the newest 250 MB.
        return List.of(
                "-XX:FlightRecorderOptions:stackdepth=" + STACK_DEPTH + ",repository="
                        + quoted(capture.resolve(CaptureFolder.REPOSITORY)),
                "-XX:StartFlightRecording:name=loomweight,dumponexit=true,maxsize=1024g,settings=" + settings
                        + ",filename=" + quoted(destination));
    }

    /**
     * Writes the settings next to the capture.
     *
     * @param threads whether the start and the end of each virtual thread are recorded
     * @return the file
     * @throws DataException if it cannot be written
     */
    public static Path writeSettings(CaptureFolder capture, boolean threads, Samples samples) {
        return write(capture, settings(threads, samples));
    }

    /**
     * Writes the settings that a user asks for next to the capture.
     *
     * @param asked null for Loomweight's own, {@code threads} for them with thread events, {@code default} or {@code
     *     profile} for the JDK's, or a .jfc file
     * @param samples of running threads, as far as the settings are Loomweight's
     * @param parts of the snapshots beside it: with dumps of threads and class histograms, Loomweight's settings record
     *     how large the stack chunks of these threads are
     * @return the file, or null where the JDK has them by their name
     * @throws DataException if the file cannot be read, or none can be written
     */
    public static @Nullable Path writeSettings(
            CaptureFolder capture, @Nullable String asked, Samples samples, Set<Part> parts) {
        if (asked == null || asked.equals(THREADS)) {
            String own = settings(asked != null, samples);
            boolean weighed = parts.contains(Part.HISTOGRAM)
                    && (parts.contains(Part.THREADS) || parts.contains(Part.THREADS_JSON));
            return write(capture, weighed ? on(CHUNK_EVENT, own) : own);
        }
        if (JDK_SETTINGS.contains(asked)) {
            return null;
        }
        try {
            return write(capture, InputFile.text(Path.of(asked), MAX_SETTINGS_BYTES));
        } catch (IOException e) {
            throw new DataException(
                    "cannot read the settings " + asked + ": " + CaptureFolder.reason(e)
                            + "; name a .jfc file, threads, default or profile with --settings",
                    e);
        }
    }

    /**
     * What is to be said of settings that record events which can hold secrets, or null where they record none.
     *
     * @param asked as for {@link #writeSettings(CaptureFolder, String, Samples, Set)}
     * @param recorded the recording or the capture that will hold them
     */
    public static @Nullable String secretsWarning(@Nullable String asked, Path recorded) {
        if (asked == null || asked.equals(THREADS)) {
            return null;
        }
        List<String> types;
        try {
            Configuration settings = JDK_SETTINGS.contains(asked)
                    ? Configuration.getConfiguration(asked)
                    : Configuration.create(Path.of(asked));
            types = SecretEvents.recordedBy(settings.getSettings());
        } catch (IOException | ParseException e) {
            // The JVM that is to record says what is wrong with them.
            return null;
        }
        return types.isEmpty()
                ? null
                : "the settings " + asked + " record events that can hold secrets (" + String.join(", ", types)
                        + "); loomweight scrub " + recorded + " COPY makes a copy without them";
    }

    private static Path write(CaptureFolder capture, String text) {
        Path settings = capture.resolve(SETTINGS);
        try {
            Files.writeString(settings, text);
        } catch (IOException e) {
            throw CaptureFolder.cannotWrite(settings, e);
        }
        return settings;
    }

    /**
     * The settings as the text of a .jfc file.
     *
     * @param threads whether the start and the end of each virtual thread are recorded
     * @param samples of running threads
     */
    public static String settings(boolean threads, Samples samples) {
        String text = threads ? on(THREAD_EVENT, settings()) : settings();
        text = samples == Samples.NONE ? text : on(SAMPLE_EVENT, text);
        return samples == Samples.CPU_TIME ? on(CPU_EVENT, text) : text;
    }

    /** JFR gives a buffer to each thread that writes an event: a page of 4 KB for each of those that are weighed. */
    private static String withoutPlatformThreads(String text) {
        return PLATFORM_THREAD_EVENT.matcher(text).replaceAll("$1false");
    }

    private static String on(Pattern event, String text) {
        return event.matcher(text).replaceAll("$1true");
    }

    private static String settings() {
        try (InputStream in = RecordingOptions.class.getResourceAsStream(SETTINGS)) {
            if (in == null) {
                throw new IllegalStateException(SETTINGS + " is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A path as JFR's option parser takes it, commas and blanks included. */
    public static String quoted(Path path) {
        return "\"" + path.toAbsolutePath() + "\"";
    }
}
