package dev.loomweight.render;

import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Values over time as text: a sparkline per line, its extremes, and the time that all lines span. A line of one value is
 * that value, and no picture.
 */
final class SeriesText {

    private static final GridLayout.Range SPARKLINES = new GridLayout.Range(12, 60);

    // Those that are to be compared have more room than the ends of their names.
    private static final GridLayout.Range COMPARED = new GridLayout.Range(20, 60);

    // Of a name, beside a sparkline.
    private static final int MIN_NAME_COLUMNS = 16;

    private final Series series;
    private final ParagraphWriter paragraphs;

    private SeriesText(Series series, ParagraphWriter paragraphs) {
        this.series = series;
        this.paragraphs = paragraphs;
    }

    /** Writes a series, whatever it is over. */
    static void write(Series series, ParagraphWriter paragraphs) throws IOException {
        if (series.isOverTime()) {
            new SeriesText(series, paragraphs).write();
        } else {
            writeVaried(series, paragraphs);
        }
    }

    /** A bar for each value, all to one scale: they are a handful, and a sparkline would squeeze them into its ends. */
    private static void writeVaried(Series series, ParagraphWriter paragraphs) throws IOException {
        List<Table.Row> rows = new ArrayList<>();
        for (Series.Line line : series.lines()) {
            String name = line.name();
            for (Series.Point point : line.points()) {
                rows.add(Table.Row.of(Cell.text(name), point.at(), point.value()));
                name = "";
            }
        }
        List<Table.Column> columns =
                List.of(Table.Column.of("line", ""), Table.Column.of("at", ""), new Table.Column("value", "", true));
        TableText.write(new Table(series.id(), series.title(), columns, rows, List.of()), paragraphs);
    }

    private void write() throws IOException {
        paragraphs.blockTitle(series.title());
        List<Instant> times = series.lines().stream()
                .flatMap(line -> line.points().stream())
                .map(Series.Point::time)
                .sorted()
                .toList();
        if (times.isEmpty()) {
            paragraphs.nothing();
            return;
        }
        if (series.lines().stream().noneMatch(SeriesText::isDrawn)) {
            writeValues();
            writeSpan(times.getFirst(), times.getLast());
            return;
        }
        Grid grid = grid(times.getFirst(), times.getLast());
        GridLayout.Range pictures = series.form() == Series.Form.MULTIPLE ? COMPARED : SPARKLINES;
        Optional<GridLayout> layout = GridLayout.of(grid, paragraphs.room(), pictures);
        if (series.form() == Series.Form.MULTIPLE && !hasPictures(layout)) {
            grid = shortened(grid);
            layout = GridLayout.of(grid, paragraphs.room(), pictures);
        }
        if (layout.isPresent() && hasPictures(layout)) {
            new GridPrinter(grid, layout.get(), paragraphs).print();
        } else {
            writeNarrow(grid);
        }
        writeSpan(times.getFirst(), times.getLast());
    }

    private static boolean hasPictures(Optional<GridLayout> layout) {
        return layout.isPresent() && layout.get().graphicWidth() > 0;
    }

    /** The same with names as long as there is room for beside the smallest picture, unless two would be the same then. */
    private Grid shortened(Grid grid) {
        int others = IntStream.range(1, grid.columns().size())
                .map(i -> grid.fullWidth(i) + GridLayout.GAP)
                .sum();
        int most = Math.max(MIN_NAME_COLUMNS, paragraphs.room() - others - COMPARED.min() - 1);
        Set<String> names = new HashSet<>();
        List<Grid.Row> rows = new ArrayList<>();
        for (Grid.Row row : grid.rows()) {
            List<Grid.Slot> slots = new ArrayList<>(row.cells());
            String name = Truncation.middle(slots.getFirst().figure().text(), most);
            if (!names.add(name)) {
                return grid;
            }
            slots.set(0, new Grid.Slot(CellText.words(name), slots.getFirst().graphic()));
            rows.add(new Grid.Row(row.role(), row.indent(), slots));
        }
        return new Grid(grid.columns(), rows);
    }

    /** Whether there are values of two moments. */
    private static boolean isDrawn(Series.Line line) {
        return line.points().stream().map(Series.Point::time).distinct().count() > 1;
    }

    /** The only value of each line. */
    private void writeValues() throws IOException {
        List<Table.Row> rows = series.lines().stream()
                .filter(line -> !line.points().isEmpty())
                .map(line -> Table.Row.of(
                        Cell.text(line.name()), line.points().getLast().value()))
                .toList();
        List<Table.Column> columns = List.of(Table.Column.of("line", ""), Table.Column.of("value", ""));
        TableText.write(new Table(series.id(), "", columns, rows, List.of()), paragraphs);
    }

    private Grid grid(Instant start, Instant end) {
        List<Grid.Column> columns = List.of(
                new Grid.Column("", false, true),
                new Grid.Column("min", true, false),
                new Grid.Column("max", true, false),
                new Grid.Column("last", true, false));
        int moments = series.lines().stream()
                .mapToInt(line -> line.points().size())
                .max()
                .orElse(0);
        List<Grid.Row> rows = new ArrayList<>();
        for (Series.Line line : series.lines()) {
            Graphic graphic = isDrawn(line) ? room -> drawn(line, start, end, Math.min(room, moments)) : Graphic.NONE;
            List<Cell> cells = line.points().stream()
                    .map(Series.Point::value)
                    .filter(cell -> cell.number().isPresent())
                    .toList();
            Comparator<Cell> bySize =
                    Comparator.comparingDouble(cell -> cell.number().orElse(0));
            CellText none = CellText.absent("");
            rows.add(new Grid.Row(
                    Table.Role.PLAIN,
                    0,
                    List.of(
                            new Grid.Slot(CellText.words(SafeText.of(line.name())), graphic),
                            slot(cells.stream().min(bySize).map(CellText::of).orElse(none)),
                            slot(cells.stream().max(bySize).map(CellText::of).orElse(none)),
                            slot(cells.isEmpty() ? none : CellText.of(cells.getLast())))));
        }
        return new Grid(columns, rows);
    }

    /** To the scale of the line, or of all lines where they are to be compared. */
    private String drawn(Series.Line line, Instant start, Instant end, int columns) {
        if (series.form() != Series.Form.MULTIPLE) {
            return Graphic.sparkline(held(sampled(line, start, end, columns)));
        }
        DoubleSummaryStatistics all = series.lines().stream()
                .flatMap(each -> each.points().stream())
                .map(point -> point.value().number())
                .flatMapToDouble(OptionalDouble::stream)
                .summaryStatistics();
        return Graphic.sparkline(sampled(line, start, end, columns), all.getMin(), all.getMax());
    }

    private static Grid.Slot slot(CellText figure) {
        return new Grid.Slot(figure, Graphic.NONE);
    }

    /** One value per column: the largest of its time; empty where nothing was measured. */
    private static List<OptionalDouble> sampled(Series.Line line, Instant start, Instant end, int columns) {
        double span = seconds(start, end);
        List<OptionalDouble> values = new ArrayList<>(Collections.nCopies(columns, OptionalDouble.empty()));
        for (Series.Point point : line.points()) {
            OptionalDouble value = point.value().number();
            if (value.isPresent()) {
                double at = span > 0 ? seconds(start, point.time()) / span : 0;
                int column = Math.min(columns - 1, (int) (at * columns));
                double before = values.get(column).orElse(Double.NEGATIVE_INFINITY);
                values.set(column, OptionalDouble.of(Math.max(before, value.getAsDouble())));
            }
        }
        return values;
    }

    /** Where nothing was measured, the value before. */
    private static List<OptionalDouble> held(List<OptionalDouble> values) {
        for (int i = 1; i < values.size(); i++) {
            if (values.get(i).isEmpty()) {
                values.set(i, values.get(i - 1));
            }
        }
        return values;
    }

    private static double seconds(Instant from, Instant to) {
        Duration between = Duration.between(from, to);
        return between.getSeconds() + between.getNano() / 1e9;
    }

    /** Each sparkline on a line of its own, its extremes below. */
    private void writeNarrow(Grid grid) throws IOException {
        for (Grid.Row row : grid.rows()) {
            Grid.Slot first = row.cells().getFirst();
            paragraphs.paragraph(Style.PLAIN, "", first.figure().text());
            int room = Math.min(SPARKLINES.max(), paragraphs.room());
            paragraphs.picture(first.graphic().draw(room));
            StringBuilder extremes = new StringBuilder();
            for (int i = 1; i < row.cells().size(); i++) {
                extremes.append(i > 1 ? ", " : "").append(grid.columns().get(i).title());
                extremes.append(' ').append(row.cells().get(i).figure());
            }
            paragraphs.paragraph(Style.FAINT, "", extremes.toString());
        }
    }

    private void writeSpan(Instant start, Instant end) throws IOException {
        String from = CellText.of(new Cell.Time(start)).text();
        String to = CellText.of(new Cell.Time(end)).text();
        if (from.equals(to)) {
            paragraphs.paragraph(Style.FAINT, "", from);
            return;
        }
        int day = from.indexOf(' ') + 1;
        boolean sameDay = day > 0 && to.startsWith(from.substring(0, day));
        paragraphs.paragraph(Style.FAINT, "", from + " to " + (sameDay ? to.substring(day) : to));
    }
}
