package dev.loomweight.query;

import com.google.gson.stream.JsonWriter;
import dev.loomweight.capture.DataException;
import dev.loomweight.render.Figure;
import dev.loomweight.report.Cell;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The forms that relations are written in for other programs, row by row. */
public enum Export {
    /** RFC 4180: a line a row, numbers raw, the unit in the heading. */
    CSV {
        @Override
        void head(Relation rows, Writer out) throws IOException {
            out.write(rows.fields().stream().map(Field::key).map(Export::quoted).collect(Collectors.joining(",")));
            out.write('\n');
        }

        @Override
        void row(Relation rows, int row, Writer out) throws IOException {
            for (int i = 0; i < rows.fields().size(); i++) {
                Object value = rows.fields().get(i).value(row);
                out.write(i == 0 ? "" : ",");
                out.write(value == null ? "" : quoted(value.toString()));
            }
            out.write('\n');
        }
    },

    /** One array of objects, one a line, numbers raw, the unit in the key. */
    JSON {
        @Override
        void head(Relation rows, Writer out) throws IOException {
            out.write("[\n");
        }

        @Override
        void row(Relation rows, int row, Writer out) throws IOException {
            JsonWriter json = new JsonWriter(out);
            json.beginObject();
            for (Field field : rows.fields()) {
                json.name(field.key());
                Object value = field.value(row);
                if (value instanceof Number number) {
                    json.value(number);
                } else {
                    json.value(value == null ? null : value.toString());
                }
            }
            json.endObject();
            json.flush();
            out.write(row + 1 < rows.rows() ? ",\n" : "\n");
        }

        @Override
        void foot(Writer out) throws IOException {
            out.write("]\n");
        }
    },

    /** A table of GitHub's Markdown, values as people read them. */
    MD {
        @Override
        void head(Relation rows, Writer out) throws IOException {
            out.write(line(rows.names()));
            out.write("|" + " --- |".repeat(rows.fields().size()) + "\n");
        }

        @Override
        void row(Relation rows, int row, Writer out) throws IOException {
            out.write(line(
                    rows.fields().stream().map(field -> people(field.cell(row))).toList()));
        }

        private String line(List<String> words) {
            return words.stream()
                            .map(word -> word.replace("|", "\\|").replace('\n', ' '))
                            .collect(Collectors.joining(" | ", "| ", " |"))
                    + "\n";
        }
    },

    /** A page with one table, values as people read them. */
    HTML {
        @Override
        void head(Relation rows, Writer out) throws IOException {
            out.write("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escaped(rows.name())
                    + "</title><style>body{font-family:sans-serif}table{border-collapse:collapse}"
                    + "td,th{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:left}</style></head><body>\n<table>"
                    + "<tr>");
            for (String name : rows.names()) {
                out.write("<th>" + escaped(name) + "</th>");
            }
            out.write("</tr>\n");
        }

        @Override
        void row(Relation rows, int row, Writer out) throws IOException {
            out.write("<tr>");
            for (Field field : rows.fields()) {
                out.write("<td>" + escaped(people(field.cell(row))) + "</td>");
            }
            out.write("</tr>\n");
        }

        @Override
        void foot(Writer out) throws IOException {
            out.write("</table></body></html>\n");
        }
    };

    abstract void head(Relation rows, Writer out) throws IOException;

    abstract void row(Relation rows, int row, Writer out) throws IOException;

    /** What comes behind the last row: nothing, unless a form says otherwise. */
    void foot(Writer out) throws IOException {}

    /**
     * Writes all rows.
     *
     * @throws IOException as thrown by {@code out}, which is not closed
     */
    public void write(Relation rows, Writer out) throws IOException {
        write(rows, 0, rows.rows(), out);
    }

    /**
     * Writes a piece of all rows; the pieces one after the other are the whole.
     *
     * @param from the first row; where it is 0, the heading comes before it
     * @param to the row behind the last; where that is the number of rows, the end comes behind it
     * @throws IOException as thrown by {@code out}, which is not closed
     */
    public void write(Relation rows, int from, int to, Writer out) throws IOException {
        if (from == 0) {
            head(rows, out);
        }
        for (int row = from; row < to; row++) {
            row(rows, row, out);
        }
        if (to == rows.rows()) {
            foot(out);
        }
    }

    /** The words for them, which are the endings of files. */
    public static List<String> words() {
        return Arrays.stream(values())
                .map(export -> export.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The form of a word or of a file's ending, in any case. */
    public static Optional<Export> of(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.equals("markdown")
                ? Optional.of(MD)
                : Arrays.stream(values())
                        .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(lower))
                        .findFirst();
    }

    /**
     * Writes a relation to a file, in the form of its ending.
     *
     * @throws DataException if the ending is none of {@link #words()}, or the file cannot be written
     */
    public static void save(Relation rows, Path file) {
        String name = String.valueOf(file.getFileName());
        Export export = of(name.substring(name.lastIndexOf('.') + 1))
                .orElseThrow(() -> new DataException("no form is written to " + file
                        + "; let the file's name end with ." + String.join(", .", words())));
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            export.write(rows, out);
        } catch (IOException e) {
            throw new DataException("cannot write " + file + ": " + e.getMessage() + "; name another place", e);
        }
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private static String people(Cell cell) {
        return cell instanceof Cell.Absent ? "" : Figure.of(cell).toString();
    }

    static String escaped(String text) {
        StringWriter out = new StringWriter();
        text.chars().forEach(c -> {
            switch (c) {
                case '<' -> out.write("&lt;");
                case '>' -> out.write("&gt;");
                case '&' -> out.write("&amp;");
                case '"' -> out.write("&quot;");
                default -> out.write(c);
            }
        });
        return out.toString();
    }
}
