package dev.loomweight.render;

import com.google.gson.stream.JsonWriter;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
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
import java.util.List;
import java.util.Locale;

/** Reports as one JSON document, as {@code docs/json.md} describes it. */
final class JsonRenderer implements Renderer {

    @Override
    public void render(Report report, Appendable out) throws IOException {
        // Not closed: that would close nothing, and hide the first exception of a broken pipe.
        JsonWriter json = new JsonWriter(new EscapingWriter(out));
        json.setIndent("  ");
        json.beginObject();
        json.name("schemaVersion").value(Report.SCHEMA_VERSION);
        json.name("command").value(report.command());
        json.name("title").value(report.title());
        json.name("sections").beginArray();
        for (Section section : report.sections()) {
            write(section, json);
        }
        json.endArray();
        json.endObject();
        json.flush();
        out.append('\n');
    }

    private static void write(Section section, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("id").value(section.id());
        json.name("title").value(section.title());
        json.name("findings").beginArray();
        for (Finding finding : section.findings()) {
            json.beginObject();
            json.name("id").value(finding.id());
            json.name("severity").value(lowerCase(finding.severity()));
            json.name("summary").value(finding.summary());
            json.name("explanation").value(finding.explanation());
            json.name("solution").value(finding.solution());
            Place place = finding.place();
            if (place != null) {
                write(place, json);
            }
            json.endObject();
        }
        json.endArray();
        json.name("blocks").beginArray();
        for (Block block : section.blocks()) {
            json.beginObject();
            switch (block) {
                case Table table -> write(table, json);
                case StackTree tree -> write(tree, json);
                case Series series -> write(series, json);
                case Note note -> write(note, json);
                case Bars bars -> write(bars, json);
            }
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }

    private static void write(Place place, JsonWriter json) throws IOException {
        json.name("place").beginObject();
        json.name("class").value(place.className());
        json.name("method").value(place.methodName());
        json.name("path").value(place.path());
        if (place.line() > 0) {
            json.name("line").value(place.line());
        }
        json.endObject();
    }

    private static void write(Note note, JsonWriter json) throws IOException {
        head("note", note.id(), json);
        if (note.isProse()) {
            json.name("title").value(note.title());
        }
        writeStrings("sentences", note.sentences(), json);
    }

    private static void write(Bars bars, JsonWriter json) throws IOException {
        head("bars", bars.id(), json);
        json.name("title").value(bars.title());
        json.name("columns").beginArray();
        for (Bars.Column column : bars.columns()) {
            json.beginObject();
            json.name("id").value(column.id());
            json.name("title").value(column.title());
            json.name("scale").value(column.scale());
            json.endObject();
        }
        json.endArray();
        json.name("groups").beginArray();
        for (Bars.Group group : bars.groups()) {
            json.beginObject();
            JsonCells cells = new JsonCells(json, bars.id());
            cells.write("name", group.name());
            for (int i = 0; i < group.cells().size(); i++) {
                cells.write(bars.columns().get(i).id(), group.cells().get(i));
            }
            json.endObject();
        }
        json.endArray();
    }

    private static void write(Table table, JsonWriter json) throws IOException {
        head("table", table.id(), json);
        json.name("title").value(table.title());
        json.name("columns").beginArray();
        for (Table.Column column : table.columns()) {
            json.beginObject();
            json.name("id").value(column.id());
            json.name("title").value(column.title());
            json.endObject();
        }
        json.endArray();
        write("rows", table.body(), table, json);
        write("totals", table.totals(), table, json);
        writeStrings("footnotes", table.footnotes(), json);
    }

    private static void write(String name, List<Table.Row> rows, Table table, JsonWriter json) throws IOException {
        json.name(name).beginArray();
        for (Table.Row row : rows) {
            json.beginObject();
            JsonCells cells = new JsonCells(json, table.id());
            if (row.role() != Table.Role.PLAIN && name.equals("rows")) {
                cells.write("role", lowerCase(row.role()));
            }
            for (int i = 0; i < row.cells().size(); i++) {
                cells.write(table.columns().get(i).id(), row.cells().get(i));
            }
            json.endObject();
        }
        json.endArray();
    }

    private static void write(Series series, JsonWriter json) throws IOException {
        head("series", series.id(), json);
        json.name("title").value(series.title());
        if (series.form() != Series.Form.LINES) {
            json.name("form").value(lowerCase(series.form()));
        }
        json.name("lines").beginArray();
        for (Series.Line line : series.lines()) {
            json.beginObject();
            json.name("name").value(line.name());
            json.name("points").beginArray();
            for (Series.Point point : line.points()) {
                json.beginObject();
                JsonCells cells = new JsonCells(json, series.id());
                if (point.at() instanceof Cell.Time time) {
                    json.name("time").value(time.value().toString());
                } else {
                    cells.write("at", point.at());
                }
                cells.write("value", point.value());
                json.endObject();
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
        writeMarks(series, json);
    }

    private static void writeMarks(Series series, JsonWriter json) throws IOException {
        if (!series.spans().isEmpty()) {
            json.name("spans").beginArray();
            for (Series.Span span : series.spans()) {
                json.beginObject();
                json.name("startTime").value(span.start().toString());
                json.name("endTime").value(span.end().toString());
                json.name("label").value(span.label());
                json.endObject();
            }
            json.endArray();
        }
        if (!series.levels().isEmpty()) {
            json.name("levels").beginArray();
            for (Series.Level level : series.levels()) {
                json.beginObject();
                json.name("name").value(level.name());
                new JsonCells(json, series.id()).write("value", level.value());
                json.endObject();
            }
            json.endArray();
        }
    }

    /** Flat, the depth with each node: parsers refuse documents nested as deeply as a recorded stack can be. */
    private static void write(StackTree tree, JsonWriter json) throws IOException {
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
                json.name("marker").value(lowerCase(next.node().marker()));
            }
            json.name("count").value(next.node().count());
            json.name("durationNanos").value(next.node().nanos());
            json.endObject();
            next.node().children().reversed().forEach(child -> stack.push(new Placed(child, next.depth() + 1)));
        }
        json.endArray();
    }

    private static void head(String type, String id, JsonWriter json) throws IOException {
        json.name("type").value(type);
        json.name("id").value(id);
    }

    private static void writeStrings(String name, Iterable<String> values, JsonWriter json) throws IOException {
        json.name(name).beginArray();
        for (String value : values) {
            json.value(value);
        }
        json.endArray();
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
