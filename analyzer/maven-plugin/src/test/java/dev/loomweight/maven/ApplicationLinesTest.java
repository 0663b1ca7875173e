package dev.loomweight.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of docs/maven.md that capture an application which another plug-in starts. */
@Tag("applications")
class ApplicationLinesTest {

    private static final String VERSION = MavenRun.property("loomweight.version");

    // The plug-ins that the page names by their prefixes, in fixed versions.
    private static final Map<String, String> GOALS = Map.of(
            "loomweight:agent", "dev.loomweight:loomweight-maven-plugin:" + VERSION + ":agent",
            "exec:exec", "org.codehaus.mojo:exec-maven-plugin:3.6.4:exec",
            "spring-boot:run",
                    "org.springframework.boot:spring-boot-maven-plugin:" + MavenRun.property("loomweight.spring-boot")
                            + ":run");

    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.acme</groupId>
              <artifactId>app</artifactId>
              <version>1.0</version>
              <properties>
                <maven.compiler.release>21</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <build>
                <plugins>
                  <plugin>
                    <groupId>org.apache.maven.plugins</groupId>
                    <artifactId>maven-compiler-plugin</artifactId>
                    <version>3.15.0</version>
                  </plugin>
                </plugins>
              </build>
            </project>
            """;

    // Pins on each JDK, and only once something records; under the command, once it is followed, so that the command
    // does
    // not keep Maven for the application.
    private static final String APP = """
            package com.acme;

            import java.nio.file.Files;
            import java.nio.file.Path;
            import jdk.jfr.FlightRecorder;
            import jdk.jfr.RecordingState;

            public final class App {
                static final class Slow {
                    static final int NUMBER = sleep();

                    static int sleep() {
                        try {
                            Thread.sleep(40);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return 1;
                    }
                }

                public static void main(String[] arguments) throws Exception {
                    while (FlightRecorder.getFlightRecorder().getRecordings().stream()
                            .noneMatch(recording -> recording.getState() == RecordingState.RUNNING)) {
                        Thread.yield();
                    }
                    Path capture = Path.of("app.lw", "capture.json");
                    String followed = "\\"pid\\": " + ProcessHandle.current().pid() + ",";
                    while (System.getenv("JAVA_TOOL_OPTIONS") != null
                            && !(Files.exists(capture) && Files.readString(capture).contains(followed))) {
                        Thread.sleep(10);
                    }
                    Thread.ofVirtual().start(() -> System.out.println("slow: " + Slow.NUMBER)).join();
                }
            }
            """;

    @TempDir
    private static Path work;

    private static PrivateRepository repository;

    @TempDir
    private Path folder;

    private Path project = Path.of("");

    @BeforeAll
    static void publishesLocally() throws IOException {
        repository = PrivateRepository.in(
                work.resolve("repository"), Path.of(MavenRun.property("loomweight.repository")), VERSION);
    }

    @BeforeEach
    void writesTheApplication() throws IOException {
        project = folder.resolve("app");
        Path source = project.resolve("src/main/java/com/acme/App.java");
        Files.createDirectories(source.resolve("..").normalize());
        Files.writeString(source, APP);
        Files.writeString(project.resolve("pom.xml"), POM);
    }

    /** The line of the page that begins so, as the arguments of its program. */
    private static List<String> line(String begin, String goal) throws IOException {
        String line = Page.of("maven.md")
                .text()
                .lines()
                .filter(each -> each.startsWith(begin) && each.contains(" " + goal))
                .findFirst()
                .orElseThrow();
        List<String> words = new ArrayList<>();
        // Single quotes keep what is between them together.
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        for (char c : (line + " ").toCharArray()) {
            if (c == '\'') {
                quoted = !quoted;
            } else if (c == ' ' && !quoted) {
                words.add(GOALS.getOrDefault(word.toString(), word.toString()));
                word.setLength(0);
            } else {
                word.append(c);
            }
        }
        return words;
    }

    private void hasThePin(String capture) throws Exception {
        MavenRun report = MavenRun.in(
                project,
                repository.folder(),
                "dev.loomweight:loomweight-maven-plugin:" + VERSION + ":report",
                "-Dloomweight.dir=" + capture,
                "-Dloomweight.formats=json");
        assertThat(report.status()).as(report.output()).isZero();
        assertThat(Files.readString(project.resolve("target/loomweight/report.json")))
                .contains("com.acme.App$Slow", "classInitializer");
    }

    private void agentCaptures(String goal, String... more) throws Exception {
        List<String> words = new ArrayList<>(line("mvn ", goal));
        words.remove(0);
        words.addAll(List.of(more));
        MavenRun run = MavenRun.in(project, repository.folder(), words.toArray(String[]::new));
        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("slow: 1");
        hasThePin("target/app.lw");
    }

    @Test
    void theAgentCapturesWhatExecStarts() throws Exception {
        agentCaptures("exec:exec");
    }

    @Test
    void theAgentCapturesWhatSpringBootStarts() throws Exception {
        agentCaptures("spring-boot:run", "-Dspring-boot.run.main-class=com.acme.App");
    }

    @Test
    void theCommandCapturesWhatExecStarts() throws Exception {
        List<String> words = line("loomweight run ", "exec:exec");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Checkout.ROOT.resolve("analyzer/target/loomweight.jar").toString()));
        command.addAll(words.subList(1, words.size()));
        int maven = command.indexOf("mvn");
        command.set(maven, Path.of(MavenRun.MAVEN, "bin", "mvn").toString());
        command.addAll(List.of("-B", "-ntp", "-Dmaven.repo.local=" + repository.folder()));
        MavenRun run = MavenRun.program(project, command);
        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("slow: 1");
        hasThePin("app.lw");
    }
}
