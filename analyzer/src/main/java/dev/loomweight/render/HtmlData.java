package dev.loomweight.render;

import dev.loomweight.render.stacks.StackPaths;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.ReportSummary;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A report for the scripts of its page: values as people read them, with their raw numbers where something is
 * sorted or drawn by them. Made for that page alone, and small; {@link JsonRenderer} is for others. No character in it
 * can end the element that it stands in.
 */
final class HtmlData {

    /** The rows of a ranked table that a page can hold without becoming slow to open. */
    private static final int MAX_ROWS = 1000;

    /** The nodes of a graph that people can follow. */
    private static final int MAX_NODES = 60;

    private final JsonOutput json;

    /**
     * A writer.
     *
     * @param out where to; neither flushed nor closed
     */
    HtmlData(Appendable out) {
        json = new JsonOutput(out, "");
        json.setHtmlSafe(true);
    }

    /** Writes a report. */
    void write(Report report) throws IOException {
        json.beginObject();
        json.name("command").value(report.command());
        text("title", report.title());
        ReportSummary summary = ReportSummary.of(report);
        if (!report.incomplete().isEmpty()) {
            texts("incomplete", report.incomplete());
        }
        write(summary);
        json.objects("sections", summary.sections(), (Section section) -> {
            text("id", section.id());
            text("title", section.title());
            json.objects("findings", section.findings(), this::write);
            json.objects("blocks", section.blocks(), this::write);
        });
        json.endObject();
        json.flush();
    }

    private void write(ReportSummary summary) throws IOException {
        json.name("summary").beginObject();
        texts("verdict", summary.verdict());
        json.array(
                "worst",
                summary.worst(),
                (ReportSummary.Placed<Finding> worst) -> json.beginArray()
                        .value(worst.section())
                        .value(worst.index())
                        .endArray());
        if (summary.table().isPresent()) {
            ReportSummary.Placed<Table> table = summary.table().get();
            json.name("table")
                    .beginArray()
                    .value(table.section())
                    .value(table.index())
                    .endArray();
        }
        json.endObject();
    }

    private void write(Finding finding) throws IOException {
        text("id", finding.id());
        json.constant("severity", finding.severity());
        text("summary", finding.summary());
        text("explanation", finding.explanation());
        text("solution", finding.solution());
        Place place = finding.place();
        if (place != null) {
            text("place", place.line() > 0 ? place.path() + ":" + place.line() : place.path());
            // As stacks are grouped: its link leads there.
            text("site", place.className() + "." + place.methodName());
        }
    }

    private void write(Block block) throws IOException {
        text("id", block.id());
        switch (block) {
            case Note note -> {
                json.name("type").value("note");
                if (note.isProse()) {
                    text("title", note.title());
                }
                texts("sentences", note.sentences());
            }
            case Table table -> write(table);
            case StackTree tree -> write(tree);
            case Series series -> new HtmlSeries(json).write(series);
            case Bars bars -> write(bars);
            case Graph graph -> write(graph);
        }
    }

    private void write(Table table) throws IOException {
        json.name("type").value("table");
        text("title", table.title());
        json.objects("columns", table.columns(), (Table.Column column) -> {
            text("title", column.title());
            json.name("bar").value(column.bar());
        });
        json.objects("rows", Shown.rows(table, MAX_ROWS), (Table.Row row) -> {
            json.constant("role", row.role());
            json.array("cells", row.cells(), this::write);
        });
        texts("footnotes", table.footnotes());
    }

    /** What people look for, and of the others as many as can be read. Edges name nodes by their place. */
    private void write(Graph graph) throws IOException {
        List<Graph.Node> nodes = new ArrayList<>(graph.nodes().stream()
                .filter(Graph.Node::marked)
                .limit(MAX_NODES)
                .toList());
        graph.nodes().stream()
                .filter(node -> !node.marked())
                .limit(Math.max(0, MAX_NODES - nodes.size()))
                .forEach(nodes::add);
        Map<String, Integer> places = new HashMap<>();
        nodes.forEach(node -> places.put(node.id(), places.size()));
        json.name("type").value("graph");
        text("title", graph.title());
        json.name("left").value(graph.nodes().size() - nodes.size());
        json.objects("nodes", nodes, (Graph.Node node) -> {
            text("kind", node.kind());
            text("label", node.label());
            text("detail", node.detail());
            json.name("marked").value(node.marked());
        });
        List<Graph.Edge> edges = graph.edges().stream()
                .filter(edge -> places.containsKey(edge.from()) && places.containsKey(edge.to()))
                .toList();
        json.objects("edges", edges, (Graph.Edge edge) -> {
            json.name("from").value(places.getOrDefault(edge.from(), 0));
            json.name("to").value(places.getOrDefault(edge.to(), 0));
            text("label", edge.label());
            json.name("certain").value(edge.certain());
            json.name("marked").value(edge.marked());
        });
    }

    /** The column, length and value of each bar that is shown. */
    private void write(Bars bars) throws IOException {
        BarScale scale = BarScale.of(bars);
        json.name("type").value("bars");
        text("title", bars.title());
        texts("columns", bars.columns().stream().map(Bars.Column::title).toList());
        json.objects("groups", bars.groups(), (Bars.Group group) -> {
            text("name", group.name());
            json.name("bars").beginArray();
            for (int i = 0; i < group.cells().size(); i++) {
                Cell cell = group.cells().get(i);
                if (BarScale.isShown(cell)) {
                    json.beginObject();
                    json.name("column").value(i);
                    json.name("part").value(scale.part(i, cell));
                    json.name("figure").value(CellText.of(cell).toString());
                    text("why", cell instanceof Cell.Absent absent ? absent.why() : "");
                    json.endObject();
                }
            }
            json.endArray();
        });
    }

    /** Text as a string, a link as an object, an amount as its number and its text, a missing value with the reason. */
    private void write(Cell cell) throws IOException {
        CellText figure = CellText.of(cell);
        switch (cell) {
            case Cell.Text text -> json.value(figure.toString());
            case Cell.Link link -> {
                json.beginObject();
                json.name("text").value(figure.toString());
                json.name("file").value(link.file());
                json.endObject();
            }
            case Cell.Bytes bytes -> write(bytes.value(), figure);
            case Cell.Nanos nanos -> write(nanos.value(), figure);
            case Cell.Count count -> write(count.value(), figure);
            case Cell.Id id -> write(id.value(), figure);
            case Cell.Time time -> write(time.value().getEpochSecond(), figure);
            case Cell.Ratio ratio
            when Double.isFinite(ratio.value()) ->
                json.beginArray().value(ratio.value()).value(figure.toString()).endArray();
            case Cell.Ratio ratio -> write("not a number", figure);
            case Cell.Absent absent -> write(absent.why(), figure);
        }
    }

    private void write(long value, CellText figure) throws IOException {
        json.beginArray().value(value).value(figure.toString()).endArray();
    }

    private void write(String why, CellText figure) throws IOException {
        json.beginArray()
                .nullValue()
                .value(figure.toString())
                .value(SafeText.of(why))
                .endArray();
    }

    /** Every distinct frame once; a stack as what it has other than the one before. */
    private void write(StackTree tree) throws IOException {
        record Label(String name, StackTree.Marker marker) {}
        Map<Label, Integer> labels = new HashMap<>();
        json.name("type").value("stackTree");
        text("title", tree.whole().title());
        json.name("stacks").beginArray();
        int[][] last = {{}};
        StackPaths.forEach(tree.whole().roots(), (path, count, nanos) -> {
            int[] frames = path.stream()
                    .mapToInt(node ->
                            labels.computeIfAbsent(new Label(node.label(), node.marker()), label -> labels.size()))
                    .toArray();
            int shared = Arrays.mismatch(last[0], frames);
            writeStack(frames, shared < 0 ? frames.length : shared, count, nanos);
            last[0] = frames;
        });
        json.endArray();
        List<Label> inOrder = labels.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
        json.array(
                "frames",
                inOrder,
                (Label label) -> json.beginArray()
                        .value(SafeText.of(label.name()))
                        .value(JsonOutput.lowerCase(label.marker()))
                        .endArray());
    }

    private void writeStack(int[] frames, int shared, long count, long nanos) throws IOException {
        json.beginArray().value(count).value(nanos).value(shared).beginArray();
        for (int i = shared; i < frames.length; i++) {
            json.value(frames[i]);
        }
        json.endArray().endArray();
    }

    private void text(String name, String words) throws IOException {
        json.name(name).value(SafeText.of(words));
    }

    private void texts(String name, List<String> all) throws IOException {
        json.array(name, all, (String words) -> json.value(SafeText.of(words)));
    }
}
