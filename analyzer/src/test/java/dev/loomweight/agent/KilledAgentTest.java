package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** However an application ends, and whatever becomes of its disk: a capture is left that can be read. */
@Tag("applications")
class KilledAgentTest {

    static final List<String> BOTH = AgentTest.BOTH;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void aKilledApplicationLeavesAllButItsLastSecond(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        try (AgentProcess app = start(jdk, capture, List.of(), folder, "min-free=1m")) {
            AgentCaptures.untilBegun(capture);
            AgentCaptures.until(
                    "a pin on disk", () -> AgentCaptures.read("pins", capture).contains("PinningApp.hold"));
            app.kill();
        }
        isRead(capture);
        assertThat(AgentCaptures.read("report", capture))
                .contains("The capture is unfinished")
                .doesNotContain("is not complete");
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void anApplicationKilledForItsMemoryLeavesItsCapture(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        try (MemoryLimit limit = MemoryLimit.of(256 << 20);
                AgentProcess app = start(jdk, capture, limit.prefix(), folder, "min-free=1m", limit.jvm())) {
            AgentCaptures.untilBegun(capture);
            AgentCaptures.until(
                    "a pin on disk", () -> AgentCaptures.read("pins", capture).contains("PinningApp.hold"));
            app.say("eat");
            // 128 + SIGKILL.
            assertThat(app.status()).as(app.errors()).isEqualTo(137);
            assertThat(AgentCaptures.read("report", capture)).doesNotContain("The kernel killed");

            // Started again in the same group, the agent finds what the kernel counted there.
            try (AgentProcess again = start(jdk, capture, limit.prefix(), folder, "min-free=1m", limit.jvm())) {
                AgentCaptures.untilBegun(folder.resolve("app-2.lw"));
                assertThat(again.end()).isZero();
            }
            assertThat(AgentCaptures.read("report", folder.resolve("app-2.lw"))).doesNotContain("killed");
            String report = AgentCaptures.read("report", capture).replaceAll("\\s+", " ");
            if (limit.isKernels()) {
                assertThat(report)
                        .contains(
                                "The kernel killed dev.loomweight.agent.PinningApp for lack of memory: the limit of its container is 256 MB.")
                        .doesNotContain("headroom before the OOM kill");
            } else {
                assertThat(report).doesNotContain("The kernel killed");
            }
        }
        isRead(capture);
    }

    /** As a container that restarts: the count of the new group is 0, and says nothing of who killed before. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void aGroupThatIsMadeAnewAcquitsNobody(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        try (MemoryLimit limit = MemoryLimit.of(256 << 20)) {
            assumeTrue(limit.isKernels(), "no control group can be made here");
            try (AgentProcess app = start(jdk, capture, limit.prefix(), folder, "min-free=1m", limit.jvm())) {
                AgentCaptures.untilBegun(capture);
                app.say("eat");
                assertThat(app.status()).as(app.errors()).isEqualTo(137);
            }
            try (MemoryLimit anew = limit.again();
                    AgentProcess again = start(jdk, capture, anew.prefix(), folder, "min-free=1m", anew.jvm())) {
                AgentCaptures.untilBegun(folder.resolve("app-2.lw"));
                assertThat(again.end()).isZero();
            }
        }
        assertThat(AgentCaptures.read("report", capture).replaceAll("\\s+", " "))
                .contains("PinningApp was killed or halted, ", "The control group is another one since")
                .doesNotContain("not by the kernel", "counts 0 kills");
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void theSameGroupWithoutAKillStillAcquits(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        try (MemoryLimit limit = MemoryLimit.of(256 << 20)) {
            assumeTrue(limit.isKernels(), "no control group can be made here");
            try (AgentProcess app = start(jdk, capture, limit.prefix(), folder, "min-free=1m", limit.jvm())) {
                AgentCaptures.untilBegun(capture);
                app.kill();
            }
            try (AgentProcess again = start(jdk, capture, limit.prefix(), folder, "min-free=1m", limit.jvm())) {
                AgentCaptures.untilBegun(folder.resolve("app-2.lw"));
                assertThat(again.end()).isZero();
            }
        }
        assertThat(AgentCaptures.read("report", capture).replaceAll("\\s+", " "))
                .contains("PinningApp was killed or halted, but not by the kernel for lack of memory.")
                .contains("counts 0 kills, as at the last snapshot.");
    }

    /** A disk that does not answer: whoever opens a pipe for which there is no reader waits as long. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void aDiskThatDoesNotAnswerDoesNotKeepTheApplication(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        try (AgentProcess app = start(jdk, capture, List.of(), folder, "min-free=1m")) {
            AgentCaptures.untilBegun(capture);
            Process pipe = new ProcessBuilder(
                            "mkfifo", capture.resolve("capture.json.next").toString())
                    .start();
            assertThat(pipe.waitFor(60, TimeUnit.SECONDS)).isTrue();

            assertThat(app.end()).isZero();
            assertThat(app.errors()).contains("the capture did not finish within 10 s");
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void aFullDiskEndsTheRecordingAndNotTheApplication(String jdk) throws Exception {
        try (SmallDisk disk = SmallDisk.of(folder)) {
            Path capture = disk.path().resolve("app.lw");
            try (AgentProcess app =
                    start(jdk, capture, List.of(), folder, "min-free=" + disk.minFreeMegabytes() + "m")) {
                AgentCaptures.untilBegun(capture);
                AgentCaptures.until(
                        "a pin on disk",
                        () -> AgentCaptures.read("pins", capture).contains("PinningApp.hold"));
                app.ask("fill " + disk.path().resolve("filling") + " " + (disk.minFreeMegabytes() - 8));
                AgentCaptures.until("the end of the recording", () -> says(app, "; nothing is recorded until"));
                assertThat(app.ask("Recording")).isEqualTo("false");
                if (disk.isMounted()) {
                    assertThat(app.ask("fill " + disk.path().resolve("rest") + " 0"))
                            .isNotEmpty();
                }
                assertThat(app.end()).isZero();
                assertThat(app.errors()).containsOnlyOnce("nothing is recorded until there is room again");
                assertThat(capture.resolve("reserve")).doesNotExist();
            }
            assertThat(AgentCaptures.read("report", capture))
                    .contains("PinningApp.hold")
                    .containsPattern("The capture is incomplete: stopped:\\s");
        }
    }

    private static boolean says(AgentProcess app, String words) {
        try {
            return app.errors().contains(words);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static AgentProcess start(
            String jdk, Path capture, List<String> prefix, Path folder, String option, String... jvm) throws Exception {
        List<String> options = AgentProcess.pinning(jvm);
        options.add("-XX:NativeMemoryTracking=summary");
        options.add(AgentProcess.agent(folder, "out=" + capture + ",metrics=none,interval=1s," + option));
        AgentProcess app = AgentProcess.start(jdk, folder, prefix, Map.of(), options);
        app.await("ready");
        return app;
    }

    private static void isRead(Path capture) {
        assertThat(AgentCaptures.read("report", capture)).contains("PinningApp.hold", "Thread");
    }
}
