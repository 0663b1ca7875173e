package dev.loomweight.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said of a shop that has come to hang by itself under load, at every door the same. */
@Tag("applications")
class HangingShopTest {

    private static List<Section> ask(Question question, LiveCapture.What what, Path pid) {
        LiveCapture capture = new LiveCapture(what, null, remark -> {});
        return question.ask(Request.of(pid), count -> {}, capture).report().sections();
    }

    private static Section section(List<Section> sections, String id) {
        return sections.stream()
                .filter(section -> section.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> findings(Section section) {
        return section.findings().stream().map(Finding::id).distinct().toList();
    }

    @Test
    void carriersThatAreAllHeldForInputAreNoHealthyProcess() throws Exception {
        Process process = new ProcessBuilder(
                        Jdks.home("loomweight.jdk21").resolve("bin/java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=2",
                        "-cp",
                        Path.of(HangingShop.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        HangingShop.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("hanging");
            Path pid = Path.of(Long.toString(process.pid()));
            Section hang = section(
                    ask(
                            Question.HANG,
                            new LiveCapture.What(null, DumpRequest.of(3, Duration.ofMillis(400)), null),
                            pid),
                    HangAnalysis.ID);
            List<Section> threads = ask(
                    Question.THREADS,
                    new LiveCapture.What(
                            Samples.EXECUTION, DumpRequest.looking(DumpRequest.USUAL_BUDGET), Duration.ofSeconds(5)),
                    pid);

            for (Section said : List.of(hang, section(threads, HangAnalysis.ID))) {
                assertThat(findings(said)).as(said.toString()).contains("carriersExhausted");
                assertThat(said.toString())
                        .contains("all 2 carriers are held", "HangingShop.get", "for input")
                        .doesNotContain("No hang found");
            }
            Section carriers = section(threads, "carriers");
            assertThat(findings(carriers)).as(carriers.toString()).isNotEmpty();
            assertThat(carriers.toString())
                    .contains("2 of 2 carriers have ", "HangingShop.get", "loomweight hang " + pid);
        } finally {
            process.destroyForcibly();
        }
    }
}
