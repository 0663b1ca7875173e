package dev.loomweight.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of a report that was saved as JSON, in the form that {@code docs/report.schema.json} fixes. */
final class SavedReport {

    /** Longer ones would not fit in memory as they are read, in bytes. */
    private static final int MAX_BYTES = 128 << 20;

    private final Path file;

    private SavedReport(Path file) {
        this.file = file;
    }

    /** Whether a path names one, by its ending. */
    static boolean isOne(Path path) {
        return path.toString().toLowerCase(Locale.ROOT).endsWith(".json") && Files.isRegularFile(path);
    }

    /**
     * Reads one. Notes, findings, charts and stacks are left out.
     *
     * @throws DataException if it cannot be read, is no report, or one of a form that is not known
     */
    static Report read(Path file) {
        try {
            return new SavedReport(file).report(JsonParser.parseString(InputFile.text(file, MAX_BYTES)));
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + CaptureFolder.reason(e), e);
        } catch (JsonParseException | IllegalStateException | UnsupportedOperationException | NumberFormatException e) {
            throw new DataException(file + " is no whole report of loomweight; write it again with -o " + file, e);
        }
    }

    private Report report(JsonElement all) {
        if (!all.isJsonObject() || !all.getAsJsonObject().has("schemaVersion")) {
            throw new DataException(file + " is no report of loomweight; one is written by loomweight report app.lw -o "
                    + file.getFileName());
        }
        JsonObject report = all.getAsJsonObject();
        int version = required(report, "schemaVersion").getAsInt();
        if (version < Report.SCHEMA_VERSION) {
            throw new DataException(
                    file + " was made by a version before the release; write it again with -o " + file.getFileName());
        }
        if (version > Report.SCHEMA_VERSION) {
            throw new DataException(file + " is a report of schema version " + version + ", and this loomweight reads "
                    + Report.SCHEMA_VERSION);
        }
        List<Section> sections = new ArrayList<>();
        for (JsonElement section : array(report, "sections")) {
            JsonObject object = section.getAsJsonObject();
            List<Block> tables = new ArrayList<>();
            for (JsonElement block : array(object, "blocks")) {
                if (text(block.getAsJsonObject(), "type").equals("table")) {
                    tables.add(table(block.getAsJsonObject()));
                }
            }
            sections.add(new Section(text(object, "id"), text(object, "title"), tables, List.of()));
        }
        List<String> incomplete = new ArrayList<>();
        if (report.has("incomplete")) {
            array(report, "incomplete").forEach(sentence -> incomplete.add(sentence.getAsString()));
        }
        return new Report(text(report, "command"), text(report, "title"), incomplete, sections);
    }

    private Table table(JsonObject table) {
        List<Table.Column> columns = new ArrayList<>();
        for (JsonElement column : array(table, "columns")) {
            columns.add(Table.Column.of(text(column.getAsJsonObject(), "id"), text(column.getAsJsonObject(), "title")));
        }
        List<Table.Row> rows = new ArrayList<>();
        boolean named = columns.stream().anyMatch(column -> column.id().equals("role"));
        for (JsonElement element : array(table, "rows")) {
            JsonObject row = element.getAsJsonObject();
            add(row.has("role") && !named ? role(text(row, "role")) : Role.PLAIN, row, columns, rows);
        }
        if (table.has("totals")) {
            array(table, "totals").forEach(row -> add(Role.TOTAL, row.getAsJsonObject(), columns, rows));
        }
        return new Table(text(table, "id"), text(table, "title"), columns, rows, List.of());
    }

    private static void add(Role role, JsonObject row, List<Table.Column> columns, List<Table.Row> rows) {
        rows.add(new Table.Row(
                role, columns.stream().map(column -> cell(row, column.id())).toList()));
    }

    private Role role(String word) {
        for (Role role : Role.values()) {
            if (role.name().toLowerCase(Locale.ROOT).equals(word)) {
                return role;
            }
        }
        throw new JsonParseException("no role " + word + " in " + file);
    }

    /** The unit is in the key: see {@code JsonCells}. */
    private static Cell cell(JsonObject row, String id) {
        if (row.has(id + "Bytes")) {
            return new Cell.Bytes(row.get(id + "Bytes").getAsLong());
        }
        if (row.has(id + "Nanos")) {
            return new Cell.Nanos(row.get(id + "Nanos").getAsLong());
        }
        if (row.has(id + "Count")) {
            return new Cell.Count(row.get(id + "Count").getAsLong());
        }
        if (row.has(id + "Ratio")) {
            return new Cell.Ratio(row.get(id + "Ratio").getAsDouble());
        }
        if (row.has(id + "Time")) {
            return new Cell.Time(time(row.get(id + "Time").getAsString()));
        }
        if (row.has(id)
                && row.get(id).isJsonPrimitive()
                && row.getAsJsonPrimitive(id).isNumber()) {
            return Cell.id(row.get(id).getAsLong());
        }
        return row.has(id) && !row.get(id).isJsonNull()
                ? Cell.text(row.get(id).getAsString())
                : Cell.absent(row.has(id + "Absent") ? row.get(id + "Absent").getAsString() : "");
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new JsonParseException(text + " is no point in time", e);
        }
    }

    private static JsonArray array(JsonObject object, String key) {
        return required(object, key).getAsJsonArray();
    }

    private static String text(JsonObject object, String key) {
        return required(object, key).getAsString();
    }

    private static JsonElement required(JsonObject object, String key) {
        JsonElement value = object.get(key);
        if (value == null) {
            throw new JsonParseException("there is no " + key);
        }
        return value;
    }
}
