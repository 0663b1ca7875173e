package dev.loomweight.bench.recording;

import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Which events a recording has: only those that are asked for, or those of one of JFR's own settings. No environment
 * variable, system property, command line, path or process list gets into the file in either case.
 */
enum Events {
    /** The pins and the load, and nothing else. */
    OWN(""),
    /** JFR's {@code default}, which people leave on. */
    DEFAULT("default"),
    /** JFR's {@code profile}. */
    PROFILE("profile");

    /** Events of JFR's settings that tell of their machine. */
    private static final Pattern TELLING =
            Pattern.compile("jdk\\.(Initial.*|JVMInformation|OSInformation|CPUInformation"
                    + "|Virtualization.*|SystemProcess|ProcessStart|Native(Library|Agent).*|JavaAgent|ActiveRecording"
                    + "|DumpReason|Shutdown|StringFlag.*|Container.*|Module.*|Security.*|NetworkUtilization|ThreadDump"
                    + "|File.*|X509.*|TLS.*|HeapDump|DeprecatedInvocation)");

    private static final String ENABLED = "#enabled";

    /** Periods in JFR's settings; others are kept, such as {@code everyChunk}. */
    private static final Pattern SAMPLED = Pattern.compile("[12]0 ms");

    private static final Pattern SECONDS = Pattern.compile("\\d+ s|\\d{3,} ms");

    private final String configuration;

    Events(String configuration) {
        this.configuration = configuration;
    }

    /**
     * Switches on what a shape has. Of JFR's settings no threshold and no throttle is kept for what the load makes, and
     * periods are a tenth and less, so that minutes hold what a server records in days.
     *
     * @throws IOException if this JDK lacks the settings
     */
    void enable(Recording recording, Shape shape) throws IOException {
        if (this == OWN) {
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.DataLoss");
        } else {
            recording.setSettings(harmless());
        }
        recording.enable("jdk.VirtualThreadPinned").withStackTrace().withThreshold(Duration.ZERO);
        shape.load().keySet().forEach(load -> load.enable(recording));
        if (shape.waits() + shape.waitedPins() > 0) {
            recording.enable("jdk.JavaMonitorWait").withStackTrace().withThreshold(Duration.ZERO);
        }
        if (shape.refusals() > 0) {
            recording.enable("jdk.VirtualThreadSubmitFailed").withStackTrace();
        }
        if (shape.lives()) {
            recording.enable("jdk.VirtualThreadStart");
            recording.enable("jdk.VirtualThreadEnd");
        }
    }

    private Map<String, String> harmless() throws IOException {
        Map<String, String> settings;
        try {
            settings =
                    new HashMap<>(Configuration.getConfiguration(configuration).getSettings());
        } catch (ParseException e) {
            throw new IOException("the JDK's settings " + configuration + " cannot be read", e);
        }
        settings.replaceAll((key, value) -> {
            if (key.endsWith(ENABLED)) {
                String event = key.substring(0, key.length() - ENABLED.length());
                return TELLING.matcher(event).matches() ? "false" : value;
            }
            return key.endsWith("#period") ? shorter(value) : value;
        });
        return settings;
    }

    private static String shorter(String period) {
        if (SAMPLED.matcher(period).matches()) {
            return "1 ms";
        }
        return SECONDS.matcher(period).matches() ? "100 ms" : period;
    }
}
