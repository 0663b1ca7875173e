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

    @Override
    public void render(Report report, Appendable out) throws IOException {
        boolean first = true;
        for (CsvTable table : CsvTable.of(report)) {
            if (!first) {
                out.append(CsvTable.END);
            }
            first = false;
            CsvTable.writeRecord(with("table", table.header()), out);
            for (List<String> record : table.records()) {
                CsvTable.writeRecord(with(table.name(), record), out);
            }
        }
    }

    @Override
    public Map<String, String> files(Report report) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (CsvTable table : CsvTable.of(report)) {
            StringBuilder out = new StringBuilder();
            CsvTable.writeRecord(table.header(), out);
            for (List<String> record : table.records()) {
                CsvTable.writeRecord(record, out);
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
}
