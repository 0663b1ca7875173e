package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonPrimitive;
import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.agent.SmallDisk;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code loomweight run -- java ...}: a command of the user's own, which must not notice. */
@Tag("oracles")
class RunOwnTest {

    /** Starts itself once more as the application, which ends when it is followed, and goes on for some looks. */
    private static final String TOOL = """
            import java.nio.file.Files;
            import java.nio.file.Path;

            public final class Tool {
                public static void main(String[] arguments) throws Exception {
                    if (arguments[0].equals("application")) {
                        Path capture = Path.of("app.lw", "capture.json");
                        String followed = "\\"pid\\": " + ProcessHandle.current().pid() + ",";
                        while (!(Files.exists(capture) && Files.readString(capture).contains(followed))) {
                            Thread.sleep(10);
                        }
                        System.out.println("application " + ProcessHandle.current().pid());
                        return;
                    }
                    new ProcessBuilder(arguments[0], arguments[1], "application").inheritIO().start().waitFor();
                    Thread.sleep(3000);
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void theCommandHasItsInputOutputAndExitStatusAndIsReported(String jdk) throws Exception {
        String java = Jdks.home(jdk).resolve("bin/java").toString();
        Path jar = OwnApp.jar(folder);
        try (CommandProcess run = CommandProcess.start(
                folder,
                "run",
                "-o",
                "app.lw",
                "--",
                java,
                "-Xmx64m",
                "-Djdk.virtualThreadScheduler.parallelism=2",
                "-jar",
                jar.toString(),
                "7")) {
            run.await("ready");
            run.say("@hello --threads 5");
            run.await("@hello --threads 5");
            AgentCaptures.untilSampled(capture());
            run.endInput();

            assertThat(run.status()).as(said()).isEqualTo(7);
            assertThat(run.printed()).containsExactly("ready", "@hello --threads 5", "done");
        }
        assertThat(said())
                .contains("loomweight run: " + java + " -XX:NativeMemoryTracking=summary ")
                .contains(" ... app.jar ...\n", "Where the memory is", "kept in app.lw")
                .doesNotContain("is without vthread_scheduler.txt: process", "Xmx64m", "app.jar 7");
        assertThat(AgentCaptures.json(capture()).get("exitStatus").getAsInt()).isEqualTo(7);
        assertThat(AgentCaptures.json(capture()).get("command").getAsJsonArray())
                .containsExactly(new JsonPrimitive("-Djdk.virtualThreadScheduler.parallelism=2"));
        assertThat(AgentCaptures.json(capture()).get("target").getAsString()).isEqualTo("app.jar");
        assertThat(AgentCaptures.manifest(capture())).contains("\"complete\"").doesNotContain("Xmx64m", "mainClass");
        assertThat(AgentCaptures.json(capture()).get("classPath").getAsJsonArray())
                .containsExactly(new JsonPrimitive(jar.toAbsolutePath().toString()));
        assertThat(AgentCaptures.json(capture()).get("mainJar").getAsString())
                .isEqualTo(jar.toAbsolutePath().toString());
        assertThat(Path.of(AgentCaptures.json(capture()).get("javaHome").getAsString()))
                .isEqualTo(Jdks.home(jdk).toRealPath());
        assertThat(capture().resolve("recording.jfr")).isNotEmptyFile();
        if (jdk.equals("loomweight.jdk21")) {
            // Named by the class files of the jar, for which nobody asked.
            assertThat(said()).contains("com.acme.Echo.hold", "Echo.LOCK").doesNotContain("is your own code");
            // A capture names its class files, for comparisons later.
            StringWriter diff = new StringWriter();
            String path = capture().toString();
            assertThat(CliRun.run(diff, diff, "diff", "--format", "csv", path, path))
                    .as(diff.toString())
                    .isZero();
            assertThat(diff.toString()).contains("com.acme.Echo.hold", "a synchronized block");
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void aSignalIsThatOfTheCommandAndALastSnapshotIsTakenBefore(String signal, int status) throws Exception {
        String java = Jdks.home("loomweight.jdk21").resolve("bin/java").toString();
        Path arguments = Files.writeString(
                folder.resolve("arguments"), "-cp \"" + OwnApp.jar(folder) + "\"\n" + OwnApp.MAIN + "\n");
        try (CommandProcess run = CommandProcess.start(
                folder,
                "run",
                "-o",
                "app.lw",
                "--snapshot-every",
                "1h",
                "--report",
                "report.json",
                "--format",
                "json",
                "--",
                java,
                "@" + arguments)) {
            run.await("ready");
            AgentCaptures.untilSampled(capture());
            run.signal(signal);

            assertThat(run.status()).as(said()).isEqualTo(status);
        }
        assertThat(AgentCaptures.manifest(capture())).contains("\"end\"", "\"complete\"");
        assertThat(Files.readString(folder.resolve("report.json"))).contains("com.acme.Echo.hold", "Echo.LOCK");
        assertThat(AgentCaptures.json(capture()).get("mainClass").getAsString())
                .as("the JVM itself was asked, since its command line names a file")
                .isEqualTo(OwnApp.MAIN);
        assertThat(said()).doesNotContain("Where the memory is");
    }

    /** As a build tool that ends some time after the application that it has started. */
    @Test
    void aLauncherThatOutlivesTheApplicationIsNotFollowed() throws Exception {
        String java = Jdks.home("loomweight.jdk.newest").resolve("bin/java").toString();
        Path source = folder.resolve("Tool.java");
        Files.writeString(source, TOOL);
        Path script = folder.resolve("start.sh");
        Files.writeString(script, "#!/bin/sh\nexec " + java + " " + source + " " + java + " " + source + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        String printed;
        try (CommandProcess run = CommandProcess.start(folder, "run", "-o", "app.lw", "--", script.toString())) {
            assertThat(run.status()).as(said()).isZero();
            printed = run.printed().getFirst();
        }

        assertThat(AgentCaptures.json(capture()).get("pid").getAsLong())
                .as(said())
                .isEqualTo(Long.parseLong(printed.substring("application ".length())));
        assertThat(capture().resolve("recording.jfr")).isRegularFile();
    }

    @Test
    void aScriptThatEndsInJavaIsFollowedAndItsOtherJvmsAreKeptApart() throws Exception {
        String java = Jdks.home("loomweight.jdk21").resolve("bin/java").toString();
        Path script = folder.resolve("start.sh");
        Files.writeString(
                script, "#!/bin/sh\n" + java + " -version\nexec " + java + " -jar " + OwnApp.jar(folder) + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path capture = folder.resolve("my app's.lw");
        try (CommandProcess run =
                CommandProcess.start(folder, "run", "-o", capture.toString(), "--", script.toString(), "3")) {
            run.await("ready");
            AgentCaptures.until(
                    "the application's snapshot",
                    () -> AgentCaptures.manifest(capture).contains("app.jar"));
            run.endInput();

            assertThat(run.status()).as(said()).isEqualTo(3);
            assertThat(run.printed()).containsExactly("ready", "done");
        }
        assertThat(said())
                .contains(script + " is not java: its JVMs get their options from JAVA_TOOL_OPTIONS")
                .contains("the command started other JVMs too; their recordings are in ")
                .contains("com.acme.Echo.hold", "Echo.LOCK");
        assertThat(capture.resolve("recording.jfr")).isNotEmptyFile();
        assertThat(capture.resolve("recordings")).isNotEmptyDirectory();
    }

    @Test
    void aFullDiskEndsTheCaptureAndNotTheCommand() throws Exception {
        String java = Jdks.home("loomweight.jdk.newest").resolve("bin/java").toString();
        try (SmallDisk disk = SmallDisk.of(folder)) {
            Path capture = disk.path().resolve("app.lw");
            try (CommandProcess run = CommandProcess.start(
                    folder,
                    "run",
                    "-o",
                    capture.toString(),
                    "--min-free",
                    disk.minFreeMegabytes() + "m",
                    "--",
                    java,
                    "-jar",
                    OwnApp.jar(folder).toString())) {
                run.await("ready");
                AgentCaptures.untilSampled(capture);
                disk.fill(disk.minFreeMegabytes() - 8);
                AgentCaptures.until("the end of the capture", () -> said().contains("the capture ended, and"));
                if (disk.isMounted()) {
                    disk.fill(0);
                }
                run.say("alive");
                run.await("alive");
                run.endInput();
                assertThat(run.status()).as(said()).isZero();
            }
            assertThat(AgentCaptures.read("report", capture)).contains("Where the memory is");
        }
    }

    @Test
    void whatCannotBeRunIsSaid() {
        StringWriter err = new StringWriter();

        assertThat(CliRun.run(new StringWriter(), err, "run")).isEqualTo(2);
        assertThat(CliRun.run(new StringWriter(), err, "run", "java")).isEqualTo(2);
        assertThat(CliRun.run(new StringWriter(), err, "run", "-o", capture().toString(), "--", folder + "/none/java"))
                .isEqualTo(127);
        assertThat(CliRun.run(
                        new StringWriter(),
                        err,
                        "run",
                        "--settings",
                        folder + "/none.jfc",
                        "-o",
                        folder.resolve("b.lw").toString(),
                        "--",
                        Jdks.home("loomweight.jdk.newest").resolve("bin/java").toString()))
                .isEqualTo(1);

        assertThat(err.toString())
                .contains(
                        "nothing to run; expected your own command after --, ",
                        "did you mean: loomweight run -- java ...?")
                .contains("for example: loomweight run -- java -jar app.jar, or a program of loomweight lab")
                .contains("cannot start " + folder + "/none/java: there is no such file")
                .contains("cannot read the settings " + folder + "/none.jfc: no such file or folder");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aCommandThatStartsNoJvmLeavesNoCapture() throws IOException {
        Path kept = Files.createDirectory(folder.resolve("kept.lw"));
        Path text = Files.writeString(folder.resolve("text"), "echo");
        String java = Jdks.home("loomweight.jdk.newest").resolve("bin/java").toString();

        assertThat(List.of(status("jva"), status(text.toString()), status(kept.toString())))
                .isEqualTo(List.of(127, 126, 126));
        assertThat(refused(kept.toString())).isEqualTo("cannot start " + kept + ": it is not executable");
        assertThat(refused("jva")).isEqualTo("cannot start jva: there is no such program in the folders of PATH");
        assertThat(refused(text.toString())).isEqualTo("cannot start " + text + ": it is not executable");
        assertThat(refused(java, "-jar", folder + "/none.jar"))
                .isEqualTo("cannot start " + java + ": there is no jar " + folder + "/none.jar");
        assertThat(capture()).doesNotExist();

        for (Path to : List.of(capture(), kept)) {
            StringWriter err = new StringWriter();
            List<String> wrongOption = List.of("run", "-o", to.toString(), "--", java, "-XX:+NoSuchOption", "Main");
            assertThat(CliRun.run(new StringWriter(), err, wrongOption.toArray(String[]::new)))
                    .isEqualTo(1);
            assertThat(err.toString())
                    .endsWith(
                            "loomweight run: nothing was captured: the command ended with exit status 1 before a JVM of"
                                    + " it could be observed; no capture is kept\n");
        }
        assertThat(capture()).doesNotExist();
        // It was there before.
        assertThat(kept).isEmptyDirectory();
    }

    private int status(String... command) {
        return run(new StringWriter(), command);
    }

    private int run(StringWriter err, String... command) {
        List<String> words = new ArrayList<>(List.of("run", "-o", capture().toString(), "--"));
        words.addAll(List.of(command));
        return CliRun.run(new StringWriter(), err, words.toArray(String[]::new));
    }

    private String refused(String... command) {
        StringWriter err = new StringWriter();
        assertThat(run(err, command)).isPositive();
        assertThat(err.toString()).hasLineCount(1).startsWith("loomweight run: ");
        return err.toString().replace("loomweight run: ", "").strip();
    }

    private Path capture() {
        return folder.resolve("app.lw");
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("err.txt"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
