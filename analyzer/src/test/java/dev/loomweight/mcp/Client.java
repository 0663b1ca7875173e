package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.cli.CliRun;
import dev.loomweight.command.Assistant;
import dev.loomweight.kernel.option.Options;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of a server that runs on a thread of the test. */
final class Client implements AutoCloseable {

    private static final long LONGEST_SECONDS = 60;

    private final Input in = new Input();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final FutureTask<Integer> server;
    private int ids;

    private Client(Serving serving) {
        this.server = new FutureTask<>(() -> serving.serve(in, new Output()));
        Thread.ofPlatform().daemon().name("mcp-server").start(server);
    }

    /** Runs a server. */
    @FunctionalInterface
    private interface Serving {
        int serve(InputStream in, OutputStream out) throws Exception;
    }

    /** Of the complete server. */
    static Client of(Path... roots) {
        return new Client(
                (in, out) -> new Mcp().run(options(roots), new Assistant.Client("1.0", in, out), CliRun.parser()));
    }

    /** Of the complete server, which may record. */
    static Client recording(Path root) {
        return new Client((in, out) -> new Mcp()
                .run(
                        options(root).with(Assistant.ALLOW_RECORD, true),
                        new Assistant.Client("1.0", in, out),
                        CliRun.parser()));
    }

    private static Options options(Path... roots) {
        return Options.NONE.with(Assistant.ROOTS, List.of(roots));
    }

    /** Of a server with other tools. */
    static Client of(Path root, List<Tool> tools, Duration longest) {
        return new Client((in, out) -> new Mcp(longest, Duration.ofSeconds(30))
                .serve(List.of(root), new Assistant.Client("1.0", in, out), tools));
    }

    /** Begins a session. */
    Client initialized(String version) {
        JsonObject answer = ask(
                "initialize",
                "{\"protocolVersion\": \"" + version
                        + "\", \"capabilities\": {}, \"clientInfo\": {\"name\": \"test\", \"version\": \"1\"}}");
        assertThat(answer.getAsJsonObject("result").get("protocolVersion").getAsString())
                .isEqualTo(version);
        send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
        return this;
    }

    /** Sends a line. */
    void send(String line) {
        sendBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Sends bytes. */
    void sendBytes(byte[] bytes) {
        if (bytes.length > 0) {
            in.parts.add(bytes);
        }
    }

    /** The next message. */
    JsonElement next() {
        try {
            String line = lines.poll(LONGEST_SECONDS, TimeUnit.SECONDS);
            assertThat(line).as("no answer came").isNotNull();
            return JsonParser.parseString(String.valueOf(line));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends a request and gives the next message. */
    JsonObject ask(String method, String params) {
        int id = ++ids;
        send("{\"jsonrpc\": \"2.0\", \"id\": " + id + ", \"method\": \"" + method + "\", \"params\": " + params + "}");
        JsonObject answer = next().getAsJsonObject();
        assertThat(answer.get("id").getAsInt()).as(answer.toString()).isEqualTo(id);
        return answer;
    }

    /** Calls a tool, and gives its structured answer, which is at most 8 KB and the same as text. */
    JsonObject call(String tool, JsonObject arguments) {
        JsonObject params = new JsonObject();
        params.addProperty("name", tool);
        params.add("arguments", arguments);
        JsonObject answer = ask("tools/call", params.toString());
        assertThat(answer.has("result")).as(answer.toString()).isTrue();
        JsonObject result = answer.getAsJsonObject("result");
        String text = text(result);
        assertThat(result.get("isError").getAsBoolean()).as(text).isFalse();
        assertThat(JsonParser.parseString(text)).isEqualTo(result.get("structuredContent"));
        return result.getAsJsonObject("structuredContent");
    }

    /** Calls a tool, and gives the answer to {@link #call(String, JsonObject)} of a text of JSON. */
    JsonObject call(String tool, String arguments) {
        return call(tool, JsonParser.parseString(arguments).getAsJsonObject());
    }

    /** Calls a tool that fails, and gives why. */
    String failure(String tool, String arguments) {
        JsonObject answer = ask("tools/call", "{\"name\": \"" + tool + "\", \"arguments\": " + arguments + "}");
        assertThat(answer.has("result")).as(answer.toString()).isTrue();
        JsonObject result = answer.getAsJsonObject("result");
        assertThat(result.get("isError").getAsBoolean()).as(text(result)).isTrue();
        assertThat(result.has("structuredContent")).isFalse();
        return text(result);
    }

    private static String text(JsonObject result) {
        JsonArray content = result.getAsJsonArray("content");
        assertThat(content).hasSize(1);
        assertThat(content.get(0).getAsJsonObject().get("type").getAsString()).isEqualTo("text");
        String text = content.get(0).getAsJsonObject().get("text").getAsString();
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(8192);
        return text;
    }

    /** Closes its end, and gives the exit status. */
    int end() throws Exception {
        in.parts.add(Input.END);
        return server.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    }

    /** What the server has sent and nobody has read. */
    List<String> rest() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        try {
            end();
        } catch (Exception e) {
            throw new IllegalStateException("the server did not end", e);
        }
    }

    private static final class Input extends InputStream {
        /** Nothing follows: the only part without bytes. */
        private static final byte[] END = new byte[0];

        private final BlockingQueue<byte[]> parts = new LinkedBlockingQueue<>();
        private byte @Nullable [] part;
        private int at;

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            byte[] now = part;
            try {
                while (now == null || (now.length > 0 && at == now.length)) {
                    now = parts.take();
                    part = now;
                    at = 0;
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (now.length == 0) {
                return -1;
            }
            int count = Math.min(length, now.length - at);
            System.arraycopy(now, at, to, from, count);
            at += count;
            return count;
        }
    }

    /** Takes what the server writes: complete lines of ASCII and nothing else. */
    private final class Output extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (b == '\n') {
                lines.add(line.toString(StandardCharsets.US_ASCII));
                line.reset();
            } else {
                line.write(b);
            }
        }
    }
}
