package dev.loomweight.render;

import static org.junit.jupiter.api.Assumptions.abort;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Chromium without a screen, with one page, driven by its DevTools protocol. It keeps what pages complain about and
 * what they ask the network for.
 */
final class Browser implements AutoCloseable {

    /** The program; {@code scripts/test} sets it. */
    private static final String PROGRAM = "loomweight.chromium";

    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/");
    private static final int SECONDS = 60;

    private final Process process;
    private final HttpClient http;
    private final WebSocket socket;
    private final AtomicInteger last = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<Boolean> loaded = new CompletableFuture<>();

    private Browser(Process process, HttpClient http, URI page) {
        this.process = process;
        this.http = http;
        this.socket =
                http.newWebSocketBuilder().buildAsync(page, new Incoming()).join();
    }

    /**
     * Starts one.
     *
     * @param profile an empty folder for what it keeps
     */
    static Browser start(Path profile) throws IOException {
        String program = System.getProperty(PROGRAM);
        if (program == null) {
            abort("there is no Chromium: -D" + PROGRAM + " names none (scripts/test does; see scripts/README.md)");
        }
        Process process = new ProcessBuilder(
                        program,
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        // Its standard error is read to its end: it would block with nobody at the other side.
        BufferedReader words =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        String address = null;
        StringBuilder said = new StringBuilder();
        for (String line = words.readLine(); line != null && address == null; ) {
            said.append(line).append('\n');
            Matcher listening = LISTENING.matcher(line);
            address = listening.find() ? listening.group(1) : null;
            line = address == null ? words.readLine() : line;
        }
        if (address == null) {
            throw new IOException("Chromium did not start: " + said);
        }
        Thread.ofVirtual().start(() -> drain(words));
        HttpClient http = HttpClient.newHttpClient();
        Browser browser = new Browser(process, http, page(http, address));
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            browser.send(domain + ".enable", new JsonObject());
        }
        return browser;
    }

    private static void drain(BufferedReader words) {
        try {
            words.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // It has ended, and its stream with it.
            return;
        }
    }

    private static URI page(HttpClient http, String address) throws IOException {
        try {
            String targets = http.send(
                            HttpRequest.newBuilder(URI.create("http://" + address + "/json"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            for (JsonElement target : JsonParser.parseString(targets).getAsJsonArray()) {
                if (target.getAsJsonObject().get("type").getAsString().equals("page")) {
                    return URI.create(
                            target.getAsJsonObject().get("webSocketDebuggerUrl").getAsString());
                }
            }
            throw new IOException("Chromium has no page: " + targets);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Shows a file and waits until its scripts have run; what was kept of the page before is forgotten. */
    void open(Path file) {
        problems.clear();
        requests.clear();
        loaded = new CompletableFuture<>();
        send("Page.navigate", object("url", file.toUri().toString()));
        await(loaded);
    }

    /** What the page logged as an error, threw, asked a user, or was refused by its policy. */
    List<String> problems() {
        return problems;
    }

    /** What it asked for, by address; its own file first. */
    List<String> requests() {
        return requests;
    }

    /** Sets the size of the page. */
    void resize(int width, int height) {
        JsonObject size = object("width", width);
        size.addProperty("height", height);
        size.addProperty("deviceScaleFactor", 1);
        size.addProperty("mobile", width < 500);
        send("Emulation.setDeviceMetricsOverride", size);
    }

    /** Sets the theme, {@code light} or {@code dark}, and that nothing shall move. */
    void theme(String theme) {
        JsonArray features = new JsonArray();
        features.add(feature("prefers-color-scheme", theme));
        features.add(feature("prefers-reduced-motion", "reduce"));
        JsonObject media = new JsonObject();
        media.add("features", features);
        send("Emulation.setEmulatedMedia", media);
    }

    /** The value of an expression in the page; of a promise, what it gives. */
    JsonElement evaluate(String expression) {
        JsonObject asked = object("expression", expression);
        asked.addProperty("returnByValue", true);
        asked.addProperty("awaitPromise", true);
        JsonObject answer = send("Runtime.evaluate", asked);
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + " threw " + answer.get("exceptionDetails"));
        }
        JsonElement value = answer.getAsJsonObject("result").get("value");
        return value == null ? JsonNull.INSTANCE : value;
    }

    /** The value of an expression as words. */
    String text(String expression) {
        return evaluate(expression).getAsString();
    }

    /** Waits, frame by frame, until an expression is true. */
    void waitFor(String expression) {
        JsonElement done =
                evaluate("new Promise((done) => { const end = performance.now() + 20000; const look = () => {"
                        + "if (" + expression + ") done(true); else if (performance.now() > end) done(false);"
                        + "else requestAnimationFrame(look); }; look(); })");
        if (!done.getAsBoolean()) {
            throw new AssertionError("never became true in 20 s: " + expression);
        }
    }

    /** Writes what the whole page looks like to a PNG file. */
    void screenshot(Path file) throws IOException {
        JsonObject clip = send("Page.getLayoutMetrics", new JsonObject()).getAsJsonObject("cssContentSize");
        clip.addProperty("scale", 1);
        JsonObject asked = object("format", "png");
        asked.addProperty("captureBeyondViewport", true);
        asked.add("clip", clip);
        picture(file, asked);
    }

    /** Writes what fits the screen to a PNG file. */
    void pictureOfScreen(Path file) throws IOException {
        picture(file, object("format", "png"));
    }

    private void picture(Path file, JsonObject asked) throws IOException {
        // Packing a long page well takes longer than drawing it.
        asked.addProperty("optimizeForSpeed", true);
        String data = send("Page.captureScreenshot", asked).get("data").getAsString();
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(data));
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonObject send(String method, JsonObject parameters) {
        int id = last.incrementAndGet();
        CompletableFuture<JsonObject> answer = new CompletableFuture<>();
        answers.put(id, answer);
        JsonObject message = object("id", id);
        message.addProperty("method", method);
        message.add("params", parameters);
        socket.sendText(new Gson().toJson(message), true).join();
        JsonObject got = await(answer);
        if (got.has("error")) {
            throw new AssertionError(method + " failed: " + got.get("error"));
        }
        return got.getAsJsonObject("result");
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("Chromium does not answer", e);
        }
    }

    private static JsonObject object(String name, Object value) {
        JsonObject object = new JsonObject();
        object.add(name, new Gson().toJsonTree(value));
        return object;
    }

    private static JsonObject feature(String name, String value) {
        JsonObject feature = object("name", name);
        feature.addProperty("value", value);
        return feature;
    }

    private void take(JsonObject message) {
        if (message.has("id")) {
            CompletableFuture<JsonObject> answer =
                    answers.remove(message.get("id").getAsInt());
            if (answer != null) {
                answer.complete(message);
            }
            return;
        }
        JsonObject parameters = message.getAsJsonObject("params");
        switch (message.get("method").getAsString()) {
            case "Page.loadEventFired" -> loaded.complete(true);
            case "Runtime.exceptionThrown", "Page.javascriptDialogOpening" -> problems.add(parameters.toString());
            case "Log.entryAdded" -> problems.add(parameters.get("entry").toString());
            case "Runtime.consoleAPICalled" -> {
                String type = parameters.get("type").getAsString();
                if (type.equals("error") || type.equals("warning") || type.equals("assert")) {
                    problems.add(parameters.toString());
                }
            }
            case "Network.requestWillBeSent" ->
                requests.add(parameters.getAsJsonObject("request").get("url").getAsString());
            default -> {}
        }
    }

    /** Messages, of which each may come in several parts. */
    private final class Incoming implements WebSocket.Listener {
        private final StringBuilder part = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            part.append(data);
            if (isLast) {
                JsonObject message = JsonParser.parseString(part.toString()).getAsJsonObject();
                part.setLength(0);
                take(message);
            }
            from.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            UncheckedIOException broken = new UncheckedIOException(new IOException(error));
            List<CompletableFuture<JsonObject>> waiting = new ArrayList<>(answers.values());
            waiting.forEach(answer -> answer.completeExceptionally(broken));
        }
    }
}
