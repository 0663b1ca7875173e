package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script for Gradle, in a build of several projects that Gradle runs. */
@Tag("applications")
class GradleScriptTest {

    private static final Path SCRIPT = Path.of("..", "docs", "gradle", "loomweight.gradle")
            .toAbsolutePath()
            .normalize();

    private static final String PINS = """
            package shop;
            class PinsTest {
                @org.junit.jupiter.api.Test
                void pins() throws Exception {
                    Object lock = new Object();
                    Thread.ofVirtual().start(() -> hold(lock)).join();
                }
                private static void hold(Object lock) {
                    synchronized (lock) {
                        try {
                            Thread.sleep(3);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void theBuildFailsOnPinsAndSilenceUnlessSuppressed() throws Exception {
        String parts = System.getProperty("loomweight.gradle", "");
        assumeThat(parts)
                .as("the program gradle is not installed, and was not fetched")
                .isNotEmpty();
        GradleHome gradle = GradleHome.make(Path.of(parts), folder);
        Path shop = Files.createDirectories(folder.resolve("shop"));
        write("settings.gradle", "rootProject.name = 'shop'\ninclude 'pins', 'suppressed', 'off', 'empty', 'app'\n");
        write("build.gradle", build(Path.of(parts)));
        write("loomweight.toml", "[budget]\npins = 0\n");
        for (String project : List.of("pins", "suppressed", "off")) {
            write(project + "/src/test/java/shop/PinsTest.java", PINS);
        }
        write("suppressed/loomweight.toml", """
                [budget]
                pins = 0
                [[suppress]]
                site = "shop.PinsTest.hold"
                reason = "a test of the test"
                """);
        write("off/build.gradle", "test.jvmArgumentProviders.clear()\n");
        write("empty/src/main/java/shop/Empty.java", "package shop;\nclass Empty {}\n");
        write("app/build.gradle", """
                apply plugin: 'application'
                application.mainClass = 'shop.App'
                run.args layout.buildDirectory.file('loomweight/run.lw/capture.json').get().asFile.path
                """);
        write("app/src/main/java/shop/App.java", """
                package shop;
                public class App {
                    public static void main(String[] args) {
                        // The agent starts in the background.
                        while (!java.nio.file.Files.exists(java.nio.file.Path.of(args[0]))) {
                            Thread.onSpinWait();
                        }
                        System.out.println("the application ran");
                    }
                }
                """);

        String printed = run(gradle, shop, "check", "run");

        assertThat(printed)
                .contains("Execution failed for task ':pins:loomweightCheck'.")
                .contains("> a budget is exceeded or could not be measured; see " + shop.resolve("pins/build"))
                .contains("shop.PinsTest.hold (line 11) holds the monitor of lock while it")
                .contains("Execution failed for task ':off:loomweightCheck'.")
                .contains("> loomweight check ended with ")
                .doesNotContain("':suppressed:loomweightCheck'", "':empty:loomweightCheck'", "':app:loomweightCheck'")
                .contains("the application ran")
                .as("what the next Gradle may no longer have")
                .doesNotContain("deprecated");
        assertThat(shop.resolve("suppressed/build/reports/loomweight/check.txt"))
                .content()
                .contains("suppressed", "a test of the test");
        assertThat(shop.resolve("pins/build/reports/loomweight"))
                .isDirectoryContaining("glob:**/check.html")
                .isDirectoryContaining("glob:**/check.sarif")
                .isDirectoryContaining("glob:**/check.xml");
        try (Stream<Path> recordings = Files.list(shop.resolve("pins/build/loomweight/test"))) {
            assertThat(recordings).singleElement().asString().matches(".*/tests-\\d+\\.jfr");
        }
        assertThat(shop.resolve("app/build/loomweight/run.lw/capture.json")).exists();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve("shop").resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    /** All projects: JUnit from files, and a compiler that the JDK of the tests need not have. */
    private static String build(Path parts) throws IOException {
        String jars;
        try (Stream<Path> all = Files.list(parts)) {
            jars = all.map(Path::toString)
                    .filter(jar -> jar.matches(".*/(junit-(jupiter|platform)|opentest4j)-.*\\.jar"))
                    .map(jar -> "'" + jar + "'")
                    .collect(Collectors.joining(", "));
        }
        return """
                subprojects {
                    apply plugin: 'java'
                    dependencies { testImplementation files(%s) }
                    test { useJUnitPlatform() }
                    tasks.withType(JavaCompile).configureEach {
                        options.fork = true
                        options.forkOptions.executable = '%s'
                        options.release = 21
                    }
                }
                """.formatted(jars, Path.of(System.getProperty("java.home"), "bin", "javac"));
    }

    private String run(GradleHome gradle, Path project, String... tasks) throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        String quoted =
                CommandProcess.words().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path command = folder.resolve("loomweight");
        Files.writeString(command, "#!/bin/sh\nexec " + quoted + " \"$@\"\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path user = Files.createDirectories(folder.resolve("user"));
        Files.writeString(
                user.resolve("gradle.properties"),
                "loomweight=" + command + "\nloomweightAgent=" + AgentCaptures.jar(folder) + "\n");
        List<String> words = new ArrayList<>(gradle.command(jdk));
        words.addAll(List.of(user.toString(), project.toString(), SCRIPT.toString()));
        words.addAll(List.of(tasks));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", jdk.toString());
        Process process = builder.start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
        }
    }
}
