package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.launch.LiveDumps;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is taken of the scheduler and its pollers with the dumps of a running JVM. */
@Tag("applications")
class AskedPollersTest {

    @TempDir
    private Path folder;

    /** Where no virtual thread has used a socket, the question would begin the pollers: it is not asked. */
    @ParameterizedTest
    @CsvSource({
        "loomweight.jdk.newest, samples.faults.SocketInitializer, SCHEDULER POLLERS",
        "loomweight.jdk.newest, threads.hang.HangingPrograms,    SCHEDULER",
        "loomweight.jdk21,      threads.hang.HangingPrograms,    ''"
    })
    void pollersAreAskedForWhereTheyRun(String jdk, String program, String parts) throws Exception {
        Process process = new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/java").toString(),
                        "-XX:+UseSerialGC",
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.loomweight." + program,
                        "latch")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Path capture = folder.resolve("capture.lw");
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).matches("hanging|answered at port .*");
            List<String> before = threads(process.pid());
            new LiveDumps(process.pid(), DumpRequest.of(1, Duration.ofMillis(1)), null, 0).take(capture, line -> {});

            assertThat(threads(process.pid()))
                    .filteredOn(name -> !before.contains(name))
                    .noneMatch(name -> name.contains("oller"));
        } finally {
            process.destroyForcibly().onExit().join();
        }

        try (Stream<Path> files = Files.walk(capture, 2)) {
            List<String> names =
                    files.map(file -> String.valueOf(file.getFileName())).toList();
            assertThat(Stream.of(Part.SCHEDULER, Part.POLLERS)
                            .filter(part -> names.contains(part.fileName()))
                            .map(Part::name))
                    .containsExactlyElementsOf(Stream.of(parts.split(" "))
                            .filter(part -> !part.isEmpty())
                            .toList());
        }
        assertThat(capture.resolve("capture.json")).content().doesNotContain("this JDK has no", "\"missing\"");
    }

    private static List<String> threads(long pid) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return tasks.map(task -> {
                        try {
                            return Files.readString(task.resolve("comm")).strip();
                        } catch (IOException e) {
                            return "";
                        }
                    })
                    .toList();
        }
    }
}
