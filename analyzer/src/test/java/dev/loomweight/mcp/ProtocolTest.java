package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the protocol wants of each message. */
class ProtocolTest {

    private static final String MODERN = "\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\","
            + " \"io.modelcontextprotocol/clientCapabilities\": {}}";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    void everyRevisionWithSessionsIsSpoken(String version) throws Exception {
        try (Client client = Client.of(folder).initialized(version)) {
            JsonObject tools = client.ask("tools/list", "{}").getAsJsonObject("result");
            JsonObject tool = tools.getAsJsonArray("tools").get(0).getAsJsonObject();
            assertThat(tool.get("name").getAsString()).isEqualTo("report");
            assertThat(tool.has("annotations")).isEqualTo(!version.equals("2024-11-05"));
            assertThat(tool.has("title")).isEqualTo(version.compareTo("2025-06-18") >= 0);
            assertThat(tools.has("resultType")).isFalse();
            assertThat(client.ask("ping", "{}").getAsJsonObject("result").size())
                    .isZero();
            JsonObject params = JsonParser.parseString("{\"name\": \"more\", \"arguments\": {\"handle\": \"a1:x\"}}")
                    .getAsJsonObject();
            JsonObject failed = client.ask("tools/call", params.toString()).getAsJsonObject("result");
            assertThat(failed.get("isError").getAsBoolean()).isTrue();
        }
    }

    /** The client goes on with the revision that it is offered, or ends. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "1900-01-01", "x"})
    void anotherRevisionIsAnsweredWithTheNewestOfSessions(String version) throws Exception {
        try (Client client = Client.of(folder)) {
            JsonObject result = client.ask("initialize", "{\"protocolVersion\": \"" + version + "\"}")
                    .getAsJsonObject("result");
            assertThat(result.get("protocolVersion").getAsString()).isEqualTo("2025-11-25");
            assertThat(result.getAsJsonObject("capabilities").keySet()).containsExactly("tools");
            assertThat(result.get("instructions").getAsString())
                    .contains("data", "notMeasured", folder.toRealPath().toString());
        }
    }

    @Test
    void aRequestThatNamesItsRevisionNeedsNoSession() throws Exception {
        try (Client client = Client.of(folder)) {
            JsonObject discovered =
                    client.ask("server/discover", "{" + MODERN + "}").getAsJsonObject("result");
            assertThat(discovered.getAsJsonArray("supportedVersions").get(0).getAsString())
                    .isEqualTo("2026-07-28");
            assertThat(discovered.get("resultType").getAsString()).isEqualTo("complete");
            assertThat(discovered.get("cacheScope").getAsString()).isEqualTo("private");
            JsonObject listed = client.ask("tools/list", "{" + MODERN + "}").getAsJsonObject("result");
            assertThat(listed.get("ttlMs").getAsLong()).isPositive();
            assertThat(listed.getAsJsonObject("_meta")
                            .getAsJsonObject("io.modelcontextprotocol/serverInfo")
                            .get("name")
                            .getAsString())
                    .isEqualTo("loomweight");
            assertThat(code(client.ask("ping", "{" + MODERN + "}"))).isEqualTo(-32601);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tools/list | {} | -32602",
                "tools/list | {\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": 1}} | -32602",
                "tools/list | {\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\"}} | -32602",
                "tools/list | {\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2036-07-28\"}} | -32022",
                "tools/list | {\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2025-11-25\"}} | -32022",
                "server/discover | {} | -32602",
                "initialize | {} | -32602"
            })
    void aRequestWithoutASessionThatSaysTooLittleIsRefused(String method, String params, int code) throws Exception {
        try (Client client = Client.of(folder)) {
            JsonObject answer = client.ask(method, params);
            assertThat(code(answer)).isEqualTo(code);
            if (code == -32022) {
                assertThat(answer.getAsJsonObject("error")
                                .getAsJsonObject("data")
                                .keySet())
                        .containsExactly("supported", "requested");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"resources/list\"} | -32601 | 7",
                "{\"jsonrpc\": \"2.0\", \"id\": \"x\", \"method\": \"logging/setLevel\"} | -32601 | \"x\"",
                "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"server/discover\"} | -32601 | 7",
                "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"tools/call\", \"params\": {\"name\": \"rm\"}} | -32602 | 7",
                "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"tools/call\", \"params\": {\"name\": \"pins\", \"arguments\": []}}"
                        + " | -32602 | 7",
                "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"tools/list\", \"params\": {\"cursor\": \"x\"}} | -32602 | 7",
                "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"tools/list\", \"params\": [1]} | -32602 | 7",
                "{\"jsonrpc\": \"1.0\", \"id\": 7, \"method\": \"ping\"} | -32600 | 7",
                "{\"id\": 7, \"method\": \"ping\"} | -32600 | 7",
                "{\"jsonrpc\": \"2.0\", \"id\": 7} | -32600 | 7",
                "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": 1} | -32600 | 7",
                "{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"} | -32600 | ",
                "{\"jsonrpc\": \"2.0\", \"id\": 1.5, \"method\": \"ping\"} | -32600 | ",
                "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"} | -32600 | ",
                "[] | -32600 | ",
                "1 | -32600 | ",
                "{\"jsonrpc\": \"2.0\", | -32700 | ",
                "{'jsonrpc': '2.0', 'id': 1, 'method': 'ping'} | -32700 | ",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"} {} | -32700 | ",
                "pins app.jfr | -32700 | "
            })
    void whatIsNoRequestIsAnErrorOfItsKind(String line, int code, @Nullable String id) throws Exception {
        try (Client client = Client.of(folder).initialized("2025-11-25")) {
            client.send(line);
            JsonObject answer = client.next().getAsJsonObject();
            assertThat(code(answer)).isEqualTo(code);
            assertThat(answer.has("id")).isEqualTo(id != null);
            assertThat(String.valueOf(answer.get("id"))).isEqualTo(String.valueOf(id));
        }
    }

    /** Before 2025-11-25, an error has an id, and JSON-RPC wants null. */
    @Test
    void anErrorOfNoRequestHasTheIdThatItsRevisionWants() throws Exception {
        try (Client client = Client.of(folder).initialized("2025-06-18")) {
            client.send("{");
            assertThat(client.next().toString()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "\r",
                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/unknown\"}",
                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\"}",
                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": [1]}}",
                "{\"jsonrpc\": \"2.0\", \"method\": \"tools/call\", \"params\": []}",
                "{\"jsonrpc\": \"2.0\", \"id\": 99, \"result\": {}}",
                "{\"jsonrpc\": \"2.0\", \"id\": 99, \"error\": {\"code\": 1, \"message\": \"\"}}"
            })
    void whatWantsNoAnswerGetsNone(String line) throws Exception {
        try (Client client = Client.of(folder).initialized("2025-11-25")) {
            client.send(line);
            client.ask("ping", "{}");
        }
    }

    @Test
    void aBatchIsAnsweredTogetherWhereTheRevisionHasBatches() throws Exception {
        String batch = "[{\"jsonrpc\": \"2.0\", \"id\": \"a\", \"method\": \"ping\"},"
                + " {\"jsonrpc\": \"2.0\", \"method\": \"notifications/x\"}, 1,"
                + " {\"jsonrpc\": \"2.0\", \"id\": \"b\", \"method\": \"tools/call\", \"params\": {\"name\": \"more\","
                + " \"arguments\": {\"handle\": \"a1:x\"}}}]";
        try (Client client = Client.of(folder).initialized("2025-03-26")) {
            client.send(batch);
            List<JsonElement> answers = client.next().getAsJsonArray().asList();
            assertThat(answers.stream()
                            .map(answer ->
                                    String.valueOf(answer.getAsJsonObject().get("id"))))
                    .containsExactlyInAnyOrder("\"a\"", "null", "\"b\"");
            client.send("[{\"jsonrpc\": \"2.0\", \"method\": \"notifications/x\"}]");
            client.ask("ping", "{}");
            client.send("[]");
            assertThat(code(client.next().getAsJsonObject())).isEqualTo(-32600);
        }
        try (Client client = Client.of(folder).initialized("2025-06-18")) {
            client.send(batch);
            assertThat(code(client.next().getAsJsonObject())).isEqualTo(-32600);
        }
    }

    @Test
    void aLineOfMoreThanAMegabyteIsRefusedAndTheNextAnswered() throws Exception {
        try (Client client = Client.of(folder).initialized("2025-11-25")) {
            client.send("{\"jsonrpc\": \"2.0\", \"id\": \"" + "x".repeat(1 << 20) + "\", \"method\": \"ping\"}");
            JsonObject answer = client.next().getAsJsonObject();
            assertThat(code(answer)).isEqualTo(-32700);
            assertThat(answer.toString()).contains("longer than 1 MB");
            // Just as long as a line may be.
            String head = "{\"jsonrpc\": \"2.0\", \"id\": \"";
            String tail = "\", \"method\": \"ping\"}";
            String id = "y".repeat((1 << 20) - head.length() - tail.length());
            client.send(head + id + tail);
            assertThat(client.next().getAsJsonObject().get("id").getAsString()).isEqualTo(id);
            client.send("[".repeat(100_000));
            assertThat(code(client.next().getAsJsonObject())).isEqualTo(-32700);
            client.sendBytes(new byte[] {'"', (byte) 0xC3, '"', '\n'});
            assertThat(client.next().toString()).contains("not UTF-8");
        }
    }

    /** A name that is not ASCII comes back as it was, whatever the encoding of the client's pipe. */
    @Test
    void answersAreAscii() throws Exception {
        try (Client client = Client.of(folder).initialized("2025-11-25")) {
            client.send("{\"jsonrpc\": \"2.0\", \"id\": \"\u00e9\ud83d\ude00\\u0000\", \"method\": \"ping\"}");
            assertThat(client.next().getAsJsonObject().get("id").getAsString()).isEqualTo("\u00e9\ud83d\ude00\0");
        }
    }

    /** Every schema is one of 2020-12, and judges as the server does. */
    @Test
    void theSchemasJudgeArgumentsAsTheServerDoes() throws Exception {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        List<String> arguments = List.of(
                "{}",
                "{\"paths\": [\"none.jfr\"]}",
                "{\"paths\": []}",
                "{\"paths\": \"none.jfr\"}",
                "{\"paths\": [1]}",
                "{\"paths\": [\"none.jfr\"], \"number\": 1}",
                "{\"paths\": [\"none.jfr\"], \"number\": 0}",
                "{\"paths\": [\"none.jfr\"], \"number\": \"1\"}",
                "{\"paths\": [\"none.jfr\"], \"number\": 1e3}",
                "{\"paths\": [\"none.jfr\"], \"cause\": [\"synchronized\"]}",
                "{\"paths\": [\"none.jfr\"], \"cause\": [\"bad luck\"]}",
                "{\"paths\": [\"none.jfr\"], \"budgets\": {\"pins\": \"0\"}}",
                "{\"paths\": [\"none.jfr\"], \"budgets\": {\"pins\": 0}}",
                "{\"paths\": [\"none.jfr\"], \"x\": true}",
                "{\"path\": \"none.jfr\", \"query\": \"types\"}",
                "{\"before\": \"none.jfr\"}",
                "{\"handle\": \"a1:x\"}");
        try (Client client = Client.of(folder).initialized("2025-11-25")) {
            for (JsonElement element :
                    client.ask("tools/list", "{}").getAsJsonObject("result").getAsJsonArray("tools")) {
                JsonObject tool = element.getAsJsonObject();
                String name = tool.get("name").getAsString();
                assertThat(tool.getAsJsonObject("annotations")
                                .get("readOnlyHint")
                                .getAsBoolean())
                        .isTrue();
                var schema = registry.getSchema(tool.get("inputSchema").toString(), InputFormat.JSON);
                for (String one : arguments) {
                    boolean fits = schema.validate(one, InputFormat.JSON).isEmpty();
                    if (fits && name.equals("jvms")) {
                        continue;
                    }
                    String why = client.failure(name, one);
                    boolean taken =
                            why.startsWith("no such") || why.startsWith("no budget") || why.startsWith("unknown cause");
                    // 1e3 is a whole number for JSON Schema; as an argument, it is refused.
                    assertThat(taken).as(name + " " + one + ": " + why).isEqualTo(fits && !one.contains("1e3"));
                }
            }
        }
    }

    private static int code(JsonObject answer) {
        assertThat(answer.has("error")).as(answer.toString()).isTrue();
        return answer.getAsJsonObject("error").get("code").getAsInt();
    }
}
