package dev.loomweight.source.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A recording can hold the environment, properties and processes of its machine. Those that are committed do not. */
class FixtureSecretsTest {

    private static final Set<String> HARMLESS = Set.of(
            "jdk.ActiveSetting",
            "jdk.DataLoss",
            "jdk.NativeMemoryUsage",
            "jdk.NativeMemoryUsageTotal",
            "jdk.ResidentSetSize",
            "jdk.VirtualThreadEnd",
            "jdk.VirtualThreadPinned",
            "jdk.VirtualThreadStart",
            "jdk.VirtualThreadSubmitFailed");

    static List<Path> recordings() {
        return Recordings.all();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void holdsNoEventThatTellsOfItsMachine(Path file) throws IOException {
        Set<String> types = RecordingFile.readAllEvents(file).stream()
                .map(event -> event.getEventType().getName())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(HARMLESS).containsAll(types);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void holdsNoPathOfItsMachineAndIsSmall(Path file) throws IOException {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);

        assertThat(bytes).doesNotContain("/home/", "/root", "/tmp/", "/usr/", "/opt/", "LD_LIBRARY", "java.class.path");
        assertThat(Files.size(file)).isLessThan(200_000);
    }
}
