package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.agent.MemoryLimit;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Applications that the kernel kills because the memory of their control group is used up, and others that are killed. */
@Tag("oracles")
class KilledForMemoryTest {

    static final List<String> BOTH = Jdks.BOTH;

    private static final String SOURCE = """
            public final class Eats {
                public static void main(String[] args) throws Exception {
                    System.out.println("ready");
                    java.util.List<byte[]> eaten = new java.util.ArrayList<>();
                    while (System.in.read() >= 0) {
                        for (int i = 0; i < 1024; i++) {
                            byte[] block = new byte[1 << 20];
                            java.util.Arrays.fill(block, (byte) 1);
                            eaten.add(block);
                        }
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void aCommandThatTheKernelKillsIsSaidToBeWithItsFigures(String jdk) throws Exception {
        try (MemoryLimit limit = limit();
                CommandProcess run = CommandProcess.start(folder, run(jdk, limit))) {
            run.await("ready");
            AgentCaptures.untilSampled(capture());
            run.say("eat");

            assertThat(run.status()).as(said()).isEqualTo(137);
        }
        assertThat(AgentCaptures.manifest(capture()))
                .contains("\"status\": \"killed by the kernel for lack of memory: ")
                .doesNotContain("\"complete\"");
        assertThat(plain(report()))
                .contains("The kernel killed ", " for lack of memory: the limit of its container is 256 MB.")
                .containsPattern("counts 1 kill, and counted 0 when the capture began")
                .containsPattern(
                        "At the last snapshot, \\d+ s before the end of the capture, it had [\\d.]+ MB resident")
                // The first snapshot, or a later one, as the limit comes near.
                .containsPattern("Eats, (start|periodic|near-limit|at-limit): before the OOM kill")
                .doesNotContain("headroom before the OOM kill", "is not complete");
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void aTargetThatTheKernelKillsIsSaidToBe(String jdk) throws Exception {
        List<String> prefix = new ArrayList<>();
        try (MemoryLimit limit = limit()) {
            prefix.addAll(limit.prefix());
            List<String> command = new ArrayList<>(prefix);
            command.addAll(java(jdk));
            Process app = new ProcessBuilder(command).start();
            try (CommandProcess record = CommandProcess.start(
                    folder, "record", Long.toString(app.pid()), "--duration", "until-ctrl-c", "-o", "app.lw")) {
                assertThat(app.inputReader().readLine()).isEqualTo("ready");
                AgentCaptures.untilSampled(capture());
                app.getOutputStream().write('e');
                app.getOutputStream().flush();

                assertThat(record.status()).as(said()).isZero();
                assertThat(said()).contains(" ended while it was captured: killed by the kernel for lack of memory: ");
                assertThat(plain(String.join("\n", record.printed())))
                        .contains("The kernel killed Eats for lack of memory: the limit of its container is 256 MB.")
                        .doesNotContain("headroom before the OOM kill");
            } finally {
                app.destroyForcibly().onExit().join();
            }
        }
    }

    /** Before its first snapshot, or while that is taken. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void aTargetThatIsKilledAtOnceIsCountedToo(String jdk) throws Exception {
        try (MemoryLimit limit = limit()) {
            List<String> command = new ArrayList<>(limit.prefix());
            command.addAll(java(jdk));
            Process app = new ProcessBuilder(command).start();
            assertThat(app.inputReader().readLine()).isEqualTo("ready");
            try (CommandProcess record = CommandProcess.start(
                    folder, "record", Long.toString(app.pid()), "--duration", "until-ctrl-c", "-o", "app.lw")) {
                AgentCaptures.until(
                        "the begin of the capture", () -> Files.exists(capture().resolve("capture.json")));
                app.getOutputStream().write('e');
                app.getOutputStream().flush();

                assertThat(record.status()).as(said()).isZero();
                assertThat(AgentCaptures.manifest(capture())).contains("\"oomKills\"", "\"before\": 0", "\"after\": 1");
                assertThat(plain(report())).contains("The kernel killed Eats for lack of memory");
            } finally {
                app.destroyForcibly().onExit().join();
            }
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void aCommandThatSomebodyKillsIsNotSaidToLackMemory(String jdk) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "-o", "app.lw", "--"));
        words.addAll(java(jdk));
        try (CommandProcess run = CommandProcess.start(folder, words.toArray(String[]::new))) {
            run.await("ready");
            AgentCaptures.untilSampled(capture());
            ProcessHandle.of(run.pid()).orElseThrow().children().forEach(ProcessHandle::destroyForcibly);

            assertThat(run.status()).as(said()).isEqualTo(137);
        }
        assertThat(plain(report()))
                .contains("Eats was killed (status 137, as after SIGKILL), ")
                .doesNotContain("The kernel killed");
    }

    private static MemoryLimit limit() {
        MemoryLimit limit = MemoryLimit.of(256 << 20);
        assumeTrue(limit.isKernels(), "no control group can be made here, which takes root and a writable hierarchy");
        return limit;
    }

    private String[] run(String jdk, MemoryLimit limit) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "-o", "app.lw", "--"));
        words.addAll(limit.prefix());
        words.addAll(java(jdk));
        return words.toArray(String[]::new);
    }

    private List<String> java(String jdk) throws IOException {
        Path source = folder.resolve("Eats.java");
        Files.writeString(source, SOURCE);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "21", "-d", folder.toString(), source.toString());
        assertThat(compiled).isZero();
        return List.of(
                Jdks.home(jdk).resolve("bin/java").toString(),
                "-Xmx1g",
                "-XX:-UseContainerSupport",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                folder.toString(),
                "Eats");
    }

    /** Whatever the recording: one that was killed in its first second has nothing that can be read. */
    private String report() {
        StringWriter out = new StringWriter();
        CliRun.run(out, new StringWriter(), "report", capture().toString());
        return out.toString();
    }

    /** Without the breaks of lines. */
    private static String plain(String report) {
        return report.replaceAll("\\s+", " ");
    }

    private Path capture() {
        return folder.resolve("app.lw");
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("err.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
