package dev.loomweight.render;

import java.io.IOException;
import java.util.List;

/** Records of comma-separated values (RFC 4180). */
final class CsvLine {

    /** What ends a record. */
    static final String END = "\r\n";

    private CsvLine() {}

    /** Writes a record. */
    static void write(List<String> fields, Appendable out) throws IOException {
        for (int i = 0; i < fields.size(); i++) {
            out.append(i == 0 ? "" : ",").append(field(fields.get(i)));
        }
        out.append(END);
    }

    private static String field(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && text.equals(text.strip());
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
