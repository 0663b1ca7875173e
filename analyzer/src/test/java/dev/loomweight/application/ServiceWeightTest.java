package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import dev.loomweight.launch.Attached;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server with a slow backend under load: what its threads weigh by site against the class histogram of the same moment. */
@Tag("applications")
class ServiceWeightTest {

    private static final int CLIENTS = 300;
    private static final Pattern CHUNKS = Pattern.compile(" (\\d+) +(\\d+)  jdk\\.internal\\.vm\\.StackChunk");

    /** What all sites are together may be off by this share of what the histogram has. */
    private static final double UNSURE = 0.03;

    @TempDir
    private Path folder;

    /** Asks again as soon as there is an answer. */
    private static CompletableFuture<Void> ask(HttpClient client, URI address) {
        return client.sendAsync(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
                .thenCompose(answer -> ask(client, address));
    }

    @ParameterizedTest
    // On JDK 21 the database holds the carriers while it waits, and the other requests have none.
    @CsvSource({"loomweight.jdk21,/plain", "loomweight.jdk.newest,/own"})
    void sitesAddUpToTheHistogram(String jdk, String database) throws Exception {
        Path jar = Application.jar("service/target/service.jar");
        Process service = new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/java").toString(), "-Xmx512m", "-jar", jar.toString())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            int port = port(service);
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String path = (i % 2 == 0 ? database : "/plain") + "?millis=" + (2_000 + 10 * i);
                clients.add(ask(client, URI.create("http://127.0.0.1:" + port + path)));
            }
            awaitThreads(service.pid());
            String capture = record(service.pid());
            assertThat(clients).as("no request has failed").noneMatch(CompletableFuture::isCompletedExceptionally);
            client.shutdownNow();

            JsonObject sections = weight(capture);
            long sites = bytes(sections, "stack chunks of the sites above");
            long others = bytes(sections, "other stack chunks");
            long histogram = chunkBytes(Path.of(capture));
            assertThat(sites + others).isEqualTo(histogram);
            assertThat((double) sites).isBetween((1 - UNSURE) * histogram, (1 + UNSURE) * histogram);
            assertThat(threads(sections)).isGreaterThan(CLIENTS / 2);
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    private static int port(Process service) throws IOException {
        BufferedReader out = service.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("ready ")) {
                return Integer.parseInt(line.substring(6));
            }
        }
        throw new AssertionError("the service ended");
    }

    /** Waits until most clients' requests stand at the backend. */
    private static void awaitThreads(long pid) {
        try (Attached jvm = Attached.attach(pid)) {
            long waiting = 0;
            while (waiting < CLIENTS / 2) {
                Matcher chunks = CHUNKS.matcher(jvm.run("GC.class_histogram"));
                waiting = chunks.find() ? Long.parseLong(chunks.group(1)) : 0;
            }
        }
    }

    private String record(long pid) {
        String capture = folder.resolve("service.lw").toString();
        StringWriter err = new StringWriter();
        List<String> words = List.of(
                "record", Long.toString(pid), "--duration", "1s", "--threads", "--histogram", "--heap", "-o", capture);
        assertThat(CliRun.run(new StringWriter(), err, words.toArray(String[]::new)))
                .as(err.toString())
                .isZero();
        return capture;
    }

    private JsonObject weight(String capture) throws IOException {
        Path report = folder.resolve("weight.json");
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(new StringWriter(), err, "threads", "--weight", capture, "-o", report.toString()))
                .as(err.toString())
                .isZero();
        return JsonParser.parseString(Files.readString(report)).getAsJsonObject();
    }

    private static JsonElement rows(JsonObject report, String table) {
        return StreamSupport.stream(report.getAsJsonArray("sections").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .filter(section -> section.get("id").getAsString().equals("threadWeight"))
                .flatMap(section ->
                        StreamSupport.stream(section.getAsJsonArray("blocks").spliterator(), false))
                .map(JsonElement::getAsJsonObject)
                .filter(block ->
                        block.has("id") && block.get("id").getAsString().equals(table))
                .map(block -> block.get("rows"))
                .findFirst()
                .orElseThrow();
    }

    private static long bytes(JsonObject report, String part) {
        for (JsonElement row : rows(report, "sums").getAsJsonArray()) {
            if (row.getAsJsonObject().get("part").getAsString().startsWith(part)) {
                return row.getAsJsonObject().get("sizeBytes").getAsLong();
            }
        }
        throw new AssertionError(part);
    }

    private static long threads(JsonObject report) {
        long threads = 0;
        for (JsonElement row : rows(report, "virtualSites").getAsJsonArray()) {
            String site = row.getAsJsonObject().get("site").getAsString();
            threads += site.startsWith("com.acme.service.Service.")
                    ? row.getAsJsonObject().get("threadsCount").getAsLong()
                    : 0;
        }
        return threads;
    }

    /** Of the last snapshot, which has the heap dump. */
    private static long chunkBytes(Path capture) throws IOException {
        try (var files = Files.walk(capture)) {
            Path last = files.filter(file -> file.endsWith("histogram.txt"))
                    .max(Path::compareTo)
                    .orElseThrow();
            Matcher chunks = CHUNKS.matcher(Files.readString(last));
            assertThat(chunks.find()).isTrue();
            return Long.parseLong(chunks.group(2));
        }
    }
}
