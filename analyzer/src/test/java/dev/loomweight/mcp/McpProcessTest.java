package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server as a client starts it. */
@Tag("oracles")
class McpProcessTest {

    private static final long SECONDS_TO_END = 100;

    @TempDir
    private Path folder;

    /** Standard output has the answers alone, and the end of the input ends the program. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClientGetsNothingButAnswers(boolean named) throws Exception {
        Path root = Path.of("src/test/resources/recordings").toAbsolutePath();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-exports",
                "jdk.attach/sun.tools.attach=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.loomweight.cli.Main",
                "mcp"));
        if (named) {
            command.addAll(List.of("--root", root.toString()));
        }
        Path out = folder.resolve("out");
        // Without a root, it is the current folder.
        Process server = new ProcessBuilder(command)
                .directory(named ? folder.toFile() : root.toFile())
                .redirectOutput(out.toFile())
                .redirectError(Redirect.DISCARD)
                .start();
        try (OutputStream in = server.getOutputStream()) {
            in.write("""
                    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
                    "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
                    {"jsonrpc":"2.0","method":"notifications/initialized"}
                    {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"pins","arguments":\
                    {"paths":["25/pins.jfr"]}}}
                    {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"query","arguments":\
                    {"path":"25/pins.jfr","query":"SELECT count(*) FROM jdk.VirtualThreadPinned"}}}
                    {"jsonrpc":"2.0","id":4,"method":"ping"}""".getBytes(StandardCharsets.UTF_8));
        }
        try {
            assertThat(server.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)).isTrue();
            List<JsonObject> answers = Files.readAllLines(out, StandardCharsets.US_ASCII).stream()
                    .map(line -> JsonParser.parseString(line).getAsJsonObject())
                    .toList();
            assertThat(answers.stream().map(answer -> answer.get("id").getAsInt()))
                    .containsExactlyInAnyOrder(1, 2, 3, 4);
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.has("error")).isFalse());
            assertThat(answers.toString()).contains("\"pinsCount\":5", "\"COUNT(*)\":5");
            assertThat(server.exitValue()).isZero();
        } finally {
            server.destroyForcibly();
        }
    }
}
