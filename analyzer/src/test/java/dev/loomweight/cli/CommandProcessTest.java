package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.SentSignals;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own: signals, and limits of the system, which a call inside the test cannot have. */
@Tag("oracles")
class CommandProcessTest {

    private static final long SECONDS_TO_END = 100;

    @TempDir
    private Path folder;

    private final List<ProcessHandle> targets = new ArrayList<>();
    private String samples = "";

    @BeforeEach
    void findTheSamples() throws Exception {
        Class<?> sample = Class.forName("dev.loomweight.samples.Sleepers");
        samples = Path.of(sample.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    @AfterEach
    void leaveNothingRunning() {
        targets.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void anInterruptStopsTheTargetAndKeepsTheCapture() throws Exception {
        Process command = start(command("--threads", "5", "--settle", "1h"));
        String said = awaitSettling(command);
        ProcessHandle target = target(command);

        SentSignals.send("INT", command.pid());

        assertThat(status(command)).isEqualTo(130);
        awaitEnd(target);
        assertThat(said + rest(command)).contains("interrupted; what was captured so far is in ");
        assertThat(Files.readString(capture().resolve("platform.lw/capture.json")))
                .contains("\"status\": \"interrupted while measuring before\"");
        assertThat(capture().resolve("platform.lw/recording.jfr")).isNotEmptyFile();
        assertThat(capture().resolve("platform.lw/repository"))
                .as("removed by the run itself, for whose end the command has waited")
                .doesNotExist();
    }

    @Test
    void anInterruptEndsASweepAndReportsWhatWasMeasured() throws Exception {
        String depths = IntStream.range(0, 40).mapToObj(Integer::toString).collect(Collectors.joining(","));
        Process command = start(command("--threads", "5", "--settle", "0s", "--sweep", "depth=" + depths));
        String said = await(command, "run 2 of 40");
        // None, in the moment between two runs.
        List<ProcessHandle> targets = command.children().toList();

        SentSignals.send("INT", command.pid());

        String report = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        said += rest(command);
        assertThat(status(command)).as(said).isEqualTo(130);
        for (ProcessHandle target : targets) {
            awaitEnd(target);
        }
        assertThat(said).containsPattern("interrupted in run \\d+ of 40; what was captured so far is in ");
        assertThat(report).contains("Cost per thread").containsPattern("Only \\d+ of 40 planned runs were started");
        assertThat(capture().resolve("001-platform-threads5-depth0.lw/recording.jfr"))
                .isNotEmptyFile();
    }

    @Test
    void aTargetDoesNotOutliveACommandThatIsKilled() throws Exception {
        Process command = start(command("--threads", "5", "--settle", "1h"));
        awaitSettling(command);
        ProcessHandle target = target(command);

        status(command.destroyForcibly());

        // It ends by itself, because its input has ended.
        awaitEnd(target);
        assertThat(target.isAlive()).isFalse();
    }

    @Test
    void tooLittleMemoryForTheThreadsAskedIsAReportOfThoseThatRan() throws Exception {
        String line = String.join(" ", command("--threads", "4001", "--stack-size", "16m", "--settle", "0s"));
        Process command = start(List.of("bash", "-c", "ulimit -v 9000000; exec " + line));

        String report = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String said = rest(command);

        assertThat(status(command)).as(said).isEqualTo(1);
        assertThat(said)
                .containsPattern("only \\d+ of 4001 platform threads could run \\(java.lang.OutOfMemoryError: .*native"
                        + " thread");
        assertThat(report).contains("Cost per thread", "Only ", "of 4,001 platform threads were asleep");
        assertThat(capture().resolve("platform.lw/recording.jfr")).isNotEmptyFile();
    }

    private List<String> command(String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--add-exports",
                "jdk.attach/sun.tools.attach=ALL-UNNAMED",
                "-Dloomweight.samples=" + samples,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.loomweight.cli.Main",
                "run",
                "sleepers",
                "--kind",
                "platform",
                "-o",
                capture().toString()));
        command.addAll(List.of(options));
        return command;
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(SentSignals.hearing(command)).start();
    }

    private static int status(Process command) throws InterruptedException {
        assertThat(command.waitFor(SECONDS_TO_END, TimeUnit.SECONDS))
                .as("the command ends")
                .isTrue();
        return command.exitValue();
    }

    private static void awaitEnd(ProcessHandle target) throws Exception {
        target.onExit().get(SECONDS_TO_END, TimeUnit.SECONDS);
    }

    /** Reads until the target is being measured, and so is up. */
    private static String awaitSettling(Process command) throws IOException {
        return await(command, "measuring before");
    }

    /** Reads until some words are said. */
    private static String await(Process command, String words) throws IOException {
        StringBuilder said = new StringBuilder();
        BufferedReader reader = command.errorReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            said.append(line).append('\n');
            if (line.contains(words)) {
                return said.toString();
            }
        }
        throw new AssertionError("the command ended: " + said);
    }

    private ProcessHandle target(Process command) {
        try (Stream<ProcessHandle> children = command.children()) {
            ProcessHandle target = children.findFirst().orElseThrow();
            targets.add(target);
            return target;
        }
    }

    private static String rest(Process command) throws IOException {
        StringBuilder rest = new StringBuilder();
        command.errorReader().lines().forEach(line -> rest.append(line).append('\n'));
        return rest.toString();
    }

    private Path capture() {
        return folder.resolve("run.lw");
    }
}
