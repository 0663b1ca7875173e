package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scripts/make-recording} on the JDKs of this machine: a recording holds what was asked for. */
@Tag("applications")
class MakeRecordingTest {

    private static final Path SCRIPT = Machine.SCRIPTS.resolve("make-recording");

    /** None of these tells of its machine. */
    private static final Set<String> HARMLESS = Set.of(
            "jdk.ActiveSetting",
            "jdk.DataLoss",
            "jdk.JavaMonitorEnter",
            "jdk.ObjectAllocationSample",
            "jdk.SocketRead",
            "jdk.SocketWrite",
            "jdk.ThreadPark",
            "jdk.VirtualThreadPinned");

    /** What can hold a path, a command line, a property or the environment. */
    private static final Pattern TELLING = Pattern.compile("jdk\\.(Initial|JVMInf|OSInf|CPUInf|System|Process"
            + "|Native[AL]|ActiveRec|StringFlag|Container|Shutdown|JavaAgent|Module|Security|Dump|File).*");

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeEach
    void machine() throws IOException {
        machine = new Machine(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void aRecordingHasTheShapeThatWasAskedFor(String jdk) throws Exception {
        machine.set("LOOMWEIGHT_JDK", Jdks.home("loomweight.jdk.newest").toString());
        Path file = folder.resolve("two of them.jfr");
        Outcome outcome = machine.run(
                SCRIPT,
                "--jdk",
                Jdks.home(jdk).toString(),
                "--size",
                "1500k",
                "--pins",
                "203",
                "--sites",
                "7",
                "--stacks",
                "29",
                "--depth",
                "40",
                "--concat",
                "2",
                "-o",
                file.toString());
        assertThat(outcome.status()).as(outcome.err()).isZero();

        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        List<RecordedEvent> pins = events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
                .toList();
        assertThat(Files.size(file)).isBetween(2 * 1_300_000L, 2 * 2_000_000L);
        // The script's own comment: one pin in a hundred may be missing.
        assertThat(pins).hasSizeBetween(2 * 201, 2 * 203);
        assertThat(pins.stream().map(MakeRecordingTest::site).distinct()).hasSize(7);
        assertThat(pins.stream().map(MakeRecordingTest::stack).distinct()).hasSize(29);
        assertThat(pins.stream().mapToInt(pin -> frames(pin).size()).average().orElse(0))
                .isBetween(34.0, 46.0);
        assertThat(pins).noneMatch(pin -> pin.getStackTrace().isTruncated());
        assertThat(types(events))
                .isSubsetOf(HARMLESS)
                .contains("jdk.ObjectAllocationSample", "jdk.ThreadPark", "jdk.SocketRead");
        assertThat(folder).isDirectoryNotContaining("glob:**make-recording.*");
    }

    @Test
    void onlyTheLoadThatWasAskedForIsRecorded() throws Exception {
        machine.set("LOOMWEIGHT_JDK", Jdks.home("loomweight.jdk.newest").toString());
        Path file = folder.resolve("parks.jfr");
        Outcome outcome =
                machine.run(SCRIPT, "--size", "1100k", "--pins", "0", "--with", "park", "-o", file.toString());
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(types(RecordingFile.readAllEvents(file)))
                .containsExactlyInAnyOrder("jdk.ActiveSetting", "jdk.ThreadPark");
    }

    /** What a shape is for is there in its numbers, and nothing that tells of the machine. */
    @ParameterizedTest
    @CsvSource({
        "everything, loomweight.jdk21",
        "everything, loomweight.jdk.newest",
        "server, loomweight.jdk.newest",
        "threads, loomweight.jdk.newest",
    })
    void aShapeHoldsWhatItIsFor(String shape, String jdk) throws Exception {
        machine.set("LOOMWEIGHT_JDK", Jdks.home("loomweight.jdk.newest").toString());
        Path file = folder.resolve("shape.jfr");
        Outcome outcome = machine.run(
                SCRIPT,
                "--jdk",
                Jdks.home(jdk).toString(),
                "--shape",
                shape,
                "--size",
                "1m",
                "--other-stacks",
                "40",
                "-o",
                file.toString());
        assertThat(outcome.status()).as(outcome.err()).isZero();

        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        Set<String> types = types(events);
        assertThat(Files.size(file)).isBetween(700_000L, 1_700_000L);
        assertThat(types).noneMatch(TELLING.asMatchPredicate()).contains("jdk.VirtualThreadPinned");
        switch (shape) {
            case "everything" -> {
                assertThat(types).contains("jdk.ExecutionSample", "jdk.ThreadAllocationStatistics");
                // One per 990, 990, 1,263, 2,718 and 30,278 bytes; threads of the JVM and of the program wait, too.
                assertThat(count(events, "VirtualThreadStart")).isEqualTo(1059);
                assertThat(count(events, "VirtualThreadEnd")).isEqualTo(1059);
                assertThat(count(events, "JavaMonitorWait")).isBetween(830L, 1000L);
                assertThat(count(events, "VirtualThreadPinned")).isBetween(380L, 385L);
                assertThat(count(events, "VirtualThreadSubmitFailed")).isBetween(33L, 35L);
                assertThat(threadsOfPins(events)).isBetween(300L, 310L);
                assertThat(events.stream()
                                .filter(event -> event.getStackTrace() != null)
                                .mapToInt(event -> event.getStackTrace().isTruncated() ? 1 : 0)
                                .average()
                                .orElse(0))
                        .isBetween(0.25, 0.75);
            }
            case "server" -> {
                assertThat(types)
                        .contains("jdk.SocketRead", "jdk.JavaMonitorEnter", "jdk.CPULoad")
                        .doesNotContain("jdk.VirtualThreadStart");
                assertThat(count(events, "SocketRead")).isGreaterThan(100 * count(events, "VirtualThreadPinned"));
            }
            default -> {
                assertThat(types)
                        .containsExactlyInAnyOrder(
                                "jdk.ActiveSetting",
                                "jdk.VirtualThreadEnd",
                                "jdk.VirtualThreadPinned",
                                "jdk.VirtualThreadStart");
                assertThat(count(events, "VirtualThreadStart")).isEqualTo(16_912);
                assertThat(count(events, "VirtualThreadPinned")).isBetween(837L, 845L);
            }
        }
    }

    /** The seed draws what there is, and an option has its way. */
    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void aRandomShapeHoldsWhatItsSeedDraws(String jdk) throws Exception {
        machine.set("LOOMWEIGHT_JDK", Jdks.home("loomweight.jdk.newest").toString());
        Path file = folder.resolve("random.jfr");
        String home = Jdks.home(jdk).toString();
        Outcome outcome = machine.run(
                SCRIPT,
                "--jdk",
                home,
                "--shape",
                "random",
                "--seed",
                "3",
                "--size",
                "1m",
                "--pins",
                "150",
                "-o",
                file.toString());
        assertThat(outcome.status()).as(outcome.err()).isZero();

        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(Files.size(file)).isBetween(700_000L, 1_700_000L);
        assertThat(count(events, "VirtualThreadPinned")).isBetween(145L, 150L);
        assertThat(types(events))
                .containsExactlyInAnyOrder(
                        "jdk.ActiveSetting",
                        "jdk.JavaExceptionThrow",
                        "jdk.JavaMonitorEnter",
                        "jdk.ThreadSleep",
                        "jdk.VirtualThreadEnd",
                        "jdk.VirtualThreadPinned",
                        "jdk.VirtualThreadStart");
    }

    private static long count(List<RecordedEvent> events, String type) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk." + type))
                .count();
    }

    private static long threadsOfPins(List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
                .map(event -> event.getThread().getJavaThreadId())
                .distinct()
                .count();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --size 5x -o a.jfr     | --size 5x is not a size; expected for example 500000, 64k, 100m or 2g; --help shows the options
            --size                 | --size needs a value; --help shows the options
            --sise 5m              | unknown argument --sise; --help shows the options
            --pins many -o a.jfr   | many is not a number; --help shows the options
            --size 1m              | name the file with -o; --help shows the options
            --shape big -o a.jfr   | --shape big is not known; expected server, pins, threads, everything or random; --help shows the options
            --with tea -o a.jfr    | --with tea is not known; expected alloc, park, monitor or socket, separated by commas; --help shows the options
            --waits 5 -o a.jfr     | --waits and --refused need --threads; --help shows the options
            --threads x -o a.jfr   | x is not a number; --help shows the options
            --seed x -o a.jfr      | x is not a number; --help shows the options
            --shape random --with park -o a.jfr | --with is not for a random shape, which draws its other events; --help shows the options
            """)
    void badUsageIsOneLine(String arguments, String message) throws Exception {
        assertThat(machine.run(SCRIPT, arguments.split(" ", -1)))
                .isEqualTo(new Outcome(2, "", "scripts/make-recording: " + message + "\n"));
    }

    private static Set<String> types(List<RecordedEvent> events) {
        return events.stream()
                .map(event -> event.getEventType().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<RecordedFrame> frames(RecordedEvent event) {
        return event.getStackTrace().getFrames();
    }

    private static String site(RecordedEvent pin) {
        return frames(pin).stream()
                .map(frame -> frame.getMethod().getType().getName() + "."
                        + frame.getMethod().getName())
                .filter(method -> method.startsWith("dev.loomweight."))
                .findFirst()
                .orElse("none");
    }

    private static String stack(RecordedEvent pin) {
        return frames(pin).stream()
                .map(frame -> frame.getMethod().getType().getName() + "."
                        + frame.getMethod().getName() + ":" + frame.getLineNumber())
                .collect(Collectors.joining("\n"));
    }
}
