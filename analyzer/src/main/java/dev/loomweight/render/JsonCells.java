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
        switch (cell) {
            case Cell.Bytes bytes -> name(key).value(bytes.value());
            case Cell.Nanos nanos -> name(key).value(nanos.value());
            case Cell.Count count -> name(key).value(count.value());
            case Cell.Id number -> name(key).value(number.value());
            case Cell.Ratio ratio
            when Double.isFinite(ratio.value()) -> name(key).value(ratio.value());
            case Cell.Ratio ratio -> writeAbsent(id, "not a number");
            case Cell.Time time -> name(key).value(time.value().toString());
            case Cell.Text text -> write(key, text.value());
            case Cell.Link link -> {
                write(key, link.words());
                write(key + "File", link.file());
            }
            case Cell.Absent absent -> writeAbsent(id, absent.why());
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
