package dev.loomweight.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How a target records itself: the settings and the flags that name them. */
final class RecordingOptions {

    /**
     * Frames of a recorded stack. JFR's own 64 cut the outer frames off under many frameworks, and with them the frame
     * that holds the monitor.
     */
    static final int STACK_DEPTH = 256;

    private static final String SETTINGS = "loomweight.jfc";

    private RecordingOptions() {}

    /**
     * Writes the settings beside the capture and gives the flags for a JVM that is about to be started.
     *
     * @param capture where the recording goes
     * @throws DataException if the settings cannot be written
     */
    static List<String> flags(CaptureFolder capture) {
        Path settings = writeSettings(capture);
        // maxsize: without it, JFR keeps only the newest 250 MB.
        return List.of(
                "-XX:FlightRecorderOptions:stackdepth=" + STACK_DEPTH + ",repository="
                        + quoted(capture.resolve(CaptureFolder.REPOSITORY)),
                "-XX:StartFlightRecording:name=loomweight,dumponexit=true,maxsize=1024g,settings=" + quoted(settings)
                        + ",filename=" + quoted(capture.resolve(CaptureFolder.RECORDING)));
    }

    /**
     * Writes the settings beside the capture.
     *
     * @return the file
     * @throws DataException if it cannot be written
     */
    static Path writeSettings(CaptureFolder capture) {
        Path settings = capture.resolve(SETTINGS);
        try {
            Files.writeString(settings, settings());
        } catch (IOException e) {
            throw CaptureFolder.cannotWrite(settings, e);
        }
        return settings;
    }

    /** The settings as the text of a .jfc file. */
    static String settings() {
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
    private static String quoted(Path path) {
        return "\"" + path.toAbsolutePath() + "\"";
    }
}
