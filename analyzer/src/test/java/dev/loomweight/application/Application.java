package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import dev.loomweight.own.CommandProcess;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** An application under {@code loomweight run}, with requests of many clients at once. */
final class Application implements AutoCloseable {

    /**
     * As many as {@code search} has threads. With fewer, Lucene hangs on JDK 21: those that wait for a monitor hold all
     * carriers, and its owner waits for a lock whose next owner has none.
     */
    static final String CARRIERS_FOR_LUCENE = "-Djdk.virtualThreadScheduler.parallelism=16";

    private static final int CLIENTS = 24;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern READY = Pattern.compile("ready (\\d+)|port:\\s+(\\d+)");

    private final Path folder;
    private final CommandProcess process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;

    private Application(Path folder, CommandProcess process) throws IOException {
        this.folder = folder;
        this.process = process;
        Matcher ready =
                READY.matcher(process.await("ready", line -> READY.matcher(line).matches()));
        assertThat(ready.matches()).isTrue();
        this.port = Integer.parseInt(ready.group(1) == null ? ready.group(2) : ready.group(1));
    }

    /** A jar of {@code samples/applications}; skips the test where they are not built. */
    static Path jar(String inside) {
        String home = System.getProperty("loomweight.applications", "");
        assumeTrue(
                !home.isEmpty(),
                "no applications are named by -Dloomweight.applications; scripts/test applications builds them");
        return Path.of(home).resolve(inside);
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @param jdk the property that names the JDK
     * @param options the JVM's
     * @param arguments the application's
     */
    static Application start(Path folder, String jdk, List<String> options, Path jar, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("run", "-o", "app.lw", "--report", "report.json"));
        command.addAll(List.of("--format", "json", "--"));
        command.add(Jdks.home(jdk).resolve("bin/java").toString());
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(List.of(arguments));
        CommandProcess process = CommandProcess.start(folder, command.toArray(String[]::new));
        try {
            return new Application(folder, process);
        } catch (IOException | Error e) {
            process.close();
            throw e;
        }
    }

    /** Asks for each address by all clients at once, one address after the other; {@code #} is the client's number. */
    void load(String... addresses) {
        for (String address : addresses) {
            together(() -> IntStream.range(0, CLIENTS)
                    .mapToObj(i -> send(
                            request(address.replace("#", Integer.toString(i))).GET()))
                    .toList());
        }
    }

    /** Posts a text. */
    void post(String address, String body) {
        together(() -> List.of(send(request(address).POST(HttpRequest.BodyPublishers.ofString(body)))));
    }

    private static void together(Supplier<List<CompletableFuture<HttpResponse<String>>>> requests) {
        for (CompletableFuture<HttpResponse<String>> request : requests.get()) {
            HttpResponse<String> response = request.join();
            assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        }
    }

    private HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + address))
                .timeout(PATIENCE);
    }

    private CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Has it do a round of work whose input is a line. */
    void round() throws IOException {
        process.say("round");
        process.await("found", line -> line.startsWith("found "));
    }

    /** Ends its input, on which it ends, and reads the report. */
    Findings findings() throws Exception {
        process.endInput();
        int status = process.status();
        assertThat(status).as(Files.readString(folder.resolve("err.txt"))).isZero();
        assertTheNextCommandKnowsAsMuch();
        return Findings.of(folder.resolve("report.json"), process.printed());
    }

    /** What {@code run} named is named by the commands on its capture. */
    private void assertTheNextCommandKnowsAsMuch() throws IOException {
        StringWriter err = new StringWriter();
        Path again = folder.resolve("again.json");
        int status = CliRun.run(
                new StringWriter(), err, "report", folder.resolve("app.lw").toString(), "-o", again.toString());
        assertThat(status).as(err.toString()).isZero();
        assertThat(sections(again)).isEqualTo(sections(folder.resolve("report.json")));
        assertThat(again).content(StandardCharsets.UTF_8).doesNotContain("is your own code", "is your own, ");
    }

    // The capture is named once by its name and once by its path.
    private JsonElement sections(Path report) throws IOException {
        String text = Files.readString(report).replace(folder + "/", "");
        return JsonParser.parseString(text).getAsJsonObject().get("sections");
    }

    @Override
    public void close() {
        process.close();
        client.close();
    }
}
