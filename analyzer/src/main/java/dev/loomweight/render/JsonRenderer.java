package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Reports as one JSON document, as {@code docs/output.md} describes it. */
final class JsonRenderer implements Renderer {

    @Override
    public void render(Report report, Appendable out) throws IOException {
        // Not closed: that would close nothing, and hide the first exception of a broken pipe.
        JsonOutput json = new JsonOutput(out, "  ");
        json.beginObject();
        json.name("schemaVersion").value(Report.SCHEMA_VERSION);
        json.name("command").value(report.command());
        json.name("title").value(report.title());
        if (!report.incomplete().isEmpty()) {
            json.array("incomplete", report.incomplete(), json::value);
        }
        json.objects("sections", report.sections(), (Section section) -> write(section, json));
        json.endObject();
        json.flush();
        out.append('\n');
    }

    private static void write(Section section, JsonOutput json) throws IOException {
        json.name("id").value(section.id());
        json.name("title").value(section.title());
        json.objects("findings", section.findings(), (Finding finding) -> write(finding, json));
        json.objects("blocks", section.blocks(), (Block block) -> write(block, json));
    }

    // Not a switch over the types: the JDK links each with a class of its own, in every run anew.
    private static void write(Block block, JsonOutput json) throws IOException {
        if (block instanceof Table table) {
            write(table, json);
        } else if (block instanceof StackTree tree) {
            write(tree, json);
        } else if (block instanceof Series series) {
            write(series, json);
        } else if (block instanceof Graph graph) {
            write(graph, json);
        } else if (block instanceof Note note) {
            write(note, json);
        } else {
            write((Bars) block, json);
        }
    }

    private static void write(Finding finding, JsonOutput json) throws IOException {
        json.name("id").value(finding.id());
        json.constant("severity", finding.severity());
        json.name("summary").value(finding.summary());
        json.name("explanation").value(finding.explanation());
        json.name("solution").value(finding.solution());
        Place place = finding.place();
        if (place != null) {
            json.name("place").beginObject();
            json.name("class").value(place.className());
            json.name("method").value(place.methodName());
            json.name("path").value(place.path());
            if (place.line() > 0) {
                json.name("line").value(place.line());
            }
            json.endObject();
        }
    }

    private static void write(Note note, JsonOutput json) throws IOException {
        head("note", note.id(), json);
        if (note.isProse()) {
            json.name("title").value(note.title());
        }
        json.array("sentences", note.sentences(), json::value);
    }

    private static void write(Bars bars, JsonOutput json) throws IOException {
        head("bars", bars.id(), json);
        json.name("title").value(bars.title());
        json.objects("columns", bars.columns(), (Bars.Column column) -> {
            json.name("id").value(column.id());
            json.name("title").value(column.title());
            json.name("scale").value(column.scale());
        });
        json.objects("groups", bars.groups(), (Bars.Group group) -> {
            JsonCells cells = new JsonCells(json, bars.id());
            cells.write("name", group.name());
            for (int i = 0; i < group.cells().size(); i++) {
                cells.write(bars.columns().get(i).id(), group.cells().get(i));
            }
        });
    }

    private static void write(Table table, JsonOutput json) throws IOException {
        head("table", table.id(), json);
        json.name("title").value(table.title());
        json.objects("columns", table.columns(), (Table.Column column) -> {
            json.name("id").value(column.id());
            json.name("title").value(column.title());
        });
        json.objects("rows", table.body(), (Table.Row row) -> {
            JsonCells cells = new JsonCells(json, table.id());
            if (row.role() != Table.Role.PLAIN) {
                cells.write("role", JsonOutput.lowerCase(row.role()));
            }
            write(row, table, cells);
        });
        json.objects("totals", table.totals(), (Table.Row row) -> write(row, table, new JsonCells(json, table.id())));
        json.array("footnotes", table.footnotes(), json::value);
    }

    private static void write(Table.Row row, Table table, JsonCells cells) throws IOException {
        for (int i = 0; i < row.cells().size(); i++) {
            cells.write(table.columns().get(i).id(), row.cells().get(i));
        }
    }

    private static void write(Series series, JsonOutput json) throws IOException {
        head("series", series.id(), json);
        json.name("title").value(series.title());
        if (series.form() != Series.Form.LINES) {
            json.constant("form", series.form());
        }
        json.objects("lines", series.lines(), (Series.Line line) -> {
            json.name("name").value(line.name());
            json.objects("points", line.points(), (Series.Point point) -> {
                JsonCells cells = new JsonCells(json, series.id());
                if (point.at() instanceof Cell.Time time) {
                    json.name("time").value(time.value().toString());
                } else {
                    cells.write("at", point.at());
                }
                cells.write("value", point.value());
            });
        });
        if (!series.spans().isEmpty()) {
            json.objects("spans", series.spans(), (Series.Span span) -> {
                json.name("startTime").value(span.start().toString());
                json.name("endTime").value(span.end().toString());
                json.name("label").value(span.label());
            });
        }
        if (!series.levels().isEmpty()) {
            json.objects("levels", series.levels(), (Series.Level level) -> {
                json.name("name").value(level.name());
                new JsonCells(json, series.id()).write("value", level.value());
            });
        }
    }

    private static void write(Graph graph, JsonOutput json) throws IOException {
        head("graph", graph.id(), json);
        json.name("title").value(graph.title());
        json.objects("nodes", graph.nodes(), (Graph.Node node) -> {
            json.name("id").value(node.id());
            json.name("kind").value(node.kind());
            json.name("label").value(node.label());
            json.name("detail").value(node.detail());
            json.name("count").value(node.count());
            json.name("marked").value(node.marked());
        });
        json.objects("edges", graph.edges(), (Graph.Edge edge) -> {
            json.name("from").value(edge.from());
            json.name("to").value(edge.to());
            json.name("relation").value(edge.label());
            json.name("certain").value(edge.certain());
            json.name("marked").value(edge.marked());
        });
    }

    /** Flat, the depth with each node: parsers refuse documents nested as deeply as a recorded stack can be. */
    private static void write(StackTree tree, JsonOutput json) throws IOException {
        record Placed(StackTree.Node node, int depth) {}
        head("stackTree", tree.id(), json);
        json.name("title").value(tree.title());
        json.name("nodes").beginArray();
        Deque<Placed> stack = new ArrayDeque<>();
        tree.roots().reversed().forEach(root -> stack.push(new Placed(root, 0)));
        while (!stack.isEmpty()) {
            Placed next = stack.pop();
            json.beginObject();
            json.name("depth").value(next.depth());
            json.name("label").value(next.node().label());
            if (next.node().marker() != StackTree.Marker.NONE) {
                json.constant("marker", next.node().marker());
            }
            json.name("count").value(next.node().count());
            json.name("durationNanos").value(next.node().nanos());
            json.endObject();
            next.node().children().reversed().forEach(child -> stack.push(new Placed(child, next.depth() + 1)));
        }
        json.endArray();
    }

    private static void head(String type, String id, JsonOutput json) throws IOException {
        json.name("type").value(type);
        json.name("id").value(id);
    }
}
