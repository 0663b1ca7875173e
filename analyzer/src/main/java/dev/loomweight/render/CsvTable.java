package dev.loomweight.render;

import dev.loomweight.render.stacks.StackPaths;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One table of comma-separated values.
 *
 * @param name of its section and block, such as {@code pins.sites}
 * @param header the keys of the columns
 * @param records as many fields each as the header has
 */
record CsvTable(String name, List<String> header, List<List<String>> records) {

    /** What ends a record. */
    static final String END = "\r\n";

    /** All that can be a table in a report: findings, tables, values over time, bars, stacks. */
    static List<CsvTable> of(Report report) throws IOException {
        List<CsvTable> tables = new ArrayList<>();
        for (Section section : report.sections()) {
            String prefix = Keys.camel(section.id()) + ".";
            if (!section.findings().isEmpty()) {
                tables.add(findings(prefix + "findings", section.findings()));
            }
            for (Block block : section.blocks()) {
                String name = prefix + Keys.camel(block.id());
                switch (block) {
                    case Table table -> {
                        tables.add(table(name, table, table.body()));
                        if (!table.totals().isEmpty()) {
                            tables.add(table(name + ".totals", table, table.totals()));
                        }
                    }
                    case Series series -> tables.add(series(name, series));
                    case StackTree tree -> tables.add(stacks(name, tree));
                    case Bars bars -> tables.add(bars(name, bars));
                    case Graph graph -> tables.add(graph(name, graph));
                    case Note note -> {}
                }
            }
        }
        return tables;
    }

    private static CsvTable findings(String name, List<Finding> findings) {
        return new CsvTable(
                name,
                List.of("id", "severity", "summary", "explanation", "solution", "method", "path", "line"),
                findings.stream().map(CsvTable::finding).toList());
    }

    private static List<String> finding(Finding finding) {
        Place place = finding.place();
        return List.of(
                words(finding.id()),
                finding.severity().name().toLowerCase(Locale.ROOT),
                words(finding.summary()),
                words(finding.explanation()),
                words(finding.solution()),
                place == null ? "" : words(place.className() + "." + place.methodName()),
                place == null ? "" : words(place.path()),
                place == null || place.line() <= 0 ? "" : Integer.toString(place.line()));
    }

    private static CsvTable table(String name, Table table, List<Table.Row> rows) {
        List<CsvColumn> columns = new ArrayList<>();
        for (Table.Column column : table.columns()) {
            int at = columns.size();
            // Of all rows, so that the totals have the header of the others.
            columns.add(CsvColumn.of(
                    column.id(), table.rows().stream().map(row -> row.cells().get(at))));
        }
        boolean plain = table.body().stream().allMatch(row -> row.role() == Table.Role.PLAIN);
        CsvTable made = of(name, plain ? List.of() : List.of("role"), columns);
        for (Table.Row row : rows) {
            made.add(plain ? List.of() : List.of(row.role().name().toLowerCase(Locale.ROOT)), columns, row.cells());
        }
        return made;
    }

    private static CsvTable series(String name, Series series) {
        CsvColumn at = CsvColumn.of("at", points(series).map(Series.Point::at));
        List<CsvColumn> columns = List.of(
                series.isOverTime() ? new CsvColumn("time", "", false) : at,
                CsvColumn.of("value", points(series).map(Series.Point::value)));
        CsvTable made = of(name, List.of("line"), columns);
        for (Series.Line line : series.lines()) {
            line.points()
                    .forEach(point ->
                            made.add(List.of(words(line.name())), columns, List.of(point.at(), point.value())));
        }
        return made;
    }

    private static Stream<Series.Point> points(Series series) {
        return series.lines().stream().flatMap(line -> line.points().stream());
    }

    private static CsvTable bars(String name, Bars bars) {
        List<CsvColumn> columns = new ArrayList<>();
        for (Bars.Column column : bars.columns()) {
            int at = columns.size();
            columns.add(CsvColumn.of(
                    column.id(),
                    bars.groups().stream().map(group -> group.cells().get(at))));
        }
        CsvTable made = of(name, List.of("name"), columns);
        bars.groups().forEach(group -> made.add(List.of(words(group.name())), columns, group.cells()));
        return made;
    }

    /** A table without records, whose columns of words precede those of cells. */
    private static CsvTable of(String name, List<String> words, List<CsvColumn> columns) {
        List<String> header = new ArrayList<>(words);
        columns.forEach(column -> header.addAll(column.header()));
        return new CsvTable(name, header, new ArrayList<>());
    }

    private void add(List<String> words, List<CsvColumn> columns, List<Cell> cells) {
        List<String> record = new ArrayList<>(words);
        for (int i = 0; i < columns.size(); i++) {
            record.addAll(columns.get(i).fields(cells.get(i)));
        }
        records.add(record);
    }

    /** The edges, with the names of what they connect. */
    private static CsvTable graph(String name, Graph graph) {
        Map<String, Graph.Node> nodes = new HashMap<>();
        graph.nodes().forEach(node -> nodes.put(node.id(), node));
        List<List<String>> records = new ArrayList<>();
        for (Graph.Edge edge : graph.edges()) {
            List<String> record = new ArrayList<>();
            for (String end : List.of(edge.from(), edge.to())) {
                Graph.Node node = Objects.requireNonNull(nodes.get(end));
                record.add(words(node.label()));
                record.add(words(node.detail()));
                record.add(Long.toString(node.count()));
            }
            record.add(words(edge.label()));
            record.add(Boolean.toString(edge.certain()));
            records.add(record);
        }
        return new CsvTable(
                name, List.of("from", "fromAt", "fromCount", "to", "toAt", "toCount", "relation", "certain"), records);
    }

    /** All stacks, one a record; the frames from the outermost to the innermost, with line feeds between. */
    private static CsvTable stacks(String name, StackTree tree) throws IOException {
        List<List<String>> records = new ArrayList<>();
        StackPaths.forEach(tree.whole().roots(), (path, count, nanos) -> {
            List<String> frames = new ArrayList<>();
            List<String> groups = new ArrayList<>();
            for (StackTree.Node node : path) {
                (node.marker() == StackTree.Marker.GROUP ? groups : frames).addFirst(words(node.label()));
            }
            records.add(List.of(
                    String.join(" ", groups), Long.toString(count), Long.toString(nanos), String.join("\n", frames)));
        });
        return new CsvTable(name, List.of("group", "count", "durationNanos", "frames"), records);
    }

    /**
     * Text that a spreadsheet does not take for a formula: where it could be one, an apostrophe precedes it, as in
     * spreadsheets themselves.
     */
    static String words(String text) {
        String harmless = SafeText.of(text);
        return !harmless.isEmpty() && "=+-@".indexOf(harmless.charAt(0)) >= 0 ? "'" + harmless : harmless;
    }

    /** Writes a record, ended by a carriage return and a line feed. */
    static void writeRecord(List<String> fields, Appendable out) throws IOException {
        for (int i = 0; i < fields.size(); i++) {
            out.append(i == 0 ? "" : ",").append(quoted(fields.get(i)));
        }
        out.append(END);
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && text.equals(text.strip());
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /**
     * A column of cells: one of fields where all figures have one unit, which its heading names; otherwise a second holds
     * the unit of each.
     *
     * @param key without a unit
     * @param unit that of all figures; empty for words, and where units differ
     * @param mixed whether they differ
     */
    private record CsvColumn(String key, String unit, boolean mixed) {

        static CsvColumn of(String key, Stream<Cell> cells) {
            Set<String> units = cells.filter(cell -> !(cell instanceof Cell.Absent) && !cell.equals(Cell.text("")))
                    .map(Cell::keySuffix)
                    .collect(Collectors.toSet());
            return units.size() == 1
                    ? new CsvColumn(key, units.iterator().next(), false)
                    : new CsvColumn(key, "", units.size() > 1);
        }

        List<String> header() {
            return mixed ? List.of(key, key + "Unit") : List.of(key + unit);
        }

        List<String> fields(Cell cell) {
            String value = switch (cell) {
                case Cell.Bytes bytes -> Long.toString(bytes.value());
                case Cell.Nanos nanos -> Long.toString(nanos.value());
                case Cell.Count count -> Long.toString(count.value());
                case Cell.Id id -> Long.toString(id.value());
                case Cell.Ratio ratio -> Double.isFinite(ratio.value()) ? Double.toString(ratio.value()) : "";
                case Cell.Time time -> time.value().toString();
                case Cell.Text text -> words(text.value());
                case Cell.Link link -> words(link.words());
                case Cell.Absent absent -> "";
            };
            return mixed ? List.of(value, cell.keySuffix()) : List.of(value);
        }
    }
}
