package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The agent loaded into a JVM that runs by jcmd, whose syntax is its own. */
class AgentLoadTest {

    static final List<String> BOTH = AgentTest.BOTH;

    private static final String COMMAND = "jcmd PID JVMTI.agent_load";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void theLineOfTheDocumentsPassesItsOptions(String jdk) throws Exception {
        String line = Files.readAllLines(Path.of("..", "docs", "agent.md")).stream()
                .filter(each -> each.startsWith(COMMAND))
                .findFirst()
                .orElseThrow();
        Path capture = folder.resolve("app.lw");
        try (AgentProcess app = started(jdk)) {
            shell(jdk, app, line.replace("/var/tmp/app.lw", capture.toString()));

            assertThat(saidToRunWith(app)).contains("out=" + capture + ",", ",keep=5,", ",metrics=none,");
            AgentCaptures.until("the capture", () -> Files.exists(capture.resolve("capture.json")));
            assertThat(app.end()).isZero();
        }
    }

    /** Why the line is as it is; a JVM that passes these options one day may have a simpler line. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void optionsBehindTheJarAreDroppedAndThatIsSeen(String jdk) throws Exception {
        try (AgentProcess app = started(jdk)) {
            shell(jdk, app, COMMAND + " /path/loomweight-agent.jar=keep=5");

            assertThat(saidToRunWith(app)).contains("out=none,", ",keep=3,");
            assertThat(app.end()).isZero();
        }
    }

    private AgentProcess started(String jdk) throws Exception {
        Map<String, String> environment = Map.of(AgentOptions.VARIABLE, "out=none,metrics=none");
        AgentProcess app = AgentProcess.start(jdk, folder, List.of(), environment, AgentProcess.pinning());
        app.await("ready");
        return app;
    }

    private void shell(String jdk, AgentProcess app, String line) throws Exception {
        String command = line.replace("PID", Long.toString(app.pid()))
                .replace("/path/loomweight-agent.jar", AgentProcess.jar(folder).toString());
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        Jdks.home(jdk).resolve("bin").resolve(command).toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains("return code: 0");
    }

    private static String saidToRunWith(AgentProcess app) {
        String words = "loomweight agent: runs with ";
        AgentCaptures.until("what it runs with", () -> errors(app).contains(words));
        return errors(app)
                .lines()
                .filter(line -> line.startsWith(words))
                .findFirst()
                .orElseThrow();
    }

    private static String errors(AgentProcess app) {
        try {
            return app.errors();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
