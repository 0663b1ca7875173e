package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent's probe where all carriers are stuck, and where none is. */
@Tag("applications")
class ProbeTest {

    private static final Pattern ALARM =
            Pattern.compile("virtual threads have waited (\\d+) ms for a carrier \\(delay-alarm is 300 ms\\): (.*)\\R");
    private static final Pattern DUMP = Pattern.compile("the thread dump is (\\S+)");

    @TempDir
    private Path folder;

    static Stream<Arguments> ways() {
        Stream<Arguments> onBoth = Jdks.BOTH.stream()
                .flatMap(jdk -> Stream.of(
                        Arguments.of(jdk, "cpu", "at dev.loomweight.agent.StuckApp.compute:", 2),
                        Arguments.of(jdk, "park", "StuckApp.waitForever:", 2),
                        Arguments.of(jdk, "native", "at dev.loomweight.agent.StuckApp.sleep:", 2)));
        // A storm of yields holds others up on 21 at some times only. On 25 a carrier can be idle while threads that
        // yield crowd at the other.
        String yields = "at dev.loomweight.agent.StuckApp.yieldForever:";
        return Stream.concat(onBoth, Stream.of(Arguments.of("loomweight.jdk.newest", "yield", yields, 1)));
    }

    /** By the agent's own clock: the machine of the test can be slow to show it. */
    @ParameterizedTest
    @MethodSource("ways")
    void anAlarmNamesWhatSitsOnEachCarrierWithinASecond(String jdk, String way, String frame, int carriers)
            throws Exception {
        Path capture = folder.resolve("app.lw");
        try (AgentProcess app = start(jdk, capture, "300ms", StuckApp.class, way)) {
            app.await("ready");
            app.say("stick");
            app.await("stuck");
            AgentCaptures.until(
                    "an alarm with a dump", () -> DUMP.matcher(errors(app)).find());

            Matcher alarm = ALARM.matcher(errors(app));
            assertThat(alarm.find()).as(errors(app)).isTrue();
            assertThat(Long.parseLong(alarm.group(1))).isBetween(300L, 1300L);
            assertThat(alarm.group(2)).contains(frame);
            assertThat(alarm.group(2).split("virtual thread #", -1).length - 1).isBetween(carriers, 2);
            assertThat(alarm.find()).as("one alarm until it is over").isFalse();
            Matcher dump = DUMP.matcher(errors(app));
            assertThat(dump.find()).isTrue();
            assertThat(unpacked(Path.of(dump.group(1)))).contains("dev.loomweight.agent.StuckApp", "sticky-0");
            if (way.equals("yield")) {
                // JFR's own threads get too little of the processors to say when it is written, and a thread that waits
                // gets its turn after a time.
                return;
            }
            AgentCaptures.until(
                    "the alarm in the recording",
                    () -> AgentCaptures.read("pins", capture).contains("Alarm at "));
        }
        // A killed application loses the last second at most.
        assertThat(AgentCaptures.read("pins", capture))
                .contains("problem: Virtual threads that were ready waited")
                .contains("still did at the end of the recording")
                .contains("StuckApp." + frame.replaceAll(".*StuckApp\\.|:", ""));
    }

    static List<String> jdks() {
        return Jdks.BOTH;
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aHealthyApplicationIsMeasuredWithoutAlarm(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        try (AgentProcess app = start(jdk, capture, "20s", PinningApp.class)) {
            app.await("ready");
            AgentCaptures.untilBegun(capture);
            AgentCaptures.until(
                    "measurements", () -> AgentCaptures.read("pins", capture).contains("Waits for a carrier"));
            assertThat(app.end()).isZero();
            assertThat(errors(app)).doesNotContain("virtual threads have waited");
        }
        assertThat(AgentCaptures.read("pins", capture)).doesNotContain("Alarm at ");
    }

    private AgentProcess start(String jdk, Path capture, String alarm, Class<?> application, String... arguments)
            throws Exception {
        List<String> jvm = List.of(
                "-Djdk.virtualThreadScheduler.parallelism=2",
                "-Djdk.virtualThreadScheduler.maxPoolSize=2",
                "--enable-native-access=ALL-UNNAMED",
                AgentProcess.agent(folder, "out=" + capture + ",metrics=none,interval=1s,delay-alarm=" + alarm));
        return AgentProcess.start(application, jdk, folder, List.of(), Map.of(), jvm, arguments);
    }

    private static String errors(AgentProcess app) {
        try {
            return app.errors();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unpacked(Path dump) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(dump))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
