package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JDK Mission Control through the command: its reader, its rules, and that nothing of it is loaded unless asked for. */
class JmcCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void itsReaderMakesTheSameReport() {
        String file = Recordings.of(25, Scene.PINS).toString();

        assertThat(run("pins", "--reader", "jdk", file)).isZero();
        String expected = out.toString();
        out.getBuffer().setLength(0);

        assertThat(run("pins", "--reader", "jmc", file)).isZero();
        assertThat(out.toString()).isEqualTo(expected).contains("Pins");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void itsRulesAreASectionOfTheirOwn() {
        assertThat(run("pins", "--jmc-rules", Recordings.of(21, Scene.PINS).toString()))
                .isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("JDK Mission Control's rules", "Rules that passed", "treats them all as one thread");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void itsRulesAreForProgramsToo() {
        String file = Recordings.of(21, Scene.MONITORS).toString();

        assertThat(run("memory", "--jmc-rules", "--format", "json", file)).isZero();
        JsonObject report = JsonParser.parseString(out.toString()).getAsJsonObject();
        JsonObject rules = sections(report)
                .filter(section -> section.get("id").getAsString().equals("jmcRules"))
                .findFirst()
                .orElseThrow();
        assertThat(rules.toString()).contains("\"jmcJavaBlocking\"", "\"warningsCount\"");
    }

    @Test
    void whatItCannotReadIsStillAnError() throws IOException {
        byte[] cut = Files.readAllBytes(Recordings.of(21, Scene.MONITORS));
        Path file = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(cut, 40));

        assertThat(run("report", "--jmc-rules", file.toString())).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).startsWith("loomweight report: ").containsOnlyOnce("\n");
    }

    @Test
    void itsRulesSayThatThereIsNoRecording() throws URISyntaxException {
        Path nmt =
                Path.of(Objects.requireNonNull(JmcCommandTest.class.getResource("/nmt/25.0.3/platform-summary-b.txt"))
                        .toURI());

        assertThat(run("memory", "--jmc-rules", nmt.toString())).isZero();
        assertThat(out.toString()).contains("Java Heap", "None of the inputs is a recording");
    }

    @Test
    void nothingOfItIsLoadedUnlessAskedFor() throws Exception {
        String file = Recordings.of(25, Scene.PINS).toString();

        assertThat(loaded("pins", file))
                .anyMatch(type -> type.startsWith("dev.loomweight."))
                .noneMatch(JmcCommandTest::isOfMissionControl);
        assertThat(loaded("--help")).noneMatch(JmcCommandTest::isOfMissionControl);
        assertThat(loaded("pins", "--reader", "jmc", file)).anyMatch(JmcCommandTest::isOfMissionControl);
        assertThat(loaded("pins", "--jmc-rules", file))
                .anyMatch(type -> type.startsWith("org.openjdk.jmc.flightrecorder.rules.jdk."));
    }

    private static boolean isOfMissionControl(String type) {
        return type.startsWith("org.openjdk.jmc.") || type.startsWith("net.jpountz.") || type.startsWith("org.owasp.");
    }

    /** The names of the classes that the command loads, as a process of its own. */
    private List<String> loaded(String... arguments) throws IOException, InterruptedException {
        Path log = folder.resolve("classes.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + log + "::filecount=0",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.loomweight.cli.Main"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("report.txt").toFile())
                .redirectError(folder.resolve("complaints.txt").toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        assertThat(builder.start().waitFor()).isZero();
        // Mission Control logs what it does not know, to standard error if nobody keeps it from that.
        assertThat(folder.resolve("complaints.txt")).isEmptyFile();
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(line -> line.replaceAll("^(\\[[^]]*])+ ", "").split(" ", 2)[0])
                    .toList();
        }
    }

    private static Stream<JsonObject> sections(JsonObject report) {
        return StreamSupport.stream(report.getAsJsonArray("sections").spliterator(), false)
                .map(JsonElement::getAsJsonObject);
    }

    private int run(String... args) {
        return new Cli(Console.of(new PrintWriter(out), new PrintWriter(err), Map.of())).run(args);
    }
}
