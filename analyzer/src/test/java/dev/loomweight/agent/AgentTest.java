package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import dev.loomweight.Jdks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The agent in applications that run well, and in those that it must leave alone. */
@Tag("oracles")
class AgentTest {

    static final List<String> BOTH = List.of("loomweight.jdk21", "loomweight.jdk.newest");

    private static final String NEWEST = "loomweight.jdk.newest";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void aRecordingBesideThatHoldsSecretsIsSaidInOneLine(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        List<String> jvm = AgentProcess.pinning(
                "-XX:StartFlightRecording:settings=profile,filename=" + folder.resolve("own.jfr"),
                AgentProcess.agent(folder, "out=" + capture + ",metrics=none,interval=1s"));
        String errors;
        try (AgentProcess app = AgentProcess.start(jdk, folder, List.of(), Map.of(), jvm)) {
            app.await("ready");
            AgentCaptures.untilBegun(capture);
            errors = app.errors();
        }
        assertThat(errors.lines().filter(line -> line.contains("secrets")))
                .singleElement()
                .asString()
                .startsWith(
                        "loomweight agent: another recording of this JVM records events that can hold secrets (jdk.")
                .contains("jdk.InitialEnvironmentVariable", "loomweight scrub " + capture + " COPY");
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void figuresAreServedAndACaptureIsLeft(String jdk) throws Exception {
        Path capture = folder.resolve("app.lw");
        List<String> jvm = AgentProcess.pinning(
                "-XX:NativeMemoryTracking=summary",
                "-Djdk.virtualThreadScheduler.parallelism=1",
                AgentProcess.agent(
                        folder, "out=" + capture + ",metrics=0,interval=1s,log-longer=0s,metrics-names=otel"));
        String errors;
        try (AgentProcess app = AgentProcess.start(jdk, folder, List.of(), Map.of(), jvm)) {
            app.await("ready");
            AgentCaptures.untilBegun(capture);
            URI metrics =
                    URI.create(AgentCaptures.json(capture).get("metricsUrl").getAsString());
            AtomicReference<String> text = new AtomicReference<>("");
            AgentCaptures.until("pins in the metrics", () -> {
                text.set(scrape(metrics, "application/openmetrics-text;version=1.0.0"));
                return text.get().contains("loomweight_pins_total{") && starved(text.get()) > 0;
            });

            holdsAllFamilies(text.get(), jdk);
            assertThat(Long.parseLong(app.ask("Pins"))).isPositive();
            assertThat(app.ask("MetricsUrl")).isEqualTo(metrics.toString());
            assertThat(app.ask("reportNow")).contains("pins: ", cause(jdk), "stacks of platform threads, committed: ");
            assertThat(Path.of(app.ask("snapshotNow"))).isDirectoryContaining("glob:**/nmt.txt");
            assertThat(app.end()).isZero();
            assertThat(app.printed()).hasSize(6).last().isEqualTo("done");
            errors = app.errors();
        }
        assertThat(errors.split("virtual threads are pinned for [\\d.]+ m?s \\(" + cause(jdk) + ", held by ", -1))
                .hasSize(2);
        assertThat(errors.lines().filter(line -> !line.contains("class loading pinned")))
                .noneMatch(line -> line.contains("loomweight agent:"));
        JsonObject manifest = AgentCaptures.json(capture);
        assertThat(manifest.get("status").getAsString()).isEqualTo("complete");
        assertThat(manifest.get("target").getAsString()).isEqualTo(PinningApp.class.getName());
        assertThat(AgentCaptures.read("pins", capture)).contains("PinningApp.hold");
        assertThat(AgentCaptures.read("memory", capture)).contains("Thread");
        assertThat(AgentCaptures.read("report", capture)).contains("jdk.VirtualThreadStart was off");
    }

    /** From JDK 24 on, the event of the pin does not name the monitor: that of the wait does. */
    @Test
    void aWaitForAClassLoaderIsNamed() throws Exception {
        Path capture = folder.resolve("app.lw");
        List<String> jvm = AgentProcess.pinning(
                "-Djdk.virtualThreadScheduler.parallelism=3",
                AgentProcess.agent(folder, "out=" + capture + ",metrics=none,interval=1s,log-longer=0s"));
        String errors;
        try (AgentProcess app = AgentProcess.start(NEWEST, folder, List.of(), Map.of(), jvm)) {
            app.await("ready");
            AgentCaptures.untilBegun(capture);
            assertThat(app.ask("load")).isEqualTo("loaded");
            AgentCaptures.until("the wait", () -> answer(app, "reportNow").contains("classLoaderLock"));
            assertThat(app.end()).isZero();
            errors = app.errors();
        }
        // Waits of less than a millisecond are not among the events that name monitors.
        assertThat(errors.lines().filter(line -> line.contains("Plugin.run") && !line.contains("(freezeFailed)")))
                .as(errors)
                .singleElement()
                .asString()
                .startsWith("loomweight agent: class loading pinned virtual threads ")
                .contains(" in the first minute, for ", " (classLoaderLock) at", "PinningApp$Plugin.run:");
    }

    private static void holdsAllFamilies(String text, String jdk) {
        assertThat(text)
                .contains(
                        "loomweight_pinned_seconds_bucket{cause=\"" + cause(jdk) + "\",le=\"+Inf\"}",
                        "\njvm_thread_virtual_pinned_seconds_bucket{le=\"+Inf\"} ",
                        "\njvm_thread_virtual_submit_failed_total ",
                        "loomweight_pins_total{cause=\"" + cause(jdk) + "\",site=\"",
                        "loomweight_site_pinned_seconds_total{",
                        "loomweight_carriers_pinned ",
                        "loomweight_virtual_thread_submit_failures_total 0",
                        "loomweight_virtual_threads_started_total ",
                        "loomweight_virtual_threads_alive ",
                        "process_resident_memory_bytes ",
                        "loomweight_nmt_committed_bytes{category=\"Thread\"} ",
                        "loomweight_thread_stack_committed_bytes ",
                        "loomweight_recording_running 1",
                        "# EOF");
        assertThat(text.contains("loomweight_scheduler_parallelism 1")).isEqualTo(jdk.equals(NEWEST));
    }

    private static String cause(String jdk) {
        return jdk.equals(NEWEST) ? "nativeReflection" : "synchronizedMethod";
    }

    private static double starved(String text) {
        String name = "loomweight_carriers_starved_seconds_total ";
        return text.lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .sum();
    }

    static String scrape(URI url, String accept) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(url).header("Accept", accept).build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            return response.body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void prometheusTakesTheMetrics() throws Exception {
        assumeTrue(Promtool.find().isPresent(), Promtool.MISSING);
        List<String> jvm = AgentProcess.pinning(
                "-XX:NativeMemoryTracking=summary", AgentProcess.agent(folder, "out=a.lw,metrics=0,interval=1s"));
        try (AgentProcess app = AgentProcess.start(NEWEST, folder, List.of(), Map.of(), jvm)) {
            Path capture = folder.resolve("a.lw");
            AgentCaptures.untilBegun(capture);
            URI metrics =
                    URI.create(AgentCaptures.json(capture).get("metricsUrl").getAsString());
            AgentCaptures.until("pins", () -> scrape(metrics, "*/*").contains("loomweight_pins_total{"));

            Promtool.accepts(scrape(metrics, "application/openmetrics-text"), scrape(metrics, "*/*"), folder);
            assertThat(app.end()).isZero();
        }
    }

    /** An application that names its log manager in its main method gets it, whatever the agent does at the start. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void theApplicationStillChoosesItsLogManager(String jdk) throws Exception {
        List<String> jvm = AgentProcess.pinning(AgentProcess.agent(folder, "out=a.lw,metrics=0,interval=1h"));
        try (AgentProcess app =
                AgentProcess.start(jdk, folder, List.of(), Map.of(), jvm, OwnLogManager.class.getName())) {
            assertThat(app.await("log manager ")).endsWith(OwnLogManager.class.getName());
            app.await("ready");
            AgentCaptures.until(
                    "metrics",
                    () -> AgentCaptures.manifest(folder.resolve("a.lw")).contains("metricsUrl"));
            assertThat(app.end()).isZero();
            assertThat(app.errors()).isEmpty();
        }
    }

    /** What an application might have. */
    public static final class OwnLogManager extends java.util.logging.LogManager {}

    @ParameterizedTest
    @FieldSource("BOTH")
    void badOptionsAreOneLineAndTheApplicationRuns(String jdk) throws Exception {
        List<String> jvm = AgentProcess.pinning(AgentProcess.agent(folder, "ouput=a.lw"));
        assertThat(runsWell(jdk, jvm, Map.of()))
                .isEqualTo("loomweight agent: unknown option \"ouput\"; the options are out, max-size, keep, interval,"
                        + " snapshots, min-free, metrics, sites, thread-events, jmx, log, log-longer,"
                        + " metrics-names, classpath, carriers, probe, delay-alarm, dumps, dump-budget, labels,"
                        + " fold, fold-every; the application runs without the agent\n");
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsOneLineAndFiguresAreServed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        Map<String, String> environment =
                Map.of(AgentOptions.VARIABLE, "out=" + file.resolve("a.lw") + ",metrics=none");
        List<String> jvm = AgentProcess.pinning(AgentProcess.agent(folder, "interval=1s,log-longer=0s"));
        try (AgentProcess app = AgentProcess.start(NEWEST, folder, List.of(), environment, jvm)) {
            app.await("ready");
            AgentCaptures.until("the MBean", () -> errors(app).contains("virtual threads are pinned"));
            assertThat(app.end()).isZero();
            assertThat(app.errors()).startsWith("loomweight agent: cannot write " + file.resolve("a.lw"));
        }
    }

    @Test
    void aTakenPortIsExchangedForAnotherAndSaid() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            Path capture = folder.resolve("a.lw");
            List<String> jvm = AgentProcess.pinning(
                    AgentProcess.agent(folder, "out=a.lw,interval=1s,metrics=" + taken.getLocalPort()));
            try (AgentProcess app = AgentProcess.start(NEWEST, folder, List.of(), Map.of(), jvm)) {
                AgentCaptures.until(
                        "metrics", () -> AgentCaptures.manifest(capture).contains("metricsUrl"));
                String url = AgentCaptures.json(capture).get("metricsUrl").getAsString();
                assertThat(app.errors())
                        .contains(
                                "loomweight agent: port " + taken.getLocalPort() + " is taken; metrics are at " + url);
                assertThat(scrape(URI.create(url), "*/*")).contains("loomweight_recording_running");
                assertThat(app.end()).isZero();
            }
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void aSecondAgentDoesNothingAndSaysSoOnce(String jdk) throws Exception {
        String agent = AgentProcess.agent(folder, "out=a.lw,metrics=none,interval=1s");
        List<String> jvm = AgentProcess.pinning(agent, agent.replace("a.lw", "b.lw"), agent.replace("a.lw", "c.lw"));
        try (AgentProcess app = AgentProcess.start(jdk, folder, List.of(), Map.of(), jvm)) {
            AgentCaptures.untilBegun(folder.resolve("a.lw"));
            assertThat(app.end()).isZero();
            assertThat(app.errors()).containsOnlyOnce("the agent is already running; its options are unchanged");
        }
        assertThat(folder.resolve("b.lw")).doesNotExist();
        assertThat(folder.resolve("c.lw")).doesNotExist();
    }

    /** One virtual thread pins all the time; those of the JVM that compile are the few more that may be counted. */
    private static void countsThreads(AgentProcess app) throws Exception {
        AgentCaptures.until("the one that pins", () -> isAlive(app, 1));
        long started = Long.parseLong(app.ask("VirtualThreadsStarted"));
        app.ask("sleep 1000");
        AgentCaptures.until("sleepers", () -> isAlive(app, 1001));
        assertThat(Long.parseLong(app.ask("VirtualThreadsStarted")) - started).isBetween(1000L, 1050L);
        long ended = Long.parseLong(app.ask("VirtualThreadsEnded"));
        app.ask("wake");
        AgentCaptures.until("the end of the sleepers", () -> isAlive(app, 1));
        assertThat(Long.parseLong(app.ask("VirtualThreadsEnded")) - ended).isBetween(1000L, 1050L);
    }

    private static boolean isAlive(AgentProcess app, int threads) {
        try {
            return app.ask("VirtualThreadsAlive").equals(Integer.toString(threads));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void itCanBeLoadedIntoARunningApplication(String jdk) throws Exception {
        Path capture = folder.resolve("late.lw");
        try (AgentProcess app = AgentProcess.start(
                jdk, folder, List.of(), Map.of(), AgentProcess.pinning("-XX:NativeMemoryTracking=summary"))) {
            app.await("ready");
            var machine = com.sun.tools.attach.VirtualMachine.attach(Long.toString(app.pid()));
            try {
                machine.loadAgent(
                        AgentProcess.jar(folder).toString(),
                        "out=" + capture + ",metrics=none,interval=1s,thread-events=true,log-longer=0s");
            } finally {
                machine.detach();
            }
            AgentCaptures.until("a pin", () -> errors(app).contains("virtual threads are pinned"));
            countsThreads(app);
            assertThat(app.end()).isZero();
        }
        assertThat(AgentCaptures.read("pins", capture)).contains("PinningApp.hold");
        // One more is the thread of the agent's probe, if it started within the recording.
        assertThat(AgentCaptures.read("report", capture)).containsPattern("PinningApp +1,00[01] +1,00[012] ");
    }

    @ParameterizedTest
    @FieldSource("OLDER")
    void anOlderJvmRunsItsApplicationWithoutTheAgent(String jdk) throws Exception {
        Path home = Jdks.home(jdk);

        Process process = new ProcessBuilder(
                        home.resolve("bin/java").toString(), AgentProcess.agent(folder, "out=a.lw"), "-version")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output)
                .contains("loomweight agent: needs Java 21 or newer, and this is ", "the application runs without it");
        assertThat(folder.resolve("a.lw")).doesNotExist();
    }

    static final List<String> OLDER = List.of("loomweight.jdk11", "loomweight.jdk17");

    @Test
    void aRuntimeWithoutTheModulesRunsItsApplication() throws Exception {
        List<String> jvm = AgentProcess.pinning(
                "--limit-modules=java.base,java.instrument,java.logging,java.management",
                AgentProcess.agent(folder, "out=a.lw"));
        assertThat(runsWell(NEWEST, jvm, Map.of()))
                .startsWith("loomweight agent: ")
                .containsOnlyOnce("\n");
    }

    private String runsWell(String jdk, List<String> jvm, Map<String, String> environment) throws Exception {
        try (AgentProcess app = AgentProcess.start(jdk, folder, List.of(), environment, jvm)) {
            app.await("ready");
            AgentCaptures.until("a line", () -> errors(app).endsWith("\n"));
            assertThat(app.end()).isZero();
            assertThat(app.printed()).containsExactly("ready", "done");
            return app.errors().lines().collect(Collectors.joining("\n", "", "\n"));
        }
    }

    private static String answer(AgentProcess app, String question) {
        try {
            return app.ask(question);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String errors(AgentProcess app) {
        try {
            return app.errors();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
