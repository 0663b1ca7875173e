package dev.loomweight.render;

import dev.loomweight.render.CellText.FootnoteMarks;
import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table as text: its heading, its grid, its footnotes. */
final class TableText {

    private static final GridLayout.Range BARS = new GridLayout.Range(6, 24);
    private static final int INDENT = 2;

    private final Table table;
    private final List<String> brief;
    private final ParagraphWriter paragraphs;

    private FootnoteMarks marks = new FootnoteMarks();

    private TableText(Table table, ParagraphWriter paragraphs) {
        this.table = new Table(
                table.id(), table.title(), table.columns(), Shown.rows(table, paragraphs.top()), table.footnotes());
        // Where the rows belong together, so do the figures of each.
        this.brief = table.top() == Table.ALL ? List.of() : table.brief();
        this.paragraphs = paragraphs;
    }

    /** Writes a table. */
    static void write(Table table, ParagraphWriter paragraphs) throws IOException {
        new TableText(table, paragraphs).write();
    }

    /**
     * Writes the rows of a table with a line each, and nothing around them; leaves out the last columns where the width
     * does not suffice.
     *
     * @param order the indices of the columns, the most important first
     */
    static void writeLines(Table table, List<Integer> order, ParagraphWriter paragraphs) throws IOException {
        for (int count = order.size(); count > 0; count--) {
            Grid grid = new TableText(BriefTable.of(table, order.subList(0, count)), paragraphs).grid(Set.of());
            Optional<GridLayout> layout = GridLayout.of(grid, paragraphs.room(), BARS, true)
                    .map(one -> one.favouringNames(grid, paragraphs.room()));
            if (layout.isPresent() && layout.get().totalWidth(grid) <= paragraphs.room()) {
                new GridPrinter(grid, layout.get(), paragraphs, 1).print();
                return;
            }
        }
    }

    private void write() throws IOException {
        paragraphs.blockTitle(table.title());
        Set<Integer> left = Set.of();
        if (table.rows().isEmpty() || table.columns().isEmpty()) {
            paragraphs.nothing();
        } else {
            Grid grid = grid(left);
            left = fitting(grid);
            if (!left.isEmpty()) {
                // What is missing in columns that are not there has no footnote.
                marks = new FootnoteMarks();
                grid = grid(left).without(left);
            }
            writeGrid(grid);
        }
        paragraphs.writer().blankLine();
        if (!left.isEmpty()) {
            paragraphs.paragraph(Style.FAINT, "", "Left out for lack of room: " + titles(left) + ".");
        }
        marks.write(paragraphs);
        for (String footnote : table.footnotes()) {
            paragraphs.paragraph(Style.FAINT, "", footnote);
        }
    }

    private String titles(Set<Integer> columns) {
        return columns.stream().map(i -> table.columns().get(i).title()).collect(Collectors.joining(", "));
    }

    /**
     * The columns to leave out, of those that matter less, so that names and prose need not be squeezed; none where the
     * table does not fit without them either.
     */
    private Set<Integer> fitting(Grid grid) {
        Set<Integer> left = new TreeSet<>();
        if (brief.isEmpty() || paragraphs.unfolded()) {
            return left;
        }
        Optional<GridLayout> layout = GridLayout.of(grid, paragraphs.room(), BARS);
        for (int i = table.columns().size() - 1; i > 0 && !isComfortable(grid.without(left), layout); i--) {
            if (!brief.contains(table.columns().get(i).id())) {
                left.add(i);
                layout = GridLayout.of(grid.without(left), paragraphs.room(), BARS);
            }
        }
        return layout.isPresent() ? left : Set.of();
    }

    private static boolean isComfortable(Grid grid, Optional<GridLayout> layout) {
        return layout.isPresent()
                && IntStream.range(0, grid.columns().size())
                        .allMatch(i -> layout.get().widths().get(i) >= grid.comfortableWidth(i));
    }

    private void writeGrid(Grid grid) throws IOException {
        Optional<GridLayout> layout = GridLayout.of(grid, paragraphs.room(), BARS);
        if (layout.isPresent()) {
            new GridPrinter(grid, layout.get(), paragraphs).print();
        } else {
            writeRecords(grid);
        }
    }

    /** The grid of all columns, without footnotes of some of them. */
    private Grid grid(Set<Integer> left) {
        List<Grid.Column> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            Table.Column column = table.columns().get(i);
            columns.add(new Grid.Column(SafeText.of(column.title()), isNumeric(i), column.bar()));
        }
        List<Grid.Row> rows = new ArrayList<>();
        BarScale scale = BarScale.of(table);
        boolean grouped = false;
        for (Table.Row row : table.rows()) {
            grouped = switch (row.role()) {
                case GROUP -> true;
                case TOTAL -> false;
                default -> grouped;
            };
            boolean heading = row.role() == Table.Role.GROUP;
            int indent = (grouped && !heading ? INDENT : 0) + (isBelow(row) ? INDENT : 0);
            rows.add(new Grid.Row(row.role(), indent, slots(row, scale, left)));
        }
        return new Grid(columns, rows);
    }

    private static boolean isBelow(Table.Row row) {
        return row.role() == Table.Role.PART || row.role() == Table.Role.NOTE;
    }

    private List<Grid.Slot> slots(Table.Row row, BarScale scale, Set<Integer> left) {
        List<Grid.Slot> slots = new ArrayList<>();
        for (int i = 0; i < row.cells().size(); i++) {
            Cell cell = row.cells().get(i);
            boolean bar = table.columns().get(i).bar() && row.role() != Table.Role.GROUP;
            CellText figure = left.contains(i) ? CellText.of(cell) : marks.figure(cell);
            slots.add(new Grid.Slot(figure, bar ? Graphic.bar(scale.part(i, cell)) : Graphic.NONE));
        }
        return slots;
    }

    /** Numbers decide, unless words are more; so a column of sizes may hold a word here and there. */
    private boolean isNumeric(int column) {
        int numbers = 0;
        int words = 0;
        for (Table.Row row : table.rows()) {
            Cell cell = row.cells().get(column);
            if (cell instanceof Cell.Text text) {
                words += text.value().isBlank() ? 0 : 1;
            } else if (cell instanceof Cell.Link) {
                words++;
            } else if (!(cell instanceof Cell.Absent)) {
                numbers++;
            }
        }
        return numbers >= words && (numbers > 0 || column > 0);
    }

    /** A grid that is too wide for its numbers: one paragraph per row, one line per cell. */
    private void writeRecords(Grid grid) throws IOException {
        int titles = grid.columns().stream()
                .skip(1)
                .mapToInt(column -> TerminalColumns.of(column.title()))
                .max()
                .orElse(0);
        int titleWidth = Math.min(titles, paragraphs.room() / 2 - INDENT);
        boolean first = true;
        for (Grid.Row row : grid.rows()) {
            if (!first) {
                paragraphs.writer().blankLine();
            }
            first = false;
            String name = row.cells().getFirst().figure().toString();
            for (String line : Truncation.cell(name, paragraphs.room(), 2)) {
                paragraphs
                        .writer()
                        .space(ParagraphWriter.MARGIN)
                        .write(Style.STRONG, line)
                        .end();
            }
            for (int i = 1; i < row.cells().size(); i++) {
                CellText figure = row.cells().get(i).figure();
                if (!Grid.isBlank(figure)) {
                    writeCell(grid.columns().get(i).title(), titleWidth, figure);
                }
            }
        }
    }

    private void writeCell(String title, int titleWidth, CellText figure) throws IOException {
        LineWriter writer = paragraphs.writer();
        int valueWidth = paragraphs.room() - INDENT - titleWidth - GridLayout.GAP;
        List<String> names = TerminalColumns.lines(title, Math.max(2, titleWidth), 2);
        List<String> values = TerminalColumns.lines(figure.toString(), valueWidth);
        for (int i = 0; i < Math.max(names.size(), values.size()); i++) {
            String name = i < names.size() ? names.get(i) : "";
            writer.space(ParagraphWriter.MARGIN + INDENT).write(Style.FAINT, name);
            writer.space(titleWidth - TerminalColumns.of(name) + GridLayout.GAP);
            writer.write(Style.PLAIN, i < values.size() ? values.get(i) : "").end();
        }
    }
}
