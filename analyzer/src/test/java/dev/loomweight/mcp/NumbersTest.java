package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.cli.CliRun;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All numbers of an answer, with all its pages, are those of the command line's JSON, and no others. */
class NumbersTest {

    private static final Path ROOT = Path.of("src/test/resources");

    private static Client client;

    @BeforeAll
    static void start() {
        client = Client.of(ROOT).initialized("2025-11-25");
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "report | recordings/25/pins.jfr",
                "report | recordings/25/shape-everything.jfr",
                "report | recordings/21/killed.jfr",
                "pins | recordings/21/monitors.jfr",
                "pins | recordings/25/shape-pins.jfr",
                "pins | recordings/21/pinning-off.jfr",
                "pins | recordings/25/silent.jfr",
                "report | recordings/17/variety.jfr",
                "report | nmt/21.0.8/platform-summary-b.txt",
                "hang | dumps/overlooked",
                "waits | dumps/overlooked",
                "threads | dumps/overlooked",
                "memory | recordings/25/memory.jfr",
                "memory | nmt/25.0.3/platform-detail.txt",
                "memory | nmt/25.0.3/platform-summary.diff.txt",
                "memory | nmt/25.0.3/platform-proc-smaps_rollup.txt"
            })
    void numbersAreThoseOfTheCommandLine(String command, String input) {
        Path path = ROOT.resolve(input);
        compare(
                client.call(command, "{\"paths\": [\"" + input + "\"]}"),
                cli(command, path.toString(), "--format", "json"));
    }

    @Test
    void numbersWithOptionsAreThoseOfTheCommandLine() {
        compare(
                client.call(
                        "pins",
                        "{\"paths\": [\"recordings/21/pins.jfr\", \"recordings/25/pins.jfr\"], \"longer\": \"40ms\","
                                + " \"cause\": [\"classInitializer\", \"nativeReflection\"], \"carriers\": 2}"),
                cli(
                        "pins",
                        "src/test/resources/recordings/21/pins.jfr",
                        "src/test/resources/recordings/25/pins.jfr",
                        "--longer=40ms",
                        "--cause=classInitializer,nativeReflection",
                        "--carriers=2",
                        "--format=json"));
        compare(
                client.call("memory", "{\"paths\": [\"nmt/25.0.3/platform-detail.txt\"], \"limit\": \"512m\"}"),
                cli("memory", "src/test/resources/nmt/25.0.3/platform-detail.txt", "--limit=512m", "--format=json"));
    }

    @Test
    void numbersOfComparisonsAreThoseOfTheCommandLine() {
        compare(
                client.call("diff", "{\"before\": \"recordings/21/pins.jfr\", \"after\": \"recordings/25/pins.jfr\"}"),
                cli(
                        "diff",
                        "src/test/resources/recordings/21/pins.jfr",
                        "src/test/resources/recordings/25/pins.jfr",
                        "--format=json"));
        String two = "[\"recordings/21/pins.jfr\", \"recordings/21/variety.jfr\"]";
        compare(
                client.call("diff", "{\"before\": " + two + ", \"after\": [\"recordings/25/pins.jfr\"]}"),
                cli(
                        "diff",
                        "src/test/resources/recordings/21/pins.jfr",
                        "src/test/resources/recordings/21/variety.jfr",
                        "--format=json",
                        "--",
                        "src/test/resources/recordings/25/pins.jfr"));
        compare(
                client.call("diff", "{\"before\": \"nmt/25.0.3/platform-summary.diff.txt\"}"),
                cli("diff", "src/test/resources/nmt/25.0.3/platform-summary.diff.txt", "--format=json"));
    }

    @Test
    void theGateTakesSeveralRuns() {
        String runs = "[\"recordings/21/pins.jfr\", \"recordings/21/variety.jfr\"]";
        String answer = client.call(
                        "check",
                        "{\"paths\": " + runs + ", \"baseline\": " + runs + ", \"budgets\": {\"pins\": \"0\"}}")
                .toString();
        assertThat(answer).contains("2 runs are compared with 2 runs of the baseline.", "\"passed\":false");
    }

    @Test
    void numbersOfBudgetsAreThoseOfTheCommandLine() {
        for (String input :
                List.of("recordings/25/pins.jfr", "recordings/25/pinning-off.jfr", "recordings/25/silent.jfr")) {
            JsonObject first = client.call(
                    "check",
                    "{\"paths\": [\"" + input
                            + "\"], \"budgets\": {\"pins\": \"0\", \"rss\": \"1g\", \"pinned-time\": \"1s\"}}");
            assertThat(first.get("passed").getAsBoolean()).isFalse();
            compare(
                    first,
                    cli(
                            "check",
                            ROOT.resolve(input).toString(),
                            "--budget=pins=0",
                            "--budget=rss=1g",
                            "--budget=pinned-time=1s",
                            "--format=json"));
        }
        assertThat(client.call("check", "{\"paths\": [\"recordings/25/pins.jfr\"], \"budgets\": {\"pins\": \"1000\"}}")
                        .get("passed")
                        .getAsBoolean())
                .isTrue();
    }

    @Test
    void numbersOfASiteAndOfTheCoverageAreThoseOfThePrompt() {
        String recording = "src/test/resources/recordings/25/shape-everything.jfr";
        compare(
                client.call("site", "{\"paths\": [\"recordings/25/shape-everything.jfr\"], \"number\": 2}"),
                cli("repl", recording, "-c", "set format json", "-c", "site 2"));
        compare(
                client.call("coverage", "{\"paths\": [\"recordings/25/shape-everything.jfr\"]}"),
                cli("repl", recording, "-c", "set format json", "-c", "coverage"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"types", "fields jdk.VirtualThreadPinned", "events jdk.VirtualThreadPinned"})
    void rowsOfAQueryAreThoseOfThePrompt(String query) {
        rows(query, query);
    }

    @Test
    void rowsOfSqlAndOfReportsAreThoseOfThePrompt() {
        String select =
                "SELECT holder, count(*), sum(duration) FROM jdk.VirtualThreadPinned GROUP BY holder ORDER BY 3";
        rows(select, "sql " + select);
        rows("sql " + select, "sql " + select);
        String piped =
                "events VirtualThreadPinned | where duration > 50us | by holder | agg count, sum duration, p99 duration | sort -sum";
        rows(piped, piped);
        rows("pins.holders | select holder, line", "pins.holders | select holder, line");
    }

    private static void rows(String query, String line) {
        JsonObject arguments = new JsonObject();
        arguments.addProperty("path", "recordings/25/shape-pins.jfr");
        arguments.addProperty("query", query);
        JsonObject first = client.call("query", arguments);
        JsonObject whole = client.call("more", "{\"handle\": \"" + handle(first) + ":rows\"}");
        JsonArray rows = new JsonArray();
        pages(whole).forEach(page -> rows.addAll(page.getAsJsonArray("rows")));
        String said =
                cli("repl", "src/test/resources/recordings/25/shape-pins.jfr", "-c", "set format json", "-c", line);
        assertThat(rows).isEqualTo(JsonParser.parseString(said));
        assertThat(rows).isNotEmpty();
        assertThat(first.get("rowsCount").getAsInt()).isEqualTo(rows.size());
    }

    /** What is not measured is never 0. */
    @Test
    void whatWasNotRecordedIsNotMeasured() {
        JsonObject off = client.call("pins", "{\"paths\": [\"recordings/25/pinning-off.jfr\"]}");
        assertThat(off.getAsJsonObject("pins").toString())
                .isEqualTo("{\"value\":null,\"notMeasured\":\"jdk.VirtualThreadPinned was off\"}");
        JsonObject none = client.call("pins", "{\"paths\": [\"recordings/25/silent.jfr\"]}");
        assertThat(none.getAsJsonObject("pins").toString()).isEqualTo("{\"pinsCount\":0,\"totalNanos\":0}");
        JsonObject unknown = client.call("report", "{\"paths\": [\"recordings/17/variety.jfr\"]}");
        assertThat(unknown.getAsJsonObject("pins").get("notMeasured").getAsString())
                .isEqualTo("jdk.VirtualThreadPinned: no such type");
        JsonObject check = client.call(
                "check", "{\"paths\": [\"recordings/25/pinning-off.jfr\"], \"budgets\": {\"pins\": \"0\"}}");
        assertThat(check.toString())
                .contains(
                        "\"measured\":{\"value\":null,\"notMeasured\":\"jdk.VirtualThreadPinned was off in pinning-off.jfr\"}");
    }

    private static String cli(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CliRun.run(out, err, arguments);
        // 3 is a budget that is not kept.
        assertThat(status).as(err.toString()).isIn(0, 3);
        return out.toString();
    }

    private static void compare(JsonObject first, String cli) {
        Map<String, Map<String, Integer>> expected = new TreeMap<>();
        for (JsonElement element : JsonParser.parseString(cli).getAsJsonObject().getAsJsonArray("sections")) {
            JsonObject section = element.getAsJsonObject();
            String id = section.get("id").getAsString();
            count("", section.get("findings"), expected.computeIfAbsent("findings", key -> new TreeMap<>()));
            for (JsonElement block : section.getAsJsonArray("blocks")) {
                count(
                        "",
                        block,
                        expected.computeIfAbsent(
                                id + "/" + block.getAsJsonObject().get("id").getAsString(), key -> new TreeMap<>()));
            }
        }
        Map<String, Map<String, Integer>> answered = new TreeMap<>();
        answered.put("findings", new TreeMap<>());
        for (String handle : handles(first)) {
            Map<String, Integer> numbers =
                    answered.computeIfAbsent(handle.substring(handle.indexOf(':') + 1), key -> new TreeMap<>());
            for (JsonObject page : pages(client.call("more", "{\"handle\": \"" + handle + "\"}"))) {
                for (String frame : List.of("from", "of")) {
                    page.remove(frame);
                }
                count("", page, numbers);
            }
        }
        assertThat(answered).isEqualTo(expected);
        assertThat(answered.values().stream().mapToInt(Map::size).sum()).isPositive();
        // What the first page shows is of the same parts.
        if (first.has("shown")) {
            for (JsonElement shown : first.getAsJsonArray("shown")) {
                Map<String, Integer> numbers = new TreeMap<>();
                JsonObject page = shown.getAsJsonObject().deepCopy();
                page.remove("of");
                count("", page, numbers);
                assertThat(answered)
                        .hasEntrySatisfying(
                                page.get("part").getAsString(),
                                of -> assertThat(of.keySet()).containsAll(numbers.keySet()));
            }
        }
    }

    /** All handles of an answer. */
    private static Set<String> handles(JsonObject first) {
        Set<String> handles = new LinkedHashSet<>();
        for (JsonObject page : pages(client.call("more", "{\"handle\": \"" + handle(first) + ":parts\"}"))) {
            page.getAsJsonArray("items")
                    .forEach(item ->
                            handles.add(item.getAsJsonObject().get("handle").getAsString()));
        }
        return handles;
    }

    private static String handle(JsonObject first) {
        return first.get("answer").getAsString();
    }

    private static List<JsonObject> pages(JsonObject first) {
        List<JsonObject> pages = new ArrayList<>();
        JsonObject page = first;
        pages.add(page);
        while (page.has("more")) {
            page = client.call("more", "{\"handle\": \"" + page.get("more").getAsString() + "\"}");
            pages.add(page);
        }
        return pages;
    }

    /** How often each number, by its key, and each value that is not known, with its reason, occurs. */
    private static void count(String key, JsonElement value, Map<String, Integer> numbers) {
        if (value.isJsonArray()) {
            value.getAsJsonArray().forEach(item -> count(key, item, numbers));
        } else if (value.isJsonObject()) {
            JsonObject object = value.getAsJsonObject();
            if (object.has("notMeasured")) {
                // That of events is a text in the command line's JSON.
                if (!key.equals("events")) {
                    numbers.merge(key + " " + object.get("notMeasured").getAsString(), 1, Integer::sum);
                }
                return;
            }
            object.entrySet().forEach(member -> {
                String name = member.getKey();
                if (name.endsWith("Absent") && !member.getValue().getAsString().isEmpty()) {
                    numbers.merge(
                            name.substring(0, name.length() - 6) + " "
                                    + member.getValue().getAsString(),
                            1,
                            Integer::sum);
                }
                count(name, member.getValue(), numbers);
            });
        } else if (value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()) {
            numbers.merge(key + "=" + value, 1, Integer::sum);
        }
    }
}
