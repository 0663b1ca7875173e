package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.source.recording.fixture.variety.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A recording can hold the environment, properties and processes of its machine. Those that are committed do not. */
class FixtureSecretsTest {

    private static final Set<String> HARMLESS = Set.of(
            "jdk.ActiveSetting",
            "jdk.DataLoss",
            "jdk.JavaMonitorEnter",
            "jdk.NativeMemoryUsage",
            "jdk.NativeMemoryUsageTotal",
            "jdk.ResidentSetSize",
            "jdk.VirtualThreadEnd",
            "jdk.VirtualThreadPinned",
            "jdk.VirtualThreadStart",
            "jdk.VirtualThreadSubmitFailed");

    /** What JFR's own settings add: figures of the collector, of compilers and of the machine, and stacks. */
    private static final Set<String> OF_JFR_SETTINGS = Stream.of(
                    "BooleanFlag CPULoad CPUTimeStampCounter ClassLoaderStatistics ClassLoadingStatistics"
                            + " CodeCacheConfiguration CodeCacheStatistics CompilerConfiguration"
                            + " CompilerQueueUtilization CompilerStatistics DirectBufferStatistics DoubleFlag"
                            + " ExceptionStatistics ExecuteVMOperation ExecutionSample GCConfiguration GCHeapConfiguration"
                            + " GCHeapMemoryPoolUsage GCHeapMemoryUsage GCSurvivorConfiguration GCTLABConfiguration"
                            + " IntFlag JavaErrorThrow JavaExceptionThrow JavaMonitorStatistics JavaMonitorWait JavaThreadStatistics"
                            + " LongFlag NativeMethodSample ObjectAllocationSample PhysicalMemory SafepointBegin"
                            + " SocketRead SocketWrite StringTableStatistics SwapSpace SymbolTableStatistics"
                            + " ThreadAllocationStatistics ThreadCPULoad ThreadContextSwitchRate ThreadEnd ThreadPark"
                            + " ThreadStart UnsignedIntFlag UnsignedLongFlag YoungGenerationConfiguration")
            .flatMap(types -> Stream.of(types.split(" ", -1)))
            .map(type -> "jdk." + type)
            .collect(Collectors.toUnmodifiableSet());

    /** Events that can hold a path, a command line, a property or the environment. */
    private static final Pattern TELLING = Pattern.compile("jdk\\.(Initial.*|JVMInformation|OSInformation|"
            + "SystemProcess|ProcessStart|NativeLibrary.*|ActiveRecording|StringFlag.*|Container.*|Shutdown|"
            + "NativeAgent|JavaAgent|Module.*|SecurityProperty.*)");

    static List<Path> recordings() {
        return Recordings.committed();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void holdsNoEventThatTellsOfItsMachine(Path file) throws IOException {
        Set<String> types = Damage.of(file).chunks().stream()
                .flatMap(chunk -> GoodChunk.readByJdk(chunk.bytes()).stream())
                .map(event -> event.getEventType().getName())
                .collect(Collectors.toCollection(TreeSet::new));

        if (file.endsWith("variety.jfr")) {
            assertThat(types).isNotEmpty().noneMatch(TELLING.asMatchPredicate());
            types.removeIf(type -> Settings.eventTypes().contains(type));
        }
        if (Recordings.shapes().contains(file)) {
            assertThat(types).isNotEmpty().noneMatch(TELLING.asMatchPredicate());
            types.removeAll(OF_JFR_SETTINGS);
        }
        types.removeIf(type -> type.startsWith("fixture."));
        assertThat(HARMLESS).containsAll(types);
    }

    /** Those in captures have figures of containers, which name nothing. */
    static List<Path> captured() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../src/test/resources/first-screen"))) {
            return files.filter(file -> file.toString().endsWith(".jfr")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("captured")
    void thoseOfCapturesDoNotEither(Path file) throws IOException {
        Set<String> types = Damage.of(file).chunks().stream()
                .flatMap(chunk -> GoodChunk.readByJdk(chunk.bytes()).stream())
                .map(event -> event.getEventType().getName())
                .filter(type -> !type.startsWith("jdk.Container"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(types).isNotEmpty().noneMatch(TELLING.asMatchPredicate());
        holdsNoPathOfItsMachineAndIsSmall(file);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void holdsNoPathOfItsMachineAndIsSmall(Path file) throws IOException {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);

        assertThat(bytes).doesNotContain("/home/", "/root", "/tmp/", "/usr/", "/opt/", "LD_LIBRARY", "java.class.path");
        assertThat(Files.size(file)).isLessThan(700_000);
    }
}
