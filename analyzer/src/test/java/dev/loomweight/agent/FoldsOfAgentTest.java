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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The agent folds the recording of a real JVM by a real command. */
@Tag("applications")
class FoldsOfAgentTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void theFoldsTogetherHaveEveryPinOnce(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        String options = "out=" + capture + ",metrics=none,log=false,fold=" + command() + ",fold-every=1s,"
                + "labels=\"service=cart,version=1.2\"";
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
            awaitFolds(capture, folds(capture).size() + 1);
            pinned = Integer.parseInt(app.ask("150"));
            // The second that comes from now on began after the last pin.
            awaitFolds(capture, folds(capture).size() + 2);
            assertThat(app.end()).isZero();
            assertThat(app.errors()).doesNotContain("loomweight agent: ");
        }

        assertThat(pinned).isEqualTo(250);
        assertThat(files(capture.resolve("folding"))).isEmpty();
        List<String> folds = folds(capture);
        // The environment may add some.
        assertThat(folds)
                .allSatisfy(fold -> assertThat(FoldFile.read(Path.of(fold)).labels())
                        .singleElement()
                        .satisfies(labels ->
                                assertThat(labels).containsAllEntriesOf(Map.of("service", "cart", "version", "1.2"))));
        List<JsonObject> sites = sites(folds);
        assertThat(sites).hasSize(1);
        assertThat(sites.getFirst().get("site").getAsString()).startsWith(FoldedApp.class.getName() + ".");
        assertThat(sites.getFirst().get("pinsCount").getAsInt()).isEqualTo(pinned);
        // The capture is read as without folds: what it has twice is counted once.
        assertThat(sites(List.of(folder.toString())).getFirst().get("pinsCount").getAsInt())
                .isEqualTo(pinned);
        // Those that were asked for first are in other folds than the rest.
        assertThat(folds.stream()
                        .flatMap(fold -> sites(List.of(fold)).stream())
                        .map(site -> site.get("pinsCount").getAsInt()))
                .hasSizeGreaterThan(1);
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
