package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.RecordingOptions.Samples;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.Configuration;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingOptionsTest {

    private static final String START = "jdk.VirtualThreadStart#enabled";
    private static final String END = "jdk.VirtualThreadEnd#enabled";

    @TempDir
    private Path folder;

    @Test
    void threadEventsAreOffUnlessAskedFor() throws IOException, ParseException {
        Map<String, String> usual = settings(RecordingOptions.settings(false, Samples.NONE));
        Map<String, String> threads = settings(RecordingOptions.settings(true, Samples.NONE));

        assertThat(usual).containsEntry(START, "false").containsEntry(END, "false");
        assertThat(threads).containsEntry(START, "true").containsEntry(END, "true");
        threads.put(START, "false");
        threads.put(END, "false");
        assertThat(threads).isEqualTo(usual).containsEntry("jdk.VirtualThreadPinned#enabled", "true");
    }

    /** Each thread that writes an event gets a buffer, which would be weighed with it. */
    @Test
    void threadsThatAreWeighedWriteNoEventOfTheirStart() throws IOException, ParseException {
        CaptureFolder capture = CaptureFolder.create(folder.resolve("weighed.lw"));
        RecordingOptions.flags(capture);

        assertThat(settings(Files.readString(capture.resolve(CaptureFolder.SETTINGS))))
                .containsEntry("jdk.ThreadStart#enabled", "false")
                .containsEntry("jdk.ThreadEnd#enabled", "false")
                .containsEntry(START, "true");
        assertThat(settings(RecordingOptions.settings(false, Samples.NONE)))
                .containsEntry("jdk.ThreadStart#enabled", "true");
    }

    /** One that is experimental, and has ended JVMs, is recorded for those alone who ask for it. */
    @Test
    void samplesAreOffUnlessAskedFor() throws IOException, ParseException {
        Map<String, String> none = settings(RecordingOptions.settings(false, Samples.NONE));
        Map<String, String> execution = settings(RecordingOptions.settings(false, Samples.EXECUTION));
        Map<String, String> cpu = settings(RecordingOptions.settings(false, Samples.CPU_TIME));

        assertThat(none)
                .containsEntry("jdk.ExecutionSample#enabled", "false")
                .containsEntry("jdk.CPUTimeSample#enabled", "false");
        assertThat(execution)
                .containsEntry("jdk.ExecutionSample#enabled", "true")
                .containsEntry("jdk.CPUTimeSample#enabled", "false")
                .containsEntry("jdk.CPUTimeSamplesLost#enabled", "false");
        assertThat(cpu)
                .containsEntry("jdk.ExecutionSample#enabled", "true")
                .containsEntry("jdk.CPUTimeSample#enabled", "true")
                .containsEntry("jdk.CPUTimeSamplesLost#enabled", "true");
    }

    @Test
    void theWordThreadsAsksForThem() throws IOException, ParseException {
        CaptureFolder capture = CaptureFolder.create(folder.resolve("a.lw"));

        assertThat(RecordingOptions.writeSettings(capture, "profile", Samples.NONE, Set.of()))
                .isNull();
        assertThat(settings(Files.readString(RecordingOptions.writeSettings(capture, null, Samples.NONE, Set.of()))))
                .containsEntry(START, "false");
        assertThat(settings(
                        Files.readString(RecordingOptions.writeSettings(capture, "threads", Samples.NONE, Set.of()))))
                .containsEntry(START, "true");
    }

    /** They are of all classes, so that they are recorded for those alone whose dumps they belong to. */
    @Test
    void stackChunksAreRecordedWhereThreadsAreWeighed() throws IOException, ParseException {
        CaptureFolder capture = CaptureFolder.create(folder.resolve("a.lw"));
        Map<Set<Part>, String> recorded = Map.of(
                Set.of(Part.THREADS, Part.HISTOGRAM), "true",
                Set.of(Part.THREADS_JSON, Part.HISTOGRAM), "true",
                Set.of(Part.THREADS), "false",
                Set.of(Part.HISTOGRAM), "false");

        for (Map.Entry<Set<Part>, String> one : recorded.entrySet()) {
            assertThat(settings(Files.readString(
                            RecordingOptions.writeSettings(capture, null, Samples.EXECUTION, one.getKey()))))
                    .as("%s", one.getKey())
                    .containsEntry("jdk.ObjectAllocationInNewTLAB#enabled", one.getValue())
                    .containsEntry("jdk.ObjectAllocationOutsideTLAB#enabled", one.getValue())
                    .containsEntry("jdk.ObjectAllocationInNewTLAB#stackTrace", "false");
        }
    }

    private static Map<String, String> settings(String text) throws IOException, ParseException {
        return Configuration.create(new StringReader(text)).getSettings();
    }

    @Test
    void settingsThatRecordSecretsAreWarnedOfAndOthersAreNot(@TempDir Path folder) throws IOException {
        Path one = Files.writeString(folder.resolve("one.jfc"), jfc("jdk.SystemProcess", "jdk.CPULoad"));
        Path none = Files.writeString(folder.resolve("none.jfc"), jfc("jdk.CPULoad"));
        Path broken = Files.writeString(folder.resolve("broken.jfc"), "<configuration");

        assertThat(RecordingOptions.secretsWarning(one.toString(), Path.of("app.lw")))
                .isEqualTo("the settings " + one + " record events that can hold secrets (jdk.SystemProcess);"
                        + " loomweight scrub app.lw COPY makes a copy without them");
        for (String jdk : RecordingOptions.JDK_SETTINGS) {
            assertThat(RecordingOptions.secretsWarning(jdk, Path.of("app.lw")))
                    .contains("jdk.InitialEnvironmentVariable, ", "jdk.InitialSystemProperty, ")
                    .contains("jdk.JVMInformation, ", "jdk.SystemProcess");
        }
        assertThat(RecordingOptions.secretsWarning(none.toString(), Path.of("app.lw")))
                .isNull();
        assertThat(RecordingOptions.secretsWarning(broken.toString(), Path.of("app.lw")))
                .isNull();
        assertThat(RecordingOptions.secretsWarning(null, Path.of("app.lw"))).isNull();
        assertThat(RecordingOptions.secretsWarning(RecordingOptions.THREADS, Path.of("app.lw")))
                .isNull();
    }

    private static String jfc(String... events) {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?><configuration version=\"2.0\">");
        for (String event : events) {
            text.append("<event name=\"").append(event).append("\"><setting name=\"enabled\">true</setting></event>");
        }
        return text.append("</configuration>").toString();
    }

    // Loomweight's own settings are a promise: neither they nor a JDK's event of that name may be forgotten.
    @Test
    void loomweightsOwnSettingsRecordNoSecrets() throws Exception {
        for (Samples samples : Samples.values()) {
            Configuration own = Configuration.create(new StringReader(RecordingOptions.settings(true, samples)));
            assertThat(SecretEvents.recordedBy(own.getSettings())).isEmpty();
        }
        List<String> known = new ArrayList<>();
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (SecretEvents.TYPES.contains(type.getName())) {
                known.add(type.getName());
                assertThat(type.getFields())
                        .extracting(ValueDescriptor::getName)
                        .containsAll(SecretEvents.fields(type.getName()));
            }
        }
        assertThat(known).containsExactlyInAnyOrderElementsOf(SecretEvents.TYPES);
    }
}
