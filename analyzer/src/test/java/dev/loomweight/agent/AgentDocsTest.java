package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents say of the agent's metrics is so. */
class AgentDocsTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern METRIC = Pattern.compile("\\b(?:loomweight|process|jvm_thread)_[a-z_]+\\b");

    @TempDir
    private Path folder;

    /** The dashboard and the rules ask for nothing that the page on the agent does not list. */
    @ParameterizedTest
    @ValueSource(strings = {"grafana.json", "alerts.yml"})
    void everyMetricIsOneOfThePage(String name) throws Exception {
        TreeSet<String> listed = new TreeSet<>();
        for (String metric : metrics(Files.readString(DOCS.resolve("agent.md")))) {
            listed.addAll(List.of(metric, metric + "_bucket", metric + "_sum", metric + "_count"));
        }
        assertThat(metrics(Files.readString(DOCS.resolve("agent").resolve(name))))
                .isNotEmpty()
                .allSatisfy(metric -> assertThat(listed).contains(metric));
    }

    /**
     * What Grafana asks of a dashboard that it imports (its page "JSON model" and the importer): numbered panels that lie in a
     * grid of 24 columns without overlap, queries of one data source that is a variable, each with a letter of its own.
     */
    @Test
    void theDashboardHasTheFormThatGrafanaImports() throws Exception {
        JsonObject dashboard = dashboard();
        assertThat(dashboard.keySet())
                .contains("title", "uid", "schemaVersion", "time", "templating", "panels")
                .doesNotContain("id", "__inputs");
        assertThat(dashboard.get("uid").getAsString()).matches("[A-Za-z0-9_-]{1,40}");
        assertThat(dashboard.get("schemaVersion").getAsInt()).isBetween(16, 41);
        assertThat(list(dashboard.getAsJsonObject("templating"), "list"))
                .extracting(variable -> variable.get("name").getAsString() + " "
                        + variable.get("type").getAsString())
                .containsExactly("datasource datasource", "instance query");

        List<JsonObject> panels = list(dashboard, "panels");
        assertThat(panels).hasSize(12);
        assertThat(panels).extracting(panel -> panel.get("id").getAsInt()).doesNotHaveDuplicates();
        boolean[][] taken = new boolean[1000][24];
        for (JsonObject panel : panels) {
            String title = panel.get("title").getAsString();
            assertThat(panel.get("type").getAsString()).as(title).isIn("timeseries", "stat", "bargauge", "table");
            requireVariable(panel);
            JsonObject place = panel.getAsJsonObject("gridPos");
            int x = place.get("x").getAsInt();
            int y = place.get("y").getAsInt();
            for (int row = y; row < y + place.get("h").getAsInt(); row++) {
                for (int column = x; column < x + place.get("w").getAsInt(); column++) {
                    assertThat(taken[row][column]).as("%s over another", title).isFalse();
                    taken[row][column] = true;
                }
            }
            List<JsonObject> targets = list(panel, "targets");
            assertThat(targets).as(title).isNotEmpty();
            assertThat(targets)
                    .extracting(target -> target.get("refId").getAsString())
                    .doesNotHaveDuplicates();
            assertThat(targets)
                    .allSatisfy(target ->
                            assertThat(target.get("expr").getAsString()).contains("{instance=~\"$instance\"}"));
        }
    }

    private static void requireVariable(JsonObject panel) {
        JsonObject source = panel.getAsJsonObject("datasource");
        assertThat(source.get("type").getAsString()).isEqualTo("prometheus");
        assertThat(source.get("uid").getAsString()).isEqualTo("${datasource}");
    }

    /** Its queries are PromQL: Prometheus' own parser takes them, as the expressions of rules. */
    @Test
    void prometheusTakesTheQueriesOfTheDashboard() throws Exception {
        assumeTrue(Promtool.find().isPresent(), Promtool.MISSING);
        JsonArray rules = new JsonArray();
        for (JsonObject panel : list(dashboard(), "panels")) {
            for (JsonObject target : list(panel, "targets")) {
                JsonObject rule = new JsonObject();
                rule.addProperty("record", "query:of_the_dashboard_" + rules.size());
                // What Grafana puts in for its variables.
                rule.addProperty(
                        "expr",
                        target.get("expr")
                                .getAsString()
                                .replace("$__rate_interval", "1m")
                                .replace("$instance", ".*"));
                rules.add(rule);
            }
        }
        JsonObject group = new JsonObject();
        group.addProperty("name", "dashboard");
        group.add("rules", rules);
        JsonArray groups = new JsonArray();
        groups.add(group);
        JsonObject file = new JsonObject();
        file.add("groups", groups);
        // JSON is YAML.
        Path written = Files.writeString(folder.resolve("dashboard.yml"), file.toString());

        assertThat(Promtool.run("", folder, "check", "rules", written.toString()))
                .contains("SUCCESS: " + rules.size() + " rules found");
    }

    private static JsonObject dashboard() throws IOException {
        return JsonParser.parseString(Files.readString(DOCS.resolve("agent").resolve("grafana.json")))
                .getAsJsonObject();
    }

    private static List<JsonObject> list(JsonObject of, String name) {
        return of.getAsJsonArray(name).asList().stream()
                .map(JsonElement::getAsJsonObject)
                .toList();
    }

    @Test
    void prometheusTakesTheRules() throws Exception {
        assumeTrue(Promtool.find().isPresent(), Promtool.MISSING);
        String rules =
                DOCS.resolve("agent").resolve("alerts.yml").toAbsolutePath().toString();
        assertThat(Promtool.run("", folder, "check", "rules", rules)).contains("SUCCESS: 8 rules found");
    }

    /** The waits for a carrier are a histogram of Prometheus, and their alerts fire when they should. */
    @Test
    void prometheusTakesTheWaitsAndTheirAlertsFire() throws Exception {
        assumeTrue(Promtool.find().isPresent(), Promtool.MISSING);
        DelayFigures delays = new DelayFigures(10_000_000);
        delays.add(60_000);
        delays.add(45_000_000);
        delays.look(1_500_000_000, 0);
        String text = Metrics.text(
                Figures.of(new PinTotals(1, JvmFigures.carriers()), new EventFigures(), new JvmFigures(), delays, true),
                false,
                false);
        // 45 ms are also 35, 25, 15 and 5 ms for those that became ready meanwhile.
        assertThat(text)
                .contains(
                        "loomweight_scheduler_delay_seconds_bucket{le=\"0.001\"} 1\n",
                        "loomweight_scheduler_delay_seconds_bucket{le=\"0.025\"} 4\n",
                        "loomweight_scheduler_delay_seconds_bucket{le=\"60.0\"} 6\n",
                        "loomweight_scheduler_delay_seconds_count 6\n",
                        "loomweight_scheduler_delay_open_seconds 1.5\n");
        assertThat(Promtool.run(text, folder, "check", "metrics")).isEmpty();

        Path test = Files.writeString(folder.resolve("test.yml"), """
                rule_files: [%s]
                evaluation_interval: 1m
                tests:
                  - interval: 1m
                    input_series:
                      - series: loomweight_scheduler_delay_open_seconds{instance="shop"}
                        values: 0 0 1.5 0
                      - series: loomweight_scheduler_delay_open_seconds{instance="well"}
                        values: 0 0 0.01 0
                    alert_rule_test:
                      - eval_time: 1m
                        alertname: CarriersStuck
                      - eval_time: 2m
                        alertname: CarriersStuck
                        exp_alerts:
                          - exp_labels: {severity: critical, instance: shop}
                            exp_annotations:
                              summary: Virtual threads of shop wait for a carrier
                              description: Something keeps all carriers. The log of the application names what, and its capture has a thread dump.
                """.formatted(
                        DOCS.resolve("agent").resolve("alerts.yml").toAbsolutePath()));
        assertThat(Promtool.run("", folder, "test", "rules", test.toString())).contains("SUCCESS");
    }

    private static Set<String> metrics(String text) {
        TreeSet<String> names = new TreeSet<>();
        Matcher matcher = METRIC.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group());
        }
        return names;
    }
}
