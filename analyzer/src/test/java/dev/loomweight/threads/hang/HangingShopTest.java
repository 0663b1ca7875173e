package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.tools.attach.VirtualMachine;
import dev.loomweight.Jdks;
import dev.loomweight.PoolWaker;
import dev.loomweight.agent.AgentJar;
import dev.loomweight.agent.LoomweightMXBean;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.watch.Targets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a shop that has come to hang by itself under load, at every door the same. */
@Tag("applications")
class HangingShopTest {

    private static List<Section> ask(Question question, LiveCapture.What what, Path pid) {
        LiveCapture capture = new LiveCapture(what, null, remark -> {});
        return question.ask(InputOptions.of(pid), count -> {}, capture).report().sections();
    }

    private static List<Section> ask(Question question, Path capture) {
        return question.ask(InputOptions.of(capture)).report().sections();
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

    private static final String WAITS = "at dev.loomweight.threads.hang.HangingShop.get:";

    @TempDir
    private Path folder;

    /** The metrics of the agent that count alarms and the wait that goes on. */
    private static String metrics(Path capture) throws Exception {
        URI address;
        try (Reader text = Files.newBufferedReader(capture.resolve("capture.json"))) {
            address = URI.create(JsonParser.parseReader(text)
                    .getAsJsonObject()
                    .get("metricsUrl")
                    .getAsString());
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(address).build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    /** The line of its log in which the agent says what sits on the carriers. */
    private static String alarm(Path log) {
        AtomicReference<String> found = new AtomicReference<>("");
        PoolWaker.await(() -> {
            try (Stream<String> lines = Files.lines(log)) {
                lines.filter(line -> line.contains("(delay-alarm is "))
                        .findFirst()
                        .ifPresent(found::set);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return !found.get().isEmpty();
        });
        return found.get();
    }

    /** The first update of {@code loomweight watch} that says that all carriers are held, and where: its look takes a while. */
    private static JsonObject watched(Path pid) throws IOException {
        Process watch = new ProcessBuilder(Targets.watch("--json", pid.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = watch.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonObject update = JsonParser.parseString(line).getAsJsonObject();
                if (line.contains("\"allCarriersHeld\":true") && line.contains("\"frame\":\"")) {
                    return update;
                }
            }
            throw new AssertionError("the command ended");
        } finally {
            watch.destroyForcibly();
        }
    }

    /** The agent's bean in another JVM, over JMX: the connection's threads are platform threads. */
    @SuppressWarnings("BanJNDI") // The address is that of a JVM of this test.
    private static void overJmx(Process process, Consumer<LoomweightMXBean> asked) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
        try (JMXConnector connector =
                JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))) {
            asked.accept(JMX.newMXBeanProxy(
                    connector.getMBeanServerConnection(),
                    new ObjectName("dev.loomweight:type=Agent"),
                    LoomweightMXBean.class));
        } finally {
            machine.detach();
        }
    }

    @Test
    void carriersThatAreAllHeldForInputAreNoHealthyProcess() throws Exception {
        Path capture = folder.resolve("shop.lw");
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(
                        Jdks.home("loomweight.jdk21").resolve("bin/java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=2",
                        "-javaagent:" + AgentJar.in(folder) + "=out=" + capture
                                + ",metrics=0,interval=1s,delay-alarm=500ms",
                        "-cp",
                        Path.of(HangingShop.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        HangingShop.class.getName())
                .redirectError(log.toFile())
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

            JsonObject watched = watched(pid);
            assertThat(watched.get("carriersHeld").getAsInt()).isEqualTo(2);
            assertThat(watched.get("heldSites").getAsJsonArray())
                    .as(watched.toString())
                    .isNotEmpty()
                    .allSatisfy(site -> assertThat(
                                    site.getAsJsonObject().get("frame").getAsString())
                            .startsWith("dev.loomweight.threads.hang.HangingShop.get:"));
            assertThat(watched.get("hangCommand").getAsString()).isEqualTo("loomweight hang " + pid);

            // The agent inside, with all carriers held, says the same at each of its doors.
            assertThat(alarm(log))
                    .contains("ForkJoinPool-1-worker-1 with ", "ForkJoinPool-1-worker-2 with ", WAITS)
                    .contains("(waits for input or output, pinned)")
                    .doesNotContain("idle");
            assertThat(metrics(capture))
                    .contains("loomweight_scheduler_delay_alarms_total 1\n")
                    .containsPattern("loomweight_scheduler_delay_open_seconds [1-9]");
            overJmx(process, agent -> {
                assertThat(agent.getSchedulerDelayAlarms()).isEqualTo(1);
                assertThat(agent.getSchedulerDelaySeconds().get("open")).isGreaterThan(1);
                assertThat(agent.reportNow()).contains(WAITS, "pinned").doesNotContain("idle");
            });
            Section looked = section(ask(Question.HANG, capture), HangAnalysis.ID);
            assertThat(findings(looked)).as(looked.toString()).contains("carriersExhausted");
            assertThat(looked.toString())
                    .contains("all 2 carriers are held", "HangingShop.get", "for input")
                    .doesNotContain("No hang found");
            assertThat(ask(Question.PINS, capture).toString()).contains("Alarm at ", WAITS, "wait");
        } finally {
            process.destroyForcibly();
        }
    }
}
