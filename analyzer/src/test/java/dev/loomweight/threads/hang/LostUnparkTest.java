package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentJar;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Finding;
import dev.loomweight.samples.faults.LostUnpark;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that hangs by a fault of its JDK, asked while it hangs; on a JDK with the fix it ends. */
@Tag("applications")
class LostUnparkTest {

    /** A release with the fault: {@code scripts/lib/fetch-jdk 25.0.2}. */
    private static final String WITH_FAULT = "loomweight.jdk25.0.2";

    private static final String WITH_FIX = "loomweight.jdk.newest";

    /** It is a race: five of seven runs of 200 rounds hung. */
    private static final int MAX_RUNS = 8;

    private static final String ROUNDS = "400";

    private static final String LOST = "lost ";
    private static final String NONE_LOST = "none lost";

    @TempDir
    private Path folder;

    /** By what is waited for. */
    @ParameterizedTest
    @ValueSource(strings = {"latch", "lock", "semaphore", "future", "task", "queue"})
    void theHangIsTheFaultAndSaysWhatFixesIt(String kind) throws Exception {
        Path jdk = Jdks.home(WITH_FAULT);
        for (int run = 0; run < MAX_RUNS; run++) {
            Process process = start(jdk, kind);
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                String line = String.valueOf(out.readLine());
                if (line.startsWith(LOST)) {
                    assertIsTheFault(process.pid());
                    return;
                }
                assertThat(line).isEqualTo(NONE_LOST);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        abort("the race that loses a wake-up was not met in " + MAX_RUNS + " runs of " + ROUNDS + " rounds");
    }

    private void assertIsTheFault(long pid) throws Exception {
        LiveCapture capture = new LiveCapture(
                new LiveCapture.What(null, DumpRequest.of(3, Duration.ofMillis(400)), null), null, remark -> {});
        Options request = InputOptions.of(Path.of(Long.toString(pid)))
                .with(InputOptions.AGENT, true)
                .with(InputOptions.AGENT_JAR, AgentJar.in(folder));
        List<Finding> findings = Question.HANG.ask(request, count -> {}, capture).report().sections().stream()
                .flatMap(section -> section.findings().stream())
                .toList();

        assertThat(findings).first().extracting(Finding::id).isEqualTo("lostWakeup");
        assertThat(FaultFindings.said(findings)).containsExactly(new FaultFindings.Said("JDK-8369227", true));
        assertThat(findings)
                .filteredOn(finding -> finding.id().equals(FaultFindings.ID))
                .singleElement()
                .satisfies(fault -> assertThat(fault.summary())
                        .contains(" is the known fault JDK-8369227: ")
                        .contains("It is fixed in JDK 25.0.3; this is 25.0.2"));
    }

    @Test
    void onAJdkWithTheFixTheSameProgramEnds() throws Exception {
        Process process = start(Jdks.home(WITH_FIX), "latch");
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo(NONE_LOST);
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(Path jdk, String kind) throws IOException, URISyntaxException {
        Path classes = Path.of(LostUnpark.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return new ProcessBuilder(
                        jdk.resolve("bin/java").toString(),
                        "-cp",
                        classes.toString(),
                        LostUnpark.class.getName(),
                        ROUNDS,
                        kind)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
