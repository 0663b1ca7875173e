package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentJar;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.cli.CliRun;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Platform threads that hang, and processes that are idle, on JVMs of 11, 17, 21 and of the newest JDK. */
@Tag("applications")
class OlderJvmsTest {

    static final List<String> JDKS = Jdks.ALL;

    @TempDir
    private Path folder;

    private static String source() throws IOException {
        String name = "/dumps/threads/program/Deadlocks.java";
        try (InputStream in = Objects.requireNonNull(OlderJvmsTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Runs programs in one JVM, until all of their threads are where they stay. */
    private void with(String jdk, List<String> programs, Consumer<Process> asked) throws Exception {
        with(jdk, "-Xshare:auto", programs, asked);
    }

    private void with(String jdk, String option, List<String> programs, Consumer<Process> asked) throws Exception {
        Compiled.into(folder, "Deadlocks.java", source(), "--release", "11", "-g");
        List<String> command = new ArrayList<>(List.of(
                Jdks.home(jdk).resolve("bin/java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx64m",
                option,
                "-cp",
                folder.toString()));
        command.add("Deadlocks");
        command.addAll(programs);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("ready");
            asked.accept(process);
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    private static Path print(Process process, Path into, String... options) {
        List<String> command = new ArrayList<>(List.of(
                Jdks.home("loomweight.jdk.newest").resolve("bin/jcmd").toString(),
                Long.toString(process.pid()),
                "Thread.print"));
        command.addAll(List.of(options));
        try {
            Process jcmd = new ProcessBuilder(command)
                    .redirectOutput(into.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            assertThat(jcmd.waitFor()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        return into;
    }

    private static Section section(Options request, @Nullable LiveCapture capture, Question question, String id) {
        return question.ask(request, count -> {}, capture).report().sections().stream()
                .filter(section -> section.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Section hang(Path... files) {
        return section(InputOptions.of(files), null, Question.HANG, HangAnalysis.ID);
    }

    private static Section hang(Process process, @Nullable Path capture) {
        LiveCapture live = new LiveCapture(
                new LiveCapture.What(null, DumpRequest.of(3, Duration.ofMillis(300)), null), capture, remark -> {});
        return section(InputOptions.of(Path.of(Long.toString(process.pid()))), live, Question.HANG, HangAnalysis.ID);
    }

    private static List<String> problems(Section section) {
        return section.findings().stream()
                .filter(finding -> finding.severity() == Severity.PROBLEM)
                .map(Finding::id)
                .toList();
    }

    /** The JVM's own verdict, without {@code -l}: all of its circles, and no more. */
    @ParameterizedTest
    @FieldSource("JDKS")
    void circlesAreThoseThatTheJvmFinds(String jdk) throws Exception {
        with(jdk, List.of("locks", "mixed"), process -> {
            Path print = print(process, folder.resolve("print.txt"));
            assertThat(print).content().contains("Found 3 deadlocks.").doesNotContain("Locked ownable");
            List<String> words = List.of(
                    "Deadlock: 2 threads (",
                    "Deadlock: 3 threads (",
                    "1 more thread waits for them",
                    "\"a \"quoted\" one\"",
                    "\"b (second) #12 prio=5\"",
                    "\"c <third> & last\"",
                    "ReentrantReadWriteLock",
                    "Deadlocks.lambda$both$",
                    "Deadlocks.java:");
            Path capture = folder.resolve("capture.lw");
            for (Section section : List.of(hang(print), hang(process, capture), hang(capture))) {
                assertThat(problems(section))
                        .as(section.toString())
                        .containsExactly("deadlock", "deadlock", "deadlock");
                assertThat(section.toString()).contains(words).doesNotContain("owner is in no dump");
            }
        });
    }

    /** The answer is that of the dumps, and the application's own standard error has no word of it. */
    @ParameterizedTest
    @CsvSource({
        "loomweight.jdk11, -Xshare:auto, 'runs on JDK 11.0.13', 'the agent needs 21 or newer'",
        "loomweight.jdk17, -Xshare:auto, 'runs on JDK 17.', 'the agent needs 21 or newer'",
        "loomweight.jdk21, -XX:-EnableDynamicAgentLoading, 'could not load ', 'Dynamic agent loading is not enabled'"
    })
    void whoRefusesTheAgentIsJudgedByTheDumps(String jdk, String option, String begins, String why) throws Exception {
        Path jar = AgentJar.in(folder);
        with(jdk, option, List.of("locks", "mixed"), process -> {
            List<String> remarks = new ArrayList<>();
            LiveCapture live = new LiveCapture(
                    new LiveCapture.What(null, DumpRequest.of(2, Duration.ofMillis(300)), null),
                    null,
                    new CaptureProgress() {
                        @Override
                        public void step(String what) {}

                        @Override
                        public void remark(String what) {
                            remarks.add(what);
                        }
                    });
            Options request = InputOptions.of(Path.of(Long.toString(process.pid())))
                    .with(InputOptions.AGENT, true)
                    .with(InputOptions.AGENT_JAR, jar);

            assertThat(problems(section(request, live, Question.HANG, HangAnalysis.ID)))
                    .containsExactly("deadlock", "deadlock", "deadlock");
            assertThat(remarks.getLast())
                    .contains("process " + process.pid() + " " + begins, why)
                    .endsWith("; the answer is from what was captured without the agent")
                    .doesNotContain(".;");
        });
    }

    @ParameterizedTest
    @FieldSource("JDKS")
    void anIdleProcessDoesNotHang(String jdk) throws Exception {
        with(jdk, List.of("idle"), process -> {
            Path[] prints = prints(process, folder);
            for (Section section : List.of(hang(prints), hang(prints[0]), hang(process, null))) {
                assertThat(section.findings()).as(section.toString()).isEmpty();
                assertThat(section.toString()).contains("No hang found in ").doesNotContain("Finalizer");
            }
            Section waits = section(InputOptions.of(prints), null, Question.WAITS, "waits");
            assertThat(waits.toString())
                    .as("the finalizer's queue, whose monitor it has given back")
                    .contains("condition, queue")
                    .doesNotContain("monitor");
        });
    }

    /** One that was notified, and one that was interrupted, cannot go on: another keeps the monitor. */
    @ParameterizedTest
    @FieldSource("JDKS")
    void whoCannotEnterAgainHangs(String jdk) throws Exception {
        with(jdk, List.of("notified"), process -> {
            Section section = hang(process, null);
            assertThat(problems(section)).as(section.toString()).containsExactly("heldLock");
            assertThat(section.toString())
                    .contains("\"keeper\"", "holds the monitor Object@", "2 threads (\"told\", \"woken\") wait");
        });
    }

    private static Path[] prints(Process process, Path folder) {
        Path[] prints = new Path[3];
        for (int i = 0; i < prints.length; i++) {
            prints[i] = print(process, folder.resolve("print-" + i + ".txt"));
        }
        return prints;
    }

    /** Those that have their turn wait for work, or for input: no dump but {@code -l} says that they own the lock. */
    @ParameterizedTest
    @FieldSource("JDKS")
    void whoWaitsForATurnDoesNotHang(String jdk) throws Exception {
        with(jdk, List.of("turns", "console"), process -> {
            for (Section section : List.of(hang(prints(process, folder)), hang(process, null))) {
                assertThat(problems(section)).as(section.toString()).isEmpty();
                assertThat(section.toString()).contains("No hang ", "\"first reader\"", "\"lock turn 0\"");
            }
        });
    }

    /** The JVM lists it as a deadlock; it ends by itself. */
    @ParameterizedTest
    @FieldSource("JDKS")
    void aCircleWithATimeLimitIsNoHang(String jdk) throws Exception {
        with(jdk, List.of("timed"), process -> {
            Path[] prints = prints(process, folder);
            assertThat(prints[0]).content().contains("Found 1 deadlock.");
            for (Section section : List.of(hang(prints), hang(process, null))) {
                assertThat(problems(section)).as(section.toString()).isEmpty();
                assertThat(section.toString()).contains("in a circle, until the wait of \"patient\", \"more patient\"");
            }
        });
    }

    /** {@code waits} names the owners that the dumps name, of locks too. */
    @ParameterizedTest
    @FieldSource("JDKS")
    void waitsHasTheOwners(String jdk) throws Exception {
        with(jdk, List.of("mixed"), process -> {
            Path print = print(process, folder.resolve("print.txt"));
            String waits = section(InputOptions.of(print), null, Question.WAITS, "waits")
                    .toString();
            assertThat(print).content().doesNotContain("Locked ownable");
            assertThat(waits)
                    .contains("ReentrantLock", "ReentrantReadWriteLock", "java.lang.Object")
                    .contains("lambda$mixed$", "lambda$both$", "Deadlocks.enter")
                    .doesNotContain("not in the dumps");
        });
    }

    /** The command's own screen. */
    @ParameterizedTest
    @FieldSource("JDKS")
    void theFirstScreenSaysIt(String jdk) throws Exception {
        with(jdk, List.of("locks"), process -> {
            Path print = print(process, folder.resolve("print.txt"));
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            assertThat(CliRun.run(out, err, "hang", print.toString()))
                    .as(err::toString)
                    .isZero();
            assertThat(out.toString()).contains("Deadlock: 2 threads", "writer", "flusher", "ReentrantLock");
        });
    }
}
