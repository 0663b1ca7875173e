package dev.loomweight.render;

import com.google.gson.stream.JsonWriter;
import dev.loomweight.report.Cell;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Writes the cells of one JSON object, the unit of each in its key. */
final class JsonCells {

    private final JsonWriter json;
    private final String block;
    private final Set<String> keys = new HashSet<>();

    /**
     * Cells of an object that has just begun.
     *
     * @param json where to write
     * @param block the id of the block, for messages
     */
    JsonCells(JsonWriter json, String block) {
        this.json = json;
        this.block = block;
    }

    /**
     * Writes a cell.
     *
     * @param id the key without a unit
     * @param cell its value
     * @throws IllegalArgumentException if the object has the key already: two columns of a table need other ids
     */
    void write(String id, Cell cell) throws IOException {
        String key = id + cell.keySuffix();
        // Not a switch over the types: the JDK links each with a class of its own, in every run anew.
        if (cell instanceof Cell.Text text) {
            write(key, text.value());
        } else if (cell instanceof Cell.Nanos nanos) {
            name(key).value(nanos.value());
        } else if (cell instanceof Cell.Count count) {
            name(key).value(count.value());
        } else if (cell instanceof Cell.Bytes bytes) {
            name(key).value(bytes.value());
        } else if (cell instanceof Cell.Id number) {
            name(key).value(number.value());
        } else if (cell instanceof Cell.Ratio ratio) {
            writeRatio(id, key, ratio.value());
        } else if (cell instanceof Cell.Time time) {
            name(key).value(time.value().toString());
        } else if (cell instanceof Cell.Link link) {
            write(key, link.words());
            write(key + "File", link.file());
        } else {
            writeAbsent(id, ((Cell.Absent) cell).why());
        }
    }

    private void writeRatio(String id, String key, double ratio) throws IOException {
        if (Double.isFinite(ratio)) {
            name(key).value(ratio);
        } else {
            writeAbsent(id, "not a number");
        }
    }

    /** Writes words. */
    void write(String key, String words) throws IOException {
        name(key).value(words);
    }

    private void writeAbsent(String id, String why) throws IOException {
        name(id).nullValue();
        name(id + "Absent").value(why);
    }

    private JsonWriter name(String key) throws IOException {
        if (!keys.add(key)) {
            throw new IllegalArgumentException("block " + block + " has the key " + key + " twice in one row");
        }
        return json.name(key);
    }
}
