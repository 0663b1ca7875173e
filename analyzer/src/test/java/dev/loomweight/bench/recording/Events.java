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
    private static final Pattern TELLING = Pattern.compile("jdk\\.(Initial.*|JVMInformation|OSInformation|CPUInformation"
            + "|Virtualization.*|SystemProcess|ProcessStart|Native(Library|Agent).*|JavaAgent|ActiveRecording"
            + "|DumpReason|Shutdown|StringFlag.*|Container.*|Module.*|Security.*|NetworkUtilization|ThreadDump"
            + "|File.*|X509.*|TLS.*|HeapDump|DeprecatedInvocation)");

    private static final String ENABLED = "#enabled";

    private final String configuration;

    Events(String configuration) {
        this.configuration = configuration;
    }

    /**
     * Switches on what a shape has. Of JFR's settings no threshold and no throttle is kept for what the load makes, so
     * that minutes hold what a server records in days.
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
        if (shape.waits() > 0) {
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
            settings = new HashMap<>(Configuration.getConfiguration(configuration).getSettings());
        } catch (ParseException e) {
            throw new IOException("the JDK's settings " + configuration + " cannot be read", e);
        }
        settings.replaceAll((key, value) -> key.endsWith(ENABLED)
                        && TELLING.matcher(key.substring(0, key.length() - ENABLED.length()))
                                .matches()
                ? "false"
                : value);
        return settings;
    }
}
