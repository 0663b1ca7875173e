package dev.loomweight.render;

import dev.loomweight.render.CellText.FootnoteMarks;
import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Bars as text: a line each, what they belong to before the first of a group; where it is narrow, below their names. */
final class BarsText {

    private static final GridLayout.Range LENGTHS = new GridLayout.Range(6, 40);

    private final Bars bars;
    private final ParagraphWriter paragraphs;
    private final FootnoteMarks marks = new FootnoteMarks();

    private BarsText(Bars bars, ParagraphWriter paragraphs) {
        this.bars = bars;
        this.paragraphs = paragraphs;
    }

    /** Writes bars. */
    static void write(Bars bars, ParagraphWriter paragraphs) throws IOException {
        new BarsText(bars, paragraphs).write();
    }

    private void write() throws IOException {
        paragraphs.blockTitle(bars.title());
        Grid grid = grid();
        if (grid.rows().isEmpty()) {
            paragraphs.nothing();
            return;
        }
        Optional<GridLayout> layout = GridLayout.of(grid, paragraphs.room(), LENGTHS);
        if (layout.isPresent() && layout.get().graphicWidth() > 0) {
            new GridPrinter(grid, layout.get(), paragraphs).print();
        } else {
            writeNarrow(grid);
        }
        paragraphs.writer().blankLine();
        marks.write(paragraphs);
    }

    private void writeNarrow(Grid grid) throws IOException {
        for (Grid.Row row : grid.rows()) {
            String name = row.cells().getFirst().figure().text();
            if (!name.isBlank()) {
                paragraphs.paragraph(Style.PLAIN, "", name);
            }
            Grid.Slot bar = row.cells().getLast();
            paragraphs.paragraph(Style.FAINT, "", row.cells().get(1).figure().text() + ": " + bar.figure());
            String drawn = bar.graphic().draw(Math.min(LENGTHS.max(), paragraphs.room()));
            paragraphs.picture(drawn);
        }
    }

    private Grid grid() {
        BarScale scale = BarScale.of(bars);
        List<Grid.Row> rows = new ArrayList<>();
        for (Bars.Group group : bars.groups()) {
            String name = group.name();
            for (int i = 0; i < group.cells().size(); i++) {
                Cell cell = group.cells().get(i);
                if (BarScale.isShown(cell)) {
                    rows.add(new Grid.Row(
                            Table.Role.PLAIN,
                            0,
                            List.of(
                                    words(name),
                                    words(bars.columns().get(i).title()),
                                    new Grid.Slot(marks.figure(cell), Graphic.bar(scale.part(i, cell))))));
                    name = "";
                }
            }
        }
        return new Grid(
                List.of(
                        new Grid.Column("", false, false),
                        new Grid.Column("", false, false),
                        new Grid.Column("", true, true)),
                rows);
    }

    private static Grid.Slot words(String words) {
        return new Grid.Slot(CellText.words(SafeText.of(words)), Graphic.NONE);
    }
}
