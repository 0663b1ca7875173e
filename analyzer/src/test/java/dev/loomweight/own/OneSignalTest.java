package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.launch.Attached;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One signal, at any moment of any command that has to do with a running JVM: it ends, what it captured is written, and it
 * leaves nothing in the target or among temporary files. No command needs seconds for that; half a minute is far from what
 * a busy machine takes, and from the minute after which a program gives its own work up.
 */
@Tag("oracles")
class OneSignalTest {

    private static final long SECONDS_TO_END = 30;
    private static final int MOMENTS = 4;
    private static final int LATEST_MILLIS = 3_000;

    /** All go on for longer than {@link #LATEST_MILLIS}, but for those that look once. */
    private static final List<String> COMMANDS = List.of(
            "threads PID",
            "threads --weight PID",
            "threads --weight PID -o kept.lw",
            "hang PID --every 1h",
            "hang PID --every 1h -o kept.lw",
            "hang --agent PID --every 1h",
            "waits PID",
            "carriers PID",
            "pins PID -o kept.lw",
            "memory PID",
            "report PID",
            "faults PID",
            "record PID -o kept.lw",
            "record --heap PID -o kept.lw",
            "run -o kept.lw -- JAVA -jar app.jar",
            "watch PID --json");

    @TempDir
    private Path folder;

    static Stream<String> commands() {
        return COMMANDS.stream();
    }

    static Stream<String> atMoments() {
        return COMMANDS.stream().flatMap(words -> IntStream.range(0, MOMENTS).mapToObj(seed -> seed + " " + words));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void endsACommandThatIsAtWork(String words) throws Exception {
        try (OwnApp app = start()) {
            endsBySignal(app, words, words.length() % 2 == 0 ? "INT" : "TERM", Duration.ofMillis(1_500));
        }
    }

    @ParameterizedTest
    @MethodSource("atMoments")
    @Tag("applications")
    void endsItAtAnyMoment(String seedAndWords) throws Exception {
        int end = seedAndWords.indexOf(' ');
        Random moments = new Random(seedAndWords.hashCode());
        try (OwnApp app = start()) {
            endsBySignal(
                    app,
                    seedAndWords.substring(end + 1),
                    moments.nextBoolean() ? "INT" : "TERM",
                    Duration.ofMillis(moments.nextInt(LATEST_MILLIS)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void noAgentIsLoadedAfterwards(String signal) throws Exception {
        try (OwnApp app = start();
                CommandProcess hang = command(app, "hang --agent PID --every 1h")) {
            AgentCaptures.until("the first dump", () -> written(hang.temporary(), "dumps.csv"));
            hang.signal(signal);

            assertThat(hang.status(SECONDS_TO_END)).as(said()).isEqualTo(status(signal));
            assertThat(String.join("\n", hang.printed())).contains("Hang");
            assertThat(said()).containsOnlyOnce("interrupted: the agent is not loaded into process " + app.pid());
            assertThat(ask(app, "VM.class_hierarchy dev.loomweight.agent.AgentEntry"))
                    .doesNotContain("AgentEntry");
        }
    }

    @Test
    void whatWasCapturedUntilThenIsTheAnswer() throws Exception {
        try (OwnApp app = start();
                CommandProcess pins = command(app, "pins PID --duration 1h")) {
            AgentCaptures.until("the recording", () -> said().contains("recording process"));
            pins.signal("TERM");

            assertThat(pins.status(SECONDS_TO_END)).as(said()).isEqualTo(143);
            assertThat(String.join("\n", pins.printed())).contains(" pins recorded");
        }
    }

    private void endsBySignal(OwnApp app, String words, String signal, Duration after) throws Exception {
        try (CommandProcess command = command(app, words)) {
            boolean over = command.hasEnded(after);
            List<ProcessHandle> started = ProcessHandle.of(command.pid()).stream()
                    .flatMap(ProcessHandle::descendants)
                    .toList();
            if (!over) {
                command.signal(signal);
            }

            assertThat(command.status(SECONDS_TO_END)).as(said()).isIn(over ? List.of(0) : List.of(0, status(signal)));
            for (ProcessHandle each : started) {
                assertThat(each.isAlive()).as("started by the command").isFalse();
            }
            assertThat(ask(app, "JFR.check")).doesNotContain("loomweight");
            nothingIsLeft(app, command);
            Path kept = folder.resolve("kept.lw");
            if (Files.exists(kept)) {
                assertThat(AgentCaptures.manifest(kept))
                        .contains("\"status\"")
                        .doesNotContain("\"status\": \"running\"");
            }
            if (said().contains("writing the recording") && Files.exists(kept)) {
                assertThat(kept.resolve("recording.jfr")).isNotEmptyFile();
            }
        }
    }

    private OwnApp start() throws IOException {
        return OwnApp.start(Jdks.home("loomweight.jdk.newest"), folder, List.of(), "-XX:NativeMemoryTracking=summary");
    }

    private CommandProcess command(OwnApp app, String words) throws Exception {
        List<String> arguments = new ArrayList<>();
        for (String word : words.split(" ", -1)) {
            arguments.add(
                    switch (word) {
                        case "PID" -> app.pid();
                        case "JAVA" ->
                            Jdks.home("loomweight.jdk.newest")
                                    .resolve("bin/java")
                                    .toString();
                        default -> word;
                    });
        }
        return CommandProcess.start(
                folder,
                Map.of(),
                List.of("-Dloomweight.agent=" + AgentCaptures.jar(folder)),
                arguments.toArray(String[]::new));
    }

    /** No temporary file of the command or of the target, no file of the attach client, nothing unfinished in a capture. */
    private void nothingIsLeft(OwnApp app, CommandProcess command) throws IOException {
        assertThat(names(command.temporary()).filter(name -> !name.startsWith("hsperfdata")))
                .isEmpty();
        Path process = Path.of("/proc/" + app.pid());
        for (Path place : List.of(process.resolve("cwd"), process.resolve("root/tmp"))) {
            assertThat(names(place)).doesNotContain(".attach_pid" + app.pid());
        }
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.map(Path::toString)).noneMatch(file -> file.contains(".next"));
        }
    }

    private static Stream<String> names(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }

    private static boolean written(Path below, String name) {
        try (Stream<Path> files = Files.walk(below)) {
            return files.anyMatch(file -> file.endsWith(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException e) {
            // It changes meanwhile.
            return false;
        }
    }

    private static String ask(OwnApp app, String question) {
        try (Attached jvm = Attached.attach(app.handle().pid())) {
            return jvm.run(question);
        }
    }

    private static int status(String signal) {
        return signal.equals("INT") ? 130 : 143;
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("err.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
