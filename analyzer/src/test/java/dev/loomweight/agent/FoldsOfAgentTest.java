package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import dev.loomweight.command.FoldFile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The agent folds the recording of a real JVM by a real command. */
@Tag("applications")
class FoldsOfAgentTest {

    private static final Duration LONGER = Duration.ofMillis(1);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void theFoldsAndTheRestOfTheRecordingHaveEveryPinOnce(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        // A chunk of nothing has 130 KB.
        String options = "out=" + capture + ",metrics=none,log=false,fold=" + command()
                + ",fold-every=1s,max-size=400k," + "labels=\"service=cart,version=1.2\"";
        int folded;
        int pinned;
        try (AgentProcess app = AgentProcess.start(
                FoldedApp.class,
                jdk,
                folder,
                List.of(),
                Map.of("JAVA_TOOL_OPTIONS", "-Dnot.for=the.child"),
                AgentProcess.pinning(AgentProcess.agent(folder, options)))) {
            app.await("ready");
            // The first fold: the recording runs.
            awaitFolds(capture, 1);
            assertThat(app.ask("100")).isEqualTo("100");
            List<Path> recorded = chunks(capture);
            // The second that comes from now on began after the last pin.
            awaitFolds(capture, folds(capture).size() + 2);
            AgentCaptures.until(
                    "the chunks of these pins are removed",
                    () -> chunks(capture).stream().noneMatch(recorded::contains));
            folded = Integer.parseInt(app.ask("100"));
            pinned = Integer.parseInt(app.ask("50"));
            assertThat(app.end()).isZero();
            assertThat(app.errors()).doesNotContain("loomweight agent: ");
        }

        assertThat(folded).isEqualTo(200);
        assertThat(pinned).isEqualTo(250);
        assertThat(files(capture.resolve("folding"))).isEmpty();
        assertThat(Files.readString(capture.resolve("capture.json"))).contains("\"foldedUntil\": \"2");
        List<String> folds = folds(capture);
        // The environment may add some.
        assertThat(folds)
                .allSatisfy(fold -> assertThat(FoldFile.read(Path.of(fold)).labels())
                        .singleElement()
                        .satisfies(labels ->
                                assertThat(labels).containsAllEntriesOf(Map.of("service", "cart", "version", "1.2"))));
        // Those that JFR removed are in the folds alone, by the JDK's own reader.
        int left = 0;
        // JDK 21 gives the first pins of a chunk too short a time, or none.
        int longer = 0;
        for (Path chunk : chunks(capture)) {
            for (RecordedEvent event : RecordingFile.readAllEvents(chunk)) {
                if (event.getEventType().getName().equals("jdk.VirtualThreadPinned")) {
                    left++;
                    longer += event.getDuration().compareTo(LONGER) > 0 ? 1 : 0;
                }
            }
        }
        assertThat(left).isBetween(1, pinned - 100);
        int inFolds = pins(capture.resolve("folds").toString());
        assertThat(inFolds).isBetween(100, pinned);

        assertThat(pins(capture.toString())).isEqualTo(pinned);
        assertThat(pins(capture.toString(), "--longer", "1ms")).isEqualTo(longer);
        // What is given twice counts once, in whatever order.
        assertThat(pins(capture.resolve("folds").toString(), capture.toString()))
                .isEqualTo(pinned);
        Path together = folder.resolve("app.lwf");
        run(List.of("fold", capture.toString(), "-o", together.toString()));
        assertThat(run(List.of("pins", "--format", "json", together.toString())))
                .isEqualTo(run(List.of("pins", "--format", "json", capture.toString())));
        assertThat(pins(folder.toString())).isEqualTo(pinned);
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void aDiskThatOthersFillCostsNoFold(String jdk) throws Exception {
        try (SmallDisk disk = SmallDisk.of(folder)) {
            Path capture = disk.path().resolve("app.lw");
            Path filling = disk.path().resolve("filling");
            String options = "out=" + capture + ",metrics=none,fold=" + command()
                    + ",fold-every=1s,max-size=2m,min-free=" + disk.minFreeMegabytes() + "m";
            List<String> before;
            try (AgentProcess app = AgentProcess.start(
                    FoldedApp.class,
                    jdk,
                    folder,
                    List.of(),
                    Map.of(),
                    AgentProcess.pinning(AgentProcess.agent(folder, options)))) {
                app.await("ready");
                awaitFolds(capture, 1);
                app.ask("100");
                awaitFolds(capture, folds(capture).size() + 3);
                app.ask("10");
                disk.fill(disk.minFreeMegabytes() - 8);
                AgentCaptures.until("the pause", () -> says(app, "nothing is recorded until there is room again"));
                before = folds(capture);
                List<Path> recorded = chunks(capture);
                assertThat(app.ask("1000")).isEqualTo("1110");

                Files.delete(filling);
                AgentCaptures.until("its end", () -> says(app, " MB free again; the recording goes on"));
                // The first has what was recorded and not folded before the pause.
                awaitFolds(capture, before.size() + 2);
                app.ask("50");
                awaitFolds(capture, folds(capture).size() + 2);
                AgentCaptures.until(
                        "the chunks from before the pause are removed, as max-size wants",
                        () -> chunks(capture).stream().noneMatch(recorded::contains));
                assertThat(app.end()).isZero();
                assertThat(app.errors())
                        .containsOnlyOnce("nothing is recorded until there is room again")
                        .containsOnlyOnce("the recording goes on")
                        .doesNotContain("no fold of the recording")
                        .doesNotContain("may lack events");
            }
            assertThat(folds(capture)).containsAll(before);
            assertThat(pins(capture.toString())).isEqualTo(100 + 10 + 50);
            assertThat(run(List.of("report", capture.toString())))
                    .containsPattern("Nothing\\s+was\\s+recorded\\s+from\\s+2\\S+\\s+to\\s+2\\S+:");
        }
    }

    private static boolean says(AgentProcess app, String words) {
        try {
            return app.errors().contains(words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many pins there are in some inputs, at one site. */
    private static int pins(String... inputs) {
        List<JsonObject> sites = sites(List.of(inputs));
        assertThat(sites).hasSize(1);
        assertThat(sites.getFirst().get("site").getAsString()).startsWith(FoldedApp.class.getName() + ".");
        return sites.getFirst().get("pinsCount").getAsInt();
    }

    private static List<Path> chunks(Path capture) {
        return files(capture.resolve("repository")).stream()
                .flatMap(jvm -> files(Path.of(jvm)).stream())
                .filter(file -> file.endsWith(".jfr"))
                .map(Path::of)
                .toList();
    }

    /** The sites that {@code pins} finds in folds, or in captures. */
    private static List<JsonObject> sites(List<String> inputs) {
        List<String> arguments = new ArrayList<>(List.of("pins", "--format", "json"));
        arguments.addAll(inputs);
        List<JsonObject> rows = new ArrayList<>();
        for (JsonElement section :
                JsonParser.parseString(run(arguments)).getAsJsonObject().getAsJsonArray("sections")) {
            for (JsonElement block : section.getAsJsonObject().getAsJsonArray("blocks")) {
                if (block.getAsJsonObject().get("id").getAsString().equals("sites")) {
                    block.getAsJsonObject().getAsJsonArray("rows").forEach(row -> rows.add(row.getAsJsonObject()));
                }
            }
        }
        return rows;
    }

    private void awaitFolds(Path capture, int number) {
        AgentCaptures.until(number + " folds", () -> folds(capture).size() >= number);
    }

    private static List<String> folds(Path capture) {
        return files(capture.resolve("folds"));
    }

    private static List<String> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The launcher, made of the classes of the tests. */
    private Path command() throws IOException {
        Path command = folder.resolve("loomweight");
        Files.writeString(
                command,
                "#!/bin/sh\nexec '" + Jdks.home("loomweight.jdk.newest").resolve("bin/java")
                        + "' $LOOMWEIGHT_JAVA_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' dev.loomweight.cli.Main \"$@\"\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
        return command;
    }

    private static String run(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, arguments.toArray(String[]::new)))
                .as("%s%s", out, err)
                .isZero();
        return out.toString();
    }
}
