package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.HeldMonitors.StackHolders;
import dev.loomweight.code.fixture.RecordHeldMonitors;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What class files tell against what the JVM itself says of its frames, for every frame of a running program. */
class JvmOracleTest {

    // VirtualThread[#26,nested]/runnable@ForkJoinPool-1-worker-1 reason:MONITOR
    private static final Pattern THREAD = Pattern.compile("VirtualThread\\[#\\d+,([^]]+)].*");
    // java.base/java.util.HashMap.get(HashMap.java:12) <== monitors:1
    private static final Pattern FRAME = Pattern.compile(" +(?:[^/(]*/)?([^(/]+)\\((.*)\\) <== monitors:(\\d+)");

    /** In these a frame has released a monitor before it parks, and Java 21 prints that one as well. */
    private static final Set<String> RELEASED = Set.of("brokenOut", "caught", "released", "releasedInCallee");

    private static final String PROGRAM = "dev.loomweight.code.fixture.HeldWhileParking";

    @TempDir
    private Path folder;

    /** The frames that hold monitors by the name of their case, each with their number. */
    private record Told(Map<String, List<String>> holders) {
        private Told() {
            this(new TreeMap<>());
        }

        private void add(String name, String method, long monitors) {
            List<String> all = holders.computeIfAbsent(name, key -> new ArrayList<>());
            if (monitors > 0) {
                all.add(method + " " + monitors);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.home", "loomweight.jdk21", "loomweight.jdk.newest"})
    void everyFrameHoldsAsManyMonitorsAsTheJvmSays(String property) throws Exception {
        Path jdk = Jdks.home(property);
        Told live = new Told();
        Told named = new Told();
        try (ClassPath path = ClassPath.of(List.of(testClasses().toString()), jdk, 21)) {
            Holders holders = new Holders(new Code(path));
            for (String line : run(jdk)) {
                if (line.startsWith("live\t")) {
                    String[] fields = line.split("\t", -1);
                    Frame frame = frame(fields);
                    String method = frame.className() + "." + frame.methodName();
                    HeldMonitors held = holders.of(frame);
                    boolean isNative = (frame.modifiers() & 0x100) != 0;
                    assertThat(held.uncertainty() == null || isNative)
                            .as("%s: %s", frame, held)
                            .isTrue();
                    live.add(fields[1], method, Long.parseLong(fields[8]));
                    named.add(fields[1], method, held.monitors().size());
                }
            }
            assertThat(path.notes()).isEmpty();
        }

        assertThat(named.holders).isEqualTo(live.holders).hasSize(16);
        assertThat(named.holders.get("nested")).containsExactly(PROGRAM + ".nestedCallee 2", PROGRAM + ".nested 2");
        assertThat(named.holders.get("releasedInCallee")).containsExactly(PROGRAM + ".releasedInCallee 1");
        assertThat(named.holders.get("hot")).hasSize(3);
    }

    @Test
    void recordedStacksNameTheFramesThatJava21Prints() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        Told printed = printed(run(jdk, "-Djdk.tracePinnedThreads=full"));
        Told named = new Told();
        try (ClassPath path = ClassPath.of(List.of(testClasses().toString()), jdk, 21)) {
            Holders holders = new Holders(new Code(path));
            RecordingSource.of(recording(), ReaderChoice.AUTO)
                    .read(Interest.in(Pin.class).thoroughly(Pin.class), () -> (origin, sample) -> {
                        Pin pin = (Pin) sample;
                        StackHolders all = holders.of(pin.stack());
                        assertThat(all.complete()).as("%s", all).isTrue();
                        for (int i = 0; i < all.frames().size(); i++) {
                            Frame frame = pin.stack().frames().get(i);
                            named.add(
                                    Objects.requireNonNull(pin.thread()).name(),
                                    frame.className() + "." + frame.methodName(),
                                    all.frames().get(i).monitors().size());
                        }
                    });
        }
        assertThat(named.holders.keySet()).isEqualTo(printed.holders.keySet()).containsAll(List.of("released"));
        named.holders.keySet().removeAll(RELEASED);
        printed.holders.keySet().removeAll(RELEASED);

        assertThat(named.holders).isEqualTo(printed.holders).hasSize(12);
        assertThat(named.holders.get("computeIfAbsent"))
                .containsExactly("java.util.concurrent.ConcurrentHashMap.computeIfAbsent 1");
    }

    private static Frame frame(String[] fields) {
        return new Frame(
                fields[2],
                fields[3],
                fields[4],
                Integer.parseInt(fields[5]),
                Integer.parseInt(fields[6]),
                Integer.parseInt(fields[7]),
                "Interpreted");
    }

    private static Told printed(List<String> output) {
        Told all = new Told();
        String thread = "";
        for (String line : output) {
            Matcher head = THREAD.matcher(line);
            Matcher frame = FRAME.matcher(line);
            if (head.matches()) {
                thread = head.group(1);
            } else if (frame.matches()) {
                all.add(thread, frame.group(1), Long.parseLong(frame.group(3)));
            }
        }
        return all;
    }

    private List<String> run(Path jdk, String... options) throws Exception {
        Path output = folder.resolve("output.txt");
        List<String> command =
                new ArrayList<>(List.of(jdk.resolve("bin").resolve("java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-XX:FlightRecorderOptions:stackdepth=256",
                "-cp",
                testClasses().toString(),
                RecordHeldMonitors.class.getName(),
                recording().toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        List<String> lines = Files.readAllLines(output);
        assertThat(process.exitValue()).as("%s", lines).isZero();
        return lines;
    }

    private Path recording() {
        return folder.resolve("held.jfr");
    }

    private static Path testClasses() throws Exception {
        return new File(RecordHeldMonitors.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toPath();
    }
}
