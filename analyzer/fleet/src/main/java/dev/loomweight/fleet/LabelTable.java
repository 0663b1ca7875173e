package dev.loomweight.fleet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Labels of recordings from comma-separated values (RFC 4180): the first record names the columns, of which {@code file}
 * holds the path of a recording or of a folder of recordings, or the end of it by whole names. The others are labels.
 */
public final class LabelTable {

    private static final String FILE = "file";

    private final Map<String, Labels> byPath = new HashMap<>();

    /**
     * Reads a table.
     *
     * @throws IllegalArgumentException if it is none; the message has the number of the record
     */
    public static LabelTable of(String csv) {
        List<List<String>> records = records(csv);
        if (records.isEmpty()) {
            throw new IllegalArgumentException("it is empty");
        }
        List<String> columns = records.getFirst().stream().map(String::strip).toList();
        int file = columns.indexOf(FILE);
        if (file < 0) {
            throw new IllegalArgumentException(
                    "its first line has no column \"" + FILE + "\", but " + String.join(", ", columns));
        }
        LabelTable table = new LabelTable();
        for (int i = 1; i < records.size(); i++) {
            List<String> record = records.get(i);
            if (record.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "record " + (i + 1) + " has " + record.size() + " values for " + columns.size() + " columns");
            }
            Map<String, String> labels = new TreeMap<>();
            for (int j = 0; j < columns.size(); j++) {
                if (j != file) {
                    labels.put(columns.get(j), record.get(j).strip());
                }
            }
            table.byPath.put(normal(record.get(file).strip()), Labels.of(labels));
        }
        return table;
    }

    private static String normal(String path) {
        return path.replace('\\', '/').replaceFirst("^(\\./)+", "").replaceFirst("/+$", "");
    }

    /** How many recordings and folders it names. */
    public int size() {
        return byPath.size();
    }

    /**
     * The labels of a recording: of the row that names it, or else its nearest folder; of several, the one that names most
     * of the path.
     *
     * @param path with slashes
     * @return none where no row names it
     */
    public Labels labels(String path) {
        String rest = normal(path);
        while (!rest.isEmpty()) {
            for (String end = rest; ; end = end.substring(end.indexOf('/') + 1)) {
                Labels found = byPath.get(end);
                if (found != null) {
                    return found;
                }
                if (end.indexOf('/') < 0) {
                    break;
                }
            }
            rest = rest.substring(0, Math.max(0, rest.lastIndexOf('/')));
        }
        return Labels.NONE;
    }

    private static List<List<String>> records(String csv) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = csv.startsWith("\uFEFF") ? 1 : 0; i < csv.length(); i++) {
            char at = csv.charAt(i);
            boolean twice = i + 1 < csv.length() && csv.charAt(i + 1) == '"';
            if (quoted && at == '"' && twice) {
                field.append('"');
                i++;
            } else if (at == '"') {
                quoted = !quoted;
            } else if (quoted || (at != ',' && at != '\n' && at != '\r')) {
                field.append(at);
            } else if (at == ',') {
                record.add(field.toString());
                field.setLength(0);
            } else if (at == '\n') {
                end(records, record, field);
                record = new ArrayList<>();
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("a quotation mark in record " + (records.size() + 1) + " has no end");
        }
        end(records, record, field);
        return records;
    }

    /** An empty line is no record. */
    private static void end(List<List<String>> records, List<String> record, StringBuilder field) {
        if (!record.isEmpty() || !field.isEmpty()) {
            record.add(field.toString());
            records.add(record);
        }
        field.setLength(0);
    }
}
