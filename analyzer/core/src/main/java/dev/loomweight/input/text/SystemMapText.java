package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.SystemMap;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code System.map}, JDK 21 (updates) and later, on Linux, from HotSpot's {@code nmt/memMapPrinter.cpp}. The columns
 * are found by the words of the heading, so that a column more does no harm; the legend above it is skipped.
 */
public final class SystemMapText {

    private static final String COUNT = "Number of mappings:";

    private final LineScanner scan = new LineScanner();
    private final List<SystemMap.Mapping> mappings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<String> columns;

    private SystemMapText(List<String> columns) {
        this.columns = columns;
    }

    /** Whether a line, stripped, is the first one or the heading of the columns. */
    static boolean isSign(String text) {
        return text.equals("Memory mappings:") || isHeading(text);
    }

    private static boolean isHeading(String text) {
        return text.startsWith("from ") && text.contains(" vsize ") && text.contains(" rss ") && text.endsWith(" file");
    }

    /** The map, with the notes for the coverage. */
    static TextRead read(LineCursor lines) {
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (isHeading(text)) {
                List<String> columns = new ArrayList<>(List.of(text.split("\\s+")));
                // Both ends of a range are one word.
                columns.remove("to");
                return new SystemMapText(columns).below(lines);
            }
        }
        return new TextRead(List.of(), List.of(TextRead.missing("the System.map ends early: it has no mappings")));
    }

    private TextRead below(LineCursor lines) {
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (text.startsWith(COUNT)) {
                compare(text);
                TextRead.quote(notes, unknown, "unknown lines in the System.map");
                return TextRead.of(new SystemMap(mappings), notes);
            } else if (!mapping(line) && !text.isEmpty() && !text.startsWith("====")) {
                unknown.add(line);
            }
        }
        notes.add(TextRead.missing("the System.map ends early" + lines.place() + ": its last lines are missing"));
        TextRead.quote(notes, unknown, "unknown lines in the System.map");
        return TextRead.of(new SystemMap(mappings), notes);
    }

    private void compare(String text) {
        scan.over(text);
        scan.expect(COUNT);
        scan.blanks();
        long count = scan.number();
        if (scan.failed() || count != mappings.size()) {
            notes.add(TextRead.missing("the System.map does not add up: it has " + mappings.size()
                    + " mappings and says \"" + text + "\""));
        }
    }

    private boolean mapping(String line) {
        scan.over(line);
        long from = 0;
        long to = 0;
        long size = -1;
        long resident = -1;
        String protection = "-";
        String info = "-";
        String file = "";
        for (String column : columns) {
            switch (column) {
                case "from" -> {
                    scan.expect("0x");
                    from = scan.hex();
                    scan.expect("-0x");
                    to = scan.hex();
                }
                case "vsize" -> size = scan.number();
                case "rss" -> resident = scan.number();
                case "prot" -> protection = scan.word();
                case "info" -> info = scan.word();
                // The last column: a path may have blanks in it.
                case "file" -> file = scan.rest();
                default -> scan.word();
            }
            scan.blanks();
        }
        if (scan.failed() || to <= from || size < 0 || resident < 0 || file.isEmpty()) {
            return false;
        }
        mappings.add(new SystemMap.Mapping(from, to, size, resident, protection, info, file));
        return true;
    }
}
