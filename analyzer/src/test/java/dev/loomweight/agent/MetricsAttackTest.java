package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.Attacker.Harm;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Whatever clients do to the port of the metrics: others are answered, and the application ends when it wants to. */
@Tag("oracles")
@Timeout(300)
class MetricsAttackTest {

    static final List<String> BOTH = AgentTest.BOTH;

    private static final int CLIENTS = 200;
    private static final int SCRAPES = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void aScrapeSucceedsBesideTwoHundredAttackers(String jdk) throws Exception {
        try (AgentProcess app = start(jdk)) {
            URI metrics = metrics();
            for (Harm harm : Harm.values()) {
                try (Attacker attacker = Attacker.start(harm, metrics.getPort(), CLIENTS)) {
                    for (int i = 0; i < SCRAPES; i++) {
                        assertThat(scrape(metrics))
                                .as("scrape %d beside %s", i, harm)
                                .contains("loomweight_recording_running 1\n");
                    }
                    assertThat(attacker).isNotNull();
                }
            }
            try (Attacker attacker = Attacker.start(Harm.HALF_HEADER, metrics.getPort(), CLIENTS)) {
                assertThat(app.end()).isZero();
                assertThat(attacker).isNotNull();
            }
            assertThat(app.errors()).doesNotContain("loomweight agent:", "Exception");
        }
    }

    /** A page in a browser that has given its own name the address of this machine. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void aPageOfAnotherHostReadsNothing(String jdk) throws Exception {
        try (AgentProcess app = start(jdk);
                HttpClient client = HttpClient.newHttpClient()) {
            URI metrics = metrics();
            URI local = URI.create("http://localhost:" + metrics.getPort() + "/metrics");
            assertThat(client.send(HttpRequest.newBuilder(local).build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Attacker.askAs("evil.example:" + metrics.getPort(), metrics.getPort()))
                    .startsWith("HTTP/1.1 421 ")
                    .doesNotContain("loomweight_");
            assertThat(app.end()).isZero();
        }
    }

    @Test
    void metricsNeedNoModuleOfAServer() throws Exception {
        try (AgentProcess app = start(
                "loomweight.jdk.newest",
                "--limit-modules=java.base,java.instrument,java.logging,java.management,jdk.management,jdk.jfr")) {
            assertThat(scrape(metrics())).contains("loomweight_recording_running 1\n");
            assertThat(app.end()).isZero();
            assertThat(app.errors()).doesNotContain("loomweight agent:");
        }
    }

    private AgentProcess start(String jdk, String... more) throws Exception {
        List<String> jvm = AgentProcess.pinning(more);
        jvm.add(AgentProcess.agent(folder, "out=a.lw,metrics=0,interval=1s"));
        AgentProcess app = AgentProcess.start(jdk, folder, List.of(), Map.of(), jvm);
        app.await("ready");
        AgentCaptures.untilBegun(folder.resolve("a.lw"));
        return app;
    }

    /** On a connection of its own, since it must get in beside the attackers. */
    private static String scrape(URI metrics) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(metrics).timeout(PATIENCE).build();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            return response.body();
        }
    }

    private URI metrics() {
        return URI.create(
                AgentCaptures.json(folder.resolve("a.lw")).get("metricsUrl").getAsString());
    }
}
