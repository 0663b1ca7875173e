package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A parser finds everything in the document that is in the report. */
class JsonRendererTest {

    @Test
    void holdsTheWholeReport() {
        qt().withExamples(1000).forAll(longs().all()).checkAssert(seed -> {
            Report report = RandomReports.of(seed);
            JsonObject json = new Gson().fromJson(render(report), JsonObject.class);
            assertThat(json.get("schemaVersion").getAsInt()).isEqualTo(Report.SCHEMA_VERSION);
            assertThat(json.get("command").getAsString()).isEqualTo(report.command());
            assertThat(json.get("title").getAsString()).isEqualTo(report.title());
            JsonArray sections = json.getAsJsonArray("sections");
            assertThat(sections).hasSameSizeAs(report.sections());
            for (int i = 0; i < sections.size(); i++) {
                assertSame(report.sections().get(i), sections.get(i).getAsJsonObject());
            }
        });
    }

    @Test
    void writesNothingThatATerminalObeys() {
        qt().withExamples(500)
                .forAll(longs().all())
                .checkAssert(seed -> assertThat(
                                render(RandomReports.of(seed)).chars().filter(c -> c != '\n'))
                        .noneMatch(Character::isISOControl)
                        .noneMatch(c -> Character.getType(c) == Character.FORMAT));
    }

    @Test
    void refusesTwoCellsWithOneKey() {
        Table table = new Table(
                "threads",
                "",
                List.of(Table.Column.of("role", "role")),
                List.of(new Table.Row(Table.Role.PART, List.of(Cell.text("carrier")))),
                List.of());
        Report report = new Report("memory", "", List.of(new Section("section", "", List.of(table), List.of())));
        assertThatThrownBy(() -> render(report))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("block threads has the key role twice in one row");
    }

    private static void assertSame(Section section, JsonObject json) {
        assertThat(json.get("id").getAsString()).isEqualTo(section.id());
        assertThat(json.get("title").getAsString()).isEqualTo(section.title());
        JsonArray findings = json.getAsJsonArray("findings");
        assertThat(findings).hasSameSizeAs(section.findings());
        for (int i = 0; i < findings.size(); i++) {
            Finding finding = section.findings().get(i);
            JsonObject object = findings.get(i).getAsJsonObject();
            assertThat(object.get("id").getAsString()).isEqualTo(finding.id());
            assertThat(object.get("severity").getAsString()).isEqualTo(lowerCase(finding.severity()));
            assertThat(object.get("summary").getAsString()).isEqualTo(finding.summary());
            assertThat(object.get("explanation").getAsString()).isEqualTo(finding.explanation());
            assertThat(object.get("solution").getAsString()).isEqualTo(finding.solution());
        }
        JsonArray blocks = json.getAsJsonArray("blocks");
        assertThat(blocks).hasSameSizeAs(section.blocks());
        for (int i = 0; i < blocks.size(); i++) {
            assertSame(section.blocks().get(i), blocks.get(i).getAsJsonObject());
        }
    }

    private static void assertSame(Block block, JsonObject json) {
        assertThat(json.get("id").getAsString()).isEqualTo(block.id());
        switch (block) {
            case Bars bars -> assertSame(bars, json);
            case Graph graph -> assertSame(graph, json);
            case Note note ->
                assertThat(json.getAsJsonArray("sentences").asList())
                        .extracting(JsonElement::getAsString)
                        .isEqualTo(note.sentences());
            case Table table -> assertSame(table, json);
            case Series series -> assertSame(series, json);
            case StackTree tree -> {
                List<JsonElement> nodes = json.getAsJsonArray("nodes").asList();
                int read = 0;
                for (StackTree.Node root : tree.roots()) {
                    read = assertSame(root, 0, nodes, read);
                }
                assertThat(nodes).hasSize(read);
            }
        }
    }

    private static void assertSame(Table table, JsonObject json) {
        JsonArray rows = json.getAsJsonArray("rows");
        JsonArray totals = json.getAsJsonArray("totals");
        assertThat(rows.size() + totals.size()).isEqualTo(table.rows().size());
        assertThat(totals).hasSameSizeAs(table.totals());
        for (int i = 0; i < table.rows().size(); i++) {
            Table.Row row = table.rows().get(i);
            boolean total = i >= rows.size();
            JsonObject object = (total ? totals.get(i - rows.size()) : rows.get(i)).getAsJsonObject();
            assertThat(object.has("role")).isEqualTo(!total && row.role() != Table.Role.PLAIN);
            for (int j = 0; j < row.cells().size(); j++) {
                assertHolds(object, table.columns().get(j).id(), row.cells().get(j));
            }
        }
    }

    private static void assertSame(Graph graph, JsonObject json) {
        assertThat(json.getAsJsonArray("nodes").asList())
                .extracting(node -> node.getAsJsonObject().get("id").getAsString())
                .isEqualTo(graph.nodes().stream().map(Graph.Node::id).toList());
        assertThat(json.getAsJsonArray("nodes").asList())
                .extracting(node -> node.getAsJsonObject().get("label").getAsString())
                .isEqualTo(graph.nodes().stream().map(Graph.Node::label).toList());
        assertThat(json.getAsJsonArray("edges").asList())
                .extracting(edge -> edge.getAsJsonObject().get("from").getAsString() + " "
                        + edge.getAsJsonObject().get("to").getAsString() + " "
                        + edge.getAsJsonObject().get("certain").getAsBoolean())
                .isEqualTo(graph.edges().stream()
                        .map(edge -> edge.from() + " " + edge.to() + " " + edge.certain())
                        .toList());
    }

    private static void assertSame(Bars bars, JsonObject json) {
        JsonArray groups = json.getAsJsonArray("groups");
        assertThat(groups).hasSameSizeAs(bars.groups());
        for (int i = 0; i < groups.size(); i++) {
            JsonObject group = groups.get(i).getAsJsonObject();
            assertThat(group.get("name").getAsString())
                    .isEqualTo(bars.groups().get(i).name());
            for (int j = 0; j < bars.columns().size(); j++) {
                Bars.Column column = bars.columns().get(j);
                assertHolds(group, column.id(), bars.groups().get(i).cells().get(j));
                JsonObject told = json.getAsJsonArray("columns").get(j).getAsJsonObject();
                assertThat(told.get("scale").getAsString()).isEqualTo(column.scale());
            }
        }
    }

    private static void assertSame(Series series, JsonObject json) {
        JsonArray lines = json.getAsJsonArray("lines");
        assertThat(lines).hasSameSizeAs(series.lines());
        for (int i = 0; i < lines.size(); i++) {
            JsonArray points = lines.get(i).getAsJsonObject().getAsJsonArray("points");
            List<Series.Point> expected = series.lines().get(i).points();
            assertThat(points).hasSameSizeAs(expected);
            for (int j = 0; j < points.size(); j++) {
                JsonObject point = points.get(j).getAsJsonObject();
                if (series.isOverTime()) {
                    assertThat(point.get("time").getAsString())
                            .isEqualTo(expected.get(j).time().toString());
                } else {
                    assertHolds(point, "at", expected.get(j).at());
                }
                assertHolds(point, "value", expected.get(j).value());
            }
        }
    }

    private static int assertSame(StackTree.Node node, int depth, List<JsonElement> nodes, int at) {
        JsonObject json = nodes.get(at).getAsJsonObject();
        assertThat(json.get("depth").getAsInt()).isEqualTo(depth);
        assertThat(json.get("label").getAsString()).isEqualTo(node.label());
        assertThat(json.get("count").getAsLong()).isEqualTo(node.count());
        assertThat(json.get("durationNanos").getAsLong()).isEqualTo(node.nanos());
        assertThat(json.has("marker")).isEqualTo(node.marker() != StackTree.Marker.NONE);
        int next = at + 1;
        for (StackTree.Node child : node.children()) {
            next = assertSame(child, depth + 1, nodes, next);
        }
        return next;
    }

    private static void assertHolds(JsonObject json, String id, Cell cell) {
        switch (cell) {
            case Cell.Bytes bytes -> assertNumber(json, id + "Bytes", bytes.value());
            case Cell.Nanos nanos -> assertNumber(json, id + "Nanos", nanos.value());
            case Cell.Count count -> assertNumber(json, id + "Count", count.value());
            case Cell.Id number -> assertNumber(json, id, number.value());
            case Cell.Ratio ratio
            when Double.isFinite(ratio.value()) ->
                assertThat(json.get(id + "Ratio").getAsDouble()).isEqualTo(ratio.value());
            case Cell.Ratio ratio -> assertThat(json.get(id).isJsonNull()).isTrue();
            case Cell.Time time ->
                assertThat(json.get(id + "Time"))
                        .isEqualTo(new JsonPrimitive(time.value().toString()));
            case Cell.Text text -> assertThat(json.get(id)).isEqualTo(new JsonPrimitive(text.value()));
            case Cell.Link link -> {
                assertThat(json.get(id)).isEqualTo(new JsonPrimitive(link.words()));
                assertThat(json.get(id + "File")).isEqualTo(new JsonPrimitive(link.file()));
            }
            case Cell.Absent absent -> {
                assertThat(json.get(id).isJsonNull()).isTrue();
                assertThat(json.get(id + "Absent")).isEqualTo(new JsonPrimitive(absent.why()));
            }
        }
    }

    private static void assertNumber(JsonObject json, String key, long value) {
        assertThat(json.get(key).getAsLong()).as(key).isEqualTo(value);
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String render(Report report) {
        StringBuilder out = new StringBuilder();
        try {
            Format.JSON.renderer(TextOptions.PLAIN).render(report, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }
}
