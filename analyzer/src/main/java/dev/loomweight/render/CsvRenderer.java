package dev.loomweight.render;

import dev.loomweight.report.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of a report as comma-separated values (RFC 4180), numbers raw, their unit in the heading. As one document,
 * every record begins with the name of its table, and a blank line is between tables; as files, each table is its own.
 */
final class CsvRenderer implements Renderer {

    private static final String END = "\r\n";

    @Override
    public void render(Report report, Appendable out) throws IOException {
        boolean first = true;
        for (CsvTable table : CsvTable.of(report)) {
            if (!first) {
                out.append(END);
            }
            first = false;
            write(with("table", table.header()), out);
            for (List<String> record : table.records()) {
                write(with(table.name(), record), out);
            }
        }
    }

    @Override
    public Map<String, String> files(Report report) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (CsvTable table : CsvTable.of(report)) {
            StringBuilder out = new StringBuilder();
            write(table.header(), out);
            for (List<String> record : table.records()) {
                write(record, out);
            }
            files.put(table.name() + ".csv", out.toString());
        }
        return files;
    }

    private static List<String> with(String first, List<String> fields) {
        List<String> record = new ArrayList<>(fields.size() + 1);
        record.add(first);
        record.addAll(fields);
        return record;
    }

    private static void write(List<String> record, Appendable out) throws IOException {
        for (int i = 0; i < record.size(); i++) {
            out.append(i == 0 ? "" : ",").append(field(record.get(i)));
        }
        out.append(END);
    }

    private static String field(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && text.equals(text.strip());
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
