package dev.loomweight.junit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/** All that needs the module {@code jdk.jfr}, which a JVM may lack. */
final class Jfr {

    /** Frames of a stack: JFR's own 64 cut off the frame that holds the monitor under many frameworks. */
    private static final int STACK_DEPTH = 256;

    private static final String PINNED = "jdk.VirtualThreadPinned";

    /** Of pins that JFR does not call so, where the event does not say why it pinned. */
    private static final List<String> MONITORS = List.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");

    /** What a pinned thread waits in: of some pins the JVM records a few microseconds, and these have the duration. */
    private static final List<String> WAITS =
            List.of("jdk.ThreadSleep", "jdk.ThreadPark", "jdk.SocketRead", "jdk.SocketWrite");

    private static final Duration MIN_WAIT = Duration.ofMillis(1);

    /** Of virtual threads, of which a test may leave none; off until there is such a test. */
    private static final List<String> LIVES = List.of("jdk.VirtualThreadStart", "jdk.VirtualThreadEnd");

    /** What the recording says of itself and of its threads. */
    private static final List<String> OTHERS = List.of(
            "jdk.ActiveSetting",
            "jdk.ActiveRecording",
            "jdk.DataLoss",
            "jdk.VirtualThreadSubmitFailed",
            "jdk.ThreadStart",
            "jdk.ThreadEnd",
            "jdk.CPUInformation",
            "jdk.ResidentSetSize");

    private final Recording recording;
    private boolean recordsThreads;

    private Jfr(Recording recording) {
        this.recording = recording;
    }

    /**
     * Starts a recording of pins of any length with their stacks.
     *
     * @throws IllegalStateException if this JVM cannot record
     * @throws IOException if JFR cannot write its chunks
     */
    static Jfr start() throws IOException {
        if (!FlightRecorder.isAvailable()) {
            throw new IllegalStateException("it is switched off in this JVM; remove -XX:-FlightRecorder");
        }
        if (!FlightRecorder.isInitialized()) {
            deepenStacks();
        }
        Recording recording = new Recording();
        recording.setName("loomweight tests");
        OTHERS.forEach(name -> recording.enable(name).withoutStackTrace());
        record(recording, PINNED);
        if (!saysWhy()) {
            MONITORS.forEach(name -> record(recording, name));
            WAITS.forEach(name -> recording.enable(name).withoutStackTrace().withThreshold(MIN_WAIT));
            // Who waits for a monitor meanwhile waits for the class.
            recording.enable("jdk.ClassLoad").withoutStackTrace().withThreshold(Duration.ZERO);
        }
        recording.start();
        return new Jfr(recording);
    }

    /** From now on, records when virtual threads start and end. */
    synchronized void recordThreads() {
        if (!recordsThreads && recording.getState() == RecordingState.RUNNING) {
            LIVES.forEach(name -> recording.enable(name).withoutStackTrace());
            recordsThreads = true;
        }
    }

    private static void record(Recording recording, String name) {
        recording.enable(name).withStackTrace().withThreshold(Duration.ZERO);
    }

    private static boolean saysWhy() {
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (type.getName().equals(PINNED)) {
                return type.getField("pinnedReason") != null;
            }
        }
        return false;
    }

    /** Possible until JFR is used for the first time; if it was started by a flag, that has decided. */
    private static void deepenStacks() {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "jfrConfigure",
                            new Object[] {new String[] {"stackdepth=" + STACK_DEPTH}},
                            new String[] {String[].class.getName()});
        } catch (JMException | RuntimeException e) {
            // Stacks are as deep as JFR makes them; a test whose pin cannot be understood for that says so.
        }
    }

    /**
     * Ends it and writes it.
     *
     * @return why it does not hold the complete run, or null if it does
     * @throws IOException if it cannot be written
     */
    @Nullable
    String stop(Path file) throws IOException {
        RecordingState state = recording.getState();
        if (state == RecordingState.CLOSED) {
            return "the recording of this run was closed while the tests ran; let them close no recordings but their own";
        }
        try {
            if (state == RecordingState.RUNNING) {
                recording.stop();
            }
            recording.dump(file);
        } finally {
            recording.close();
        }
        return state == RecordingState.RUNNING
                ? null
                : "the recording of this run was stopped while the tests ran; let them stop no recordings but their own";
    }

    void discard() {
        recording.close();
    }
}
