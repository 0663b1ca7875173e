package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand lines that are random, damaged or senseless: none wedges the server. */
class MalformedLinesTest {

    private static final int LINES = 10_000;
    private static final long SEED = 20261123;

    /** A line that is nested more deeply may be refused. */
    private static final int DEEPEST = 60;

    /** Another reader of JSON than the server's says what is JSON. */
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS);

    private static final List<String> SEEDS = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/list\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"pins\",\"arguments\":{\"paths\":[\"a.jfr\"]}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"query\",\"arguments\":{\"path\":\"a.jfr\",\"query\":\"types | top 5\"}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"more\",\"arguments\":{\"handle\":\"a1:pins/sites@3\"}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-03-26\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"none\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
            "[{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"method\":\"x\"}]",
            "[1,2,{}]");

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);

    /** How many messages a line may be answered with. */
    private record KeptAnswers(int least, int most) {
        static final KeptAnswers NONE = new KeptAnswers(0, 0);
        static final KeptAnswers ONE = new KeptAnswers(1, 1);
        static final KeptAnswers PERHAPS = new KeptAnswers(0, 1);
    }

    @Test
    void everyLineIsAnsweredOrIgnoredAndTheNextIsRead() throws Exception {
        try (Client client = Client.of(folder).initialized("2025-03-26")) {
            int least = 0;
            int most = 0;
            int seen = 0;
            int refused = 0;
            for (int i = 0; i < LINES; i++) {
                byte[] line = line();
                KeptAnswers expected = answers(line);
                least += expected.least;
                most += expected.most;
                client.sendBytes(line);
                client.sendBytes(new byte[] {'\n'});
                String id = "pong " + i;
                client.send("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"ping\"}");
                JsonElement message = client.next();
                int before = seen;
                while (!isAnswer(message, id)) {
                    seen++;
                    refused += message.toString().contains("-32700") ? 1 : 0;
                    message = client.next();
                }
                if (expected.most == 0) {
                    // An answer that comes now is that of an earlier call.
                    assertThat(seen).isLessThanOrEqualTo(most);
                } else if (expected.least == 1 && !isCall(line)) {
                    assertThat(seen)
                            .as(new String(line, StandardCharsets.ISO_8859_1))
                            .isGreaterThan(before);
                }
            }
            assertThat(client.end()).isZero();
            seen += client.rest().size();

            assertThat(seen).isBetween(least, most);
            // What was tried is of every kind.
            assertThat(refused).isBetween(LINES / 4, LINES);
            assertThat(seen - refused).isGreaterThan(LINES / 8);
        }
    }

    private static boolean isAnswer(JsonElement message, String id) {
        return message instanceof JsonObject object
                && object.has("id")
                && object.get("id").isJsonPrimitive()
                && object.get("id").getAsString().equals(id);
    }

    private static boolean isCall(byte[] line) {
        return new String(line, StandardCharsets.ISO_8859_1).contains("tools/call");
    }

    private static KeptAnswers answers(byte[] line) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line))
                    .toString();
        } catch (CharacterCodingException e) {
            return KeptAnswers.ONE;
        }
        if (text.isBlank()) {
            return KeptAnswers.NONE;
        }
        JsonNode message;
        try {
            message = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return KeptAnswers.ONE;
        }
        if (message.isMissingNode()) {
            return KeptAnswers.PERHAPS;
        }
        if (message.isArray() || depth(message) > DEEPEST) {
            return KeptAnswers.PERHAPS;
        }
        boolean ours = message.isObject()
                && message.path("jsonrpc").isTextual()
                && message.path("jsonrpc").asText().equals("2.0");
        boolean response = ours && !message.has("method") && (message.has("result") || message.has("error"));
        boolean notification = ours && message.path("method").isTextual() && !message.has("id");
        return response || notification ? KeptAnswers.NONE : KeptAnswers.ONE;
    }

    private static int depth(JsonNode node) {
        int deepest = 0;
        for (JsonNode child : node) {
            deepest = Math.max(deepest, depth(child));
        }
        return deepest + 1;
    }

    private byte[] line() {
        return switch (random.nextInt(10)) {
            case 0 -> randomBytes();
            case 1 -> text(random.nextInt(80)).getBytes(StandardCharsets.UTF_8);
            case 2 -> bytes(value(0));
            case 3 ->
                bytes("{\"jsonrpc\":\"2.0\",\"id\":" + value(3) + ",\"method\":" + value(3) + ",\"params\":" + value(0)
                        + "}");
            case 4 ->
                bytes("{\"jsonrpc\":\"2.0\",\"id\":" + random.nextInt(9)
                        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool() + "\",\"arguments\":" + value(0)
                        + "}}");
            case 5 -> random.nextInt(200) == 0 ? longLine() : bytes(seed());
            case 6 -> beginning(bytes(seed()));
            default -> mutated();
        };
    }

    private String seed() {
        return SEEDS.get(random.nextInt(SEEDS.size()));
    }

    private String tool() {
        return List.of("report", "pins", "site", "memory", "diff", "check", "query", "coverage", "more", "record", "x")
                .get(random.nextInt(11));
    }

    private byte[] beginning(byte[] line) {
        return Arrays.copyOf(line, random.nextInt(line.length));
    }

    /** Some bytes of a message are others, doubled or gone. */
    private byte[] mutated() {
        byte[] seed = bytes(seed());
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int often = 1 + random.nextInt(30);
        for (byte b : seed) {
            int what = random.nextInt(often * 3);
            if (what > 2) {
                line.write(b);
            } else if (what == 1) {
                line.write(b);
                line.write(b);
            } else if (what == 2) {
                line.write(notEnd(random.nextInt(256)));
            }
        }
        return line.toByteArray();
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[random.nextInt(60)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) notEnd(random.nextInt(256));
        }
        return bytes;
    }

    private static int notEnd(int b) {
        return b == '\n' ? ' ' : b;
    }

    private byte[] longLine() {
        return bytes(text(10) + "[".repeat(BoundedLines.MAX_BYTES + random.nextInt(10)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String text(int length) {
        String signs = "{}[]\":,\\ 0123456789.eE+-truefalsnx\t\u00e9\u202e\ud83d\ude00_/";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(signs.codePointAt(
                    signs.offsetByCodePoints(0, random.nextInt(signs.codePointCount(0, signs.length())))));
        }
        return text.toString();
    }

    /** Any JSON. */
    private String value(int depth) {
        int kind = random.nextInt(depth > 4 ? 6 : 8);
        return switch (kind) {
            case 0 -> "null";
            case 1 -> random.nextBoolean() ? "true" : "1e999999999";
            case 2 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 3 ->
                "\""
                        + List.of("a.jfr", "../x", "/etc/passwd", "ping", "\\u0000", "\\ud800", "2.0", "-1")
                                .get(random.nextInt(8))
                        + "\"";
            case 4 -> "\"" + "x".repeat(random.nextInt(300)) + "\"";
            case 5 -> random.nextInt(20) == 0 ? "[".repeat(200) + "]".repeat(200) : "-0.5";
            case 6 -> {
                List<String> items = new ArrayList<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    items.add(value(depth + 1));
                }
                yield "[" + String.join(",", items) + "]";
            }
            default -> {
                List<String> members = new ArrayList<>();
                for (String name :
                        List.of("paths", "path", "query", "number", "handle", "jsonrpc", "id", "_meta", "budgets")) {
                    if (random.nextInt(3) == 0) {
                        members.add("\"" + name + "\":" + value(depth + 1));
                    }
                }
                yield "{" + String.join(",", members) + "}";
            }
        };
    }
}
