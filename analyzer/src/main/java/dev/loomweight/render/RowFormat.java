package dev.loomweight.render;

import dev.loomweight.render.TableRows.Column;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats in which tables are written row by row, with the rules of the report format of the same name. */
public enum RowFormat {
    /** RFC 4180: raw numbers, the unit in the heading; text that a spreadsheet does not take for a formula. */
    CSV {
        @Override
        void head(List<Column> columns, Appendable out) throws IOException {
            CsvTable.writeRecord(
                    columns.stream().map(column -> CsvTable.words(column.key())).toList(), out);
        }

        @Override
        void row(List<Column> columns, TableRows rows, int row, Appendable out) throws IOException {
            String[] fields = new String[columns.size()];
            for (int i = 0; i < fields.length; i++) {
                Object value = rows.value(row, i);
                fields[i] =
                        value == null ? "" : value instanceof String words ? CsvTable.words(words) : value.toString();
            }
            CsvTable.writeRecord(Arrays.asList(fields), out);
        }
    },

    /** One array of objects, one a line, raw numbers, the unit in the key. */
    JSON {
        @Override
        void head(List<Column> columns, Appendable out) throws IOException {
            out.append("[\n");
        }

        @Override
        void row(List<Column> columns, TableRows rows, int row, Appendable out) throws IOException {
            JsonOutput json = new JsonOutput(out, "");
            json.beginObject();
            for (int i = 0; i < columns.size(); i++) {
                json.name(columns.get(i).key());
                Object value = rows.value(row, i);
                if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
                    json.value(number);
                } else {
                    json.value(value == null || value instanceof Number ? null : value.toString());
                }
            }
            json.endObject();
            json.flush();
            out.append(row + 1 < rows.rows() ? ",\n" : "\n");
        }

        @Override
        void foot(Appendable out) throws IOException {
            out.append("]\n");
        }
    },

    /** A table of GitHub's Markdown, values as people read them. */
    MD {
        @Override
        void head(List<Column> columns, Appendable out) throws IOException {
            MarkdownTable.writeHead(
                    columns.stream().map(Column::title).toList(),
                    i -> columns.get(i).numeric(),
                    out);
        }

        @Override
        void row(List<Column> columns, TableRows rows, int row, Appendable out) throws IOException {
            for (int i = 0; i < columns.size(); i++) {
                out.append("| ")
                        .append(MarkdownText.of(CellText.of(rows.cell(row, i)).toString()))
                        .append(' ');
            }
            out.append("|\n");
        }
    };

    abstract void head(List<Column> columns, Appendable out) throws IOException;

    abstract void row(List<Column> columns, TableRows rows, int row, Appendable out) throws IOException;

    /** Writes what follows the last row. */
    void foot(Appendable out) throws IOException {}

    /**
     * Writes a part of a table; all parts in order are the table.
     *
     * @param from the first row; where it is 0, the heading precedes it
     * @param to the row after the last; where it is the number of rows, the end follows
     * @throws IOException as thrown by {@code out}, which is not closed
     */
    public void write(TableRows rows, int from, int to, Writer out) throws IOException {
        List<Column> columns = rows.columns();
        if (from == 0) {
            head(columns, out);
        }
        for (int row = from; row < to; row++) {
            row(columns, rows, row, out);
        }
        if (to == rows.rows()) {
            foot(out);
        }
    }

    /** The names, which are also the endings of files. */
    public static List<String> words() {
        return Arrays.stream(values()).map(RowFormat::toString).toList();
    }

    /** The format with a name or file ending, in any case. */
    public static Optional<RowFormat> of(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.equals("markdown")
                ? Optional.of(MD)
                : Arrays.stream(values())
                        .filter(known -> known.toString().equals(lower))
                        .findFirst();
    }

    /** The name of the format, in lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
