package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.code.fixture.RecordCases;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A recording of {@link RecordCases}: one JVM that runs many cases. */
final class RecordedCases {

    private static final long SECONDS_TO_END = 120;

    private final Path folder;

    RecordedCases(Path folder) {
        this.folder = folder;
    }

    /** Runs all cases of all versions of a class. */
    void record(Path jdk, String className, Map<String, Path> versions, String... options) throws Exception {
        Path output = folder.resolve("output.txt");
        List<String> command =
                new ArrayList<>(List.of(jdk.resolve("bin").resolve("java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-Xlog:disable",
                "-XX:FlightRecorderOptions:stackdepth=256,repository=" + folder,
                "-cp",
                testClasses().toString(),
                RecordCases.class.getName(),
                recording().toString(),
                className));
        versions.forEach((name, directory) -> command.add(name + "=" + directory));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Where the classes below those of the cases are. */
    static Path testClasses() throws Exception {
        return Path.of(RecordCases.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** What a version's cases left, by case. */
    Map<String, List<PinStack>> pins(String version) throws Exception {
        Map<String, List<PinStack>> pins = new TreeMap<>();
        RecordingSource.of(recording(), ReaderChoice.AUTO)
                .read(
                        Interest.in(Pin.class, MonitorEnter.class, MonitorWait.class)
                                .thoroughly(Pin.class, MonitorEnter.class, MonitorWait.class),
                        () -> (origin, sample) -> add(pins, version + "/", sample));
        return pins;
    }

    private static void add(Map<String, List<PinStack>> pins, String prefix, Sample sample) {
        ThreadRef thread = switch (sample) {
            case Pin pin -> pin.thread();
            case MonitorEnter enter -> enter.thread();
            case MonitorWait wait -> wait.thread();
            default -> null;
        };
        PinStack stack = switch (sample) {
            case Pin pin -> PinStack.of(pin);
            case MonitorEnter enter -> PinStack.of(enter);
            case MonitorWait wait -> PinStack.of(wait);
            default -> null;
        };
        String name = nameOf(thread);
        if (stack != null && name.startsWith(prefix)) {
            synchronized (pins) {
                pins.computeIfAbsent(name.substring(prefix.length()), key -> new ArrayList<>())
                        .add(stack);
            }
        }
    }

    private static String nameOf(@Nullable ThreadRef thread) {
        String name = thread == null ? null : thread.name();
        return name == null ? "" : name;
    }

    private Path recording() {
        return folder.resolve("cases.jfr");
    }
}
