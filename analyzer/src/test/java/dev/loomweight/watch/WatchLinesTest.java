package dev.loomweight.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import dev.loomweight.SentSignals;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.cli.CliRun;
import dev.loomweight.launch.Attached;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command in a pipe, against real JVMs. */
@Tag("oracles")
class WatchLinesTest {

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void leaveNothingRunning() {
        processes.forEach(Process::destroyForcibly);
    }

    @ParameterizedTest
    @CsvSource({
        "loomweight.jdk21, synchronizedBlock, PinsUntilItsInputEnds.lock",
        "loomweight.jdk.newest, nativeReflection, PinsUntilItsInputEnds.call"
    })
    void aLineTellsOfPinsUntilTheTargetEnds(String jdk, String cause, String site) throws Exception {
        Process target = kept(Targets.start(jdk, "-XX:NativeMemoryTracking=summary"));
        // The class files are those that the process names.
        Process watch = watch(Long.toString(target.pid()), "--interval", "200ms");

        JsonObject line = await(
                watch,
                // The event with the number of carriers can come after the first pins.
                found -> !found.get("carriers").isJsonNull()
                        && found.getAsJsonArray("sites").asList().stream()
                                .anyMatch(one -> text(one, "cause").equals(cause)));
        target.destroyForcibly();
        // On a machine with other load, a line before says what it waits for.
        String said = watch.errorReader()
                .lines()
                .filter(error -> !error.contains(": waiting for process "))
                .findFirst()
                .orElse("");

        assertThat(line.getAsJsonArray("sites").asList())
                .filteredOn(one -> text(one, "cause").equals(cause))
                .first()
                .satisfies(one -> assertThat(text(one, "site")).endsWith(site));
        assertThat(line.get("carriers").getAsLong()).isPositive();
        assertThat(line.get("virtualThreadsStartedTotal").getAsLong()).isPositive();
        assertThat(line.get("residentBytes").getAsLong()).isGreaterThan(10 << 20);
        assertThat(line.get("nmt").getAsString()).isEqualTo("on");
        assertThat(line.get("stackReservedBytes").getAsLong()).isPositive();
        assertThat(said).contains("Process " + target.pid() + " has ended");
        assertThat(Targets.status(watch)).isZero();
    }

    @Test
    void anInterruptStopsTheRecordingAndNoOther() throws Exception {
        Process target =
                kept(Targets.start("loomweight.jdk.newest", "-XX:StartFlightRecording:name=own,settings=none"));
        Process watch = watch(Long.toString(target.pid()), "--interval", "200ms");
        JsonObject line = await(watch, any -> true);
        try (Attached jvm = Attached.attach(target.pid())) {
            assertThat(jvm.run("JFR.check")).contains("name=own", "name=loomweight-watch-");

            SentSignals.send("INT", watch.pid());

            assertThat(Targets.status(watch)).isEqualTo(130);
            assertThat(jvm.run("JFR.check")).contains("name=own").doesNotContain("loomweight");
        }
        assertThat(line.get("nmt").getAsString()).isEqualTo("off");
    }

    /** As an agent does when the disk of its capture is nearly full. */
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // Lines would come for ever.
    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void aRecordingIsFollowedToAnotherFolder(String jdk) throws Exception {
        Path before = Files.createDirectory(folder.resolve("before"));
        Path after = Files.createDirectory(folder.resolve("after"));
        Process target = kept(Targets.start(jdk, "-XX:FlightRecorderOptions:repository=" + before));
        Process watch = watch(Long.toString(target.pid()), "--interval", "200ms");
        await(watch, found -> found.get("pinsTotal").getAsLong() > 0);
        try (Attached jvm = Attached.attach(target.pid())) {
            jvm.run("JFR.configure repositorypath=\"" + after + "\"");
            // The next recording begins with a chunk of its own.
            jvm.run("JFR.start name=other settings=none");
        }
        AgentCaptures.until("a chunk in the other folder", () -> !chunks(after).isEmpty());
        long pins = 0;
        for (Path file : chunks(before)) {
            pins += RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
                    .count();
        }
        long left = pins;

        await(watch, found -> found.get("pinsTotal").getAsLong() > left);
    }

    private static List<Path> chunks(Path repository) {
        try (Stream<Path> files = Files.walk(repository, 2)) {
            return files.filter(file -> file.toString().endsWith(".jfr")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"loomweight.jdk21, INT, 130", "loomweight.jdk.newest, TERM, 143"})
    void aStoppedTargetIsSaidAndWatchCanBeLeft(String jdk, String signal, int status) throws Exception {
        Process target = kept(Targets.start(jdk, "-XX:NativeMemoryTracking=summary"));
        Process watch = watch(Long.toString(target.pid()), "--interval", "100ms");
        assertThat(await(watch, any -> true).get("stopped").isJsonNull()).isTrue();
        SentSignals.send("STOP", target.pid());

        JsonObject line = await(watch, found -> !found.get("stopped").isJsonNull());
        SentSignals.send(signal, watch.pid());

        // The target stays stopped: nothing but the command's own limits ends it.
        assertThat(Targets.status(watch)).isEqualTo(status);
        assertThat(line.get("stopped").getAsString())
                .contains("it is stopped (state T in /proc/" + target.pid() + "/stat); continue it with kill -CONT "
                        + target.pid());
        SentSignals.send("CONT", target.pid());
        try (Attached jvm = Attached.attach(target.pid())) {
            AgentCaptures.until(
                    "the end of the recording", () -> !jvm.run("JFR.check").contains("loomweight"));
        }
    }

    @Test
    void aCaptureIsWatchedWhileItIsWritten() throws Exception {
        Path capture = Files.createDirectory(folder.resolve("app.lw"));
        Path manifest = capture.resolve("capture.json");
        Process target = kept(Targets.start(
                "loomweight.jdk21",
                "-XX:FlightRecorderOptions:repository=" + capture.resolve("repository"),
                "-XX:StartFlightRecording:jdk.VirtualThreadPinned#threshold=0ms"));
        String json = "{\"schemaVersion\": 1, \"target\": \"app\", \"jdk\": \"21\", \"pid\": " + target.pid()
                + ", \"started\": \"2026-11-21T10:00:00Z\", \"status\": \"%s\", \"snapshots\": []}";
        Files.writeString(manifest, json.formatted("running"));
        Process watch = watch(capture.toString(), "--interval", "200ms");

        JsonObject line = await(
                watch,
                found -> found.get("pinsTotal").getAsLong() > 20
                        && !found.get("carriers").isJsonNull());
        Files.writeString(manifest, json.formatted("complete"));
        String said = watch.errorReader().readLine();

        assertThat(line.get("carriers").getAsLong()).isPositive();
        assertThat(said).contains("The capture has ended (complete)");
        assertThat(Targets.status(watch)).isZero();
        try (Attached jvm = Attached.attach(target.pid())) {
            assertThat(jvm.run("JFR.check"))
                    .as("nothing of the process is touched")
                    .doesNotContain("loomweight");
        }
    }

    @Test
    void aJvmIsFoundByItsMainClass() throws Exception {
        Process target = kept(Targets.start("loomweight.jdk.newest"));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int status = CliRun.run(out, err, "watch", "PinsUntilItsInputEnds", "--count", "1", "--count-threads");

        assertThat(status).as(err.toString()).isZero();
        JsonObject line = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertThat(line.get("virtualThreadsAlive").isJsonNull()).isFalse();
        assertThat(target.isAlive()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "watch no.such.Main|1|no JVM runs no.such.Main",
                "watch none.lw|1|there is no capture none.lw",
                "watch pom.xml|1|pom.xml is a file; watch takes a process or the folder of a capture in progress",
                "watch src|1|is not a readable capture.json",
                "watch 1 --window 56s|2|--window must be 1s to 55s, not 56s",
                "watch 1 --interval 5ms|2|--interval must be 100ms or more, not 5ms",
                "watch 1 --count=-1|2|--count must be 0 or more, not -1",
                "watch|2|missing required parameter"
            })
    void whatCannotBeWatchedIsSaidInOneLine(String words) {
        String[] parts = words.split("\\|", -1);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int status = CliRun.run(out, err, parts[0].split(" "));

        assertThat(status).isEqualTo(Integer.parseInt(parts[1]));
        assertThat(err.toString())
                .containsOnlyOnce("\n")
                .startsWith("loomweight watch: ")
                .contains(parts[2]);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aJavaWithoutVirtualThreadsIsRefused() throws Exception {
        Path home = Jdks.home("loomweight.jdk17");
        Path source = folder.resolve("Waits.java");
        Files.writeString(source, """
                class Waits {
                    public static void main(String[] args) throws Exception {
                        System.out.println("READY");
                        System.in.read();
                    }
                }
                """);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", "-d", folder.toString(), source.toString());
        assertThat(compiled).isZero();
        Process old = kept(
                new ProcessBuilder(home.resolve("bin/java").toString(), "-cp", folder.toString(), "Waits").start());
        assertThat(old.inputReader().readLine()).isEqualTo("READY");
        StringWriter err = new StringWriter();

        int status = CliRun.run(new StringWriter(), err, "watch", Long.toString(old.pid()));

        assertThat(status).isEqualTo(1);
        assertThat(err.toString())
                .containsOnlyOnce("\n")
                .contains("runs Java 17", "has no virtual threads", "loomweight memory " + old.pid());
    }

    private Process kept(Process process) {
        processes.add(process);
        return process;
    }

    private Process watch(String... arguments) throws IOException {
        return kept(new ProcessBuilder(Targets.watch(arguments))
                .directory(folder.toFile())
                .start());
    }

    private static JsonObject await(Process watch, Predicate<JsonObject> wanted) throws IOException {
        BufferedReader reader = watch.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            JsonObject found = JsonParser.parseString(line).getAsJsonObject();
            if (wanted.test(found)) {
                return found;
            }
        }
        throw new AssertionError(
                "the command ended: " + watch.errorReader().lines().toList());
    }

    private static String text(JsonElement object, String key) {
        return object.getAsJsonObject().get(key).getAsString();
    }
}
