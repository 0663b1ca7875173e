package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
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
    private static final Pattern METRIC = Pattern.compile("\\b(?:loomweight|process)_[a-z_]+\\b");

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

    @Test
    void theDashboardIsJson() throws Exception {
        String text = Files.readString(DOCS.resolve("agent").resolve("grafana.json"));
        assertThat(JsonParser.parseString(text).getAsJsonObject().getAsJsonArray("panels"))
                .hasSize(10);
    }

    @Test
    void prometheusTakesTheRules() throws Exception {
        assumeTrue(Promtool.find().isPresent(), Promtool.MISSING);
        String rules =
                DOCS.resolve("agent").resolve("alerts.yml").toAbsolutePath().toString();
        assertThat(Promtool.run("", folder, "check", "rules", rules)).contains("SUCCESS: 6 rules found");
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
