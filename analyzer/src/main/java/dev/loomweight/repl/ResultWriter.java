package dev.loomweight.repl;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.output.WholeFile;
import dev.loomweight.query.Relation;
import dev.loomweight.query.Relations;
import dev.loomweight.render.Format;
import dev.loomweight.render.PlotText;
import dev.loomweight.render.RowFormat;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.TextOptions;
import dev.loomweight.repl.ReplSettings.Setting;
import dev.loomweight.report.Block;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes results in the format that is set; tables piece by piece, so that their text is never in memory completely. */
final class ResultWriter {

    /** The number of table rows that are laid out together. */
    private static final int PIECE = 500;

    private static final long ROWS_WITHOUT_PAGER = 100;
    private static final int MAX_ROWS_OF_A_PAGE = 100_000;

    private final ReplSettings settings;

    ResultWriter(ReplSettings settings) {
        this.settings = settings;
    }

    /**
     * Writes a result.
     *
     * @param out is flushed
     * @param look the width and colours, unless they are set
     */
    void write(Result outcome, Writer out, TextOptions look) throws IOException {
        pages(outcome, look, settings.get(Setting.FORMAT), false).writeAll(out);
        out.flush();
    }

    /** Writes a complete result to a file, in the format of its extension, else in the format that is set. */
    void write(Result outcome, Path file, int width) throws IOException {
        LazyText pages = outcome instanceof Result.OfRows listed
                        && ResultFormats.of(file, "").startsWith("htm")
                ? page(listed.rows())
                : pages(
                        outcome,
                        new TextOptions(width, false),
                        ResultFormats.of(file, settings.get(Setting.FORMAT)),
                        true);
        WholeFile.write(file, pages::writeAll);
    }

    /**
     * Rows as a page with one table.
     *
     * @throws DataException if there are more rows than a browser can show
     */
    private static LazyText page(Relation rows) {
        if (rows.rows() > MAX_ROWS_OF_A_PAGE) {
            throw new DataException(String.format(
                    Locale.ROOT,
                    "a page may have at most %2$,d rows, and these are %1$,d; use top N, or save as .csv",
                    rows.rows(),
                    MAX_ROWS_OF_A_PAGE));
        }
        return LazyText.of(out -> Format.HTML
                .renderer(TextOptions.PLAIN)
                .render(report(rows.name(), rows.table("", 0, rows.rows(), List.of())), out));
    }

    private static Report report(String title, Block block) {
        return new Report("repl", title, List.of(new Section("rows", "", List.of(block), List.of())));
    }

    /**
     * Saves rows, in the format of the file's extension.
     *
     * @throws DataException if the extension is unknown, or the file cannot be written
     */
    void save(Relation rows, Path file) {
        String ending = ResultFormats.of(file, "");
        if (RowFormat.of(ending).isEmpty() && !ending.startsWith("htm")) {
            throw new DataException("unknown format for " + file + "; use one of the extensions ."
                    + String.join(", .", RowFormat.words()) + ", .html");
        }
        save(new Result.OfRows(rows, List.of()), file);
    }

    /**
     * Saves a chart in the format of the file's extension, else as a page.
     *
     * @throws DataException if the file cannot be written
     */
    void save(Series chart, Path file) {
        Format format = ResultFormats.ofReport(ResultFormats.of(file, "html")).orElse(Format.HTML);
        save(report(chart.title(), chart), format, file);
    }

    /**
     * Saves a report.
     *
     * @throws DataException if the file cannot be written
     */
    void save(Report report, Format format, Path file) {
        write(file, out -> format.renderer(TextOptions.PLAIN).render(report, out));
    }

    private void save(Result outcome, Path file) {
        try {
            write(outcome, file, TextOptions.PLAIN.width());
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    private static void write(Path file, WholeFile.Content content) {
        try {
            WholeFile.write(file, content);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    private static DataException cannotWrite(Path file, IOException e) {
        return new DataException("cannot write " + file + ": " + CaptureFolder.reason(e) + "; choose another file", e);
    }

    /** The complete text, for the pager. */
    LazyText paged(Result outcome, TextOptions look) {
        return pages(outcome, look, settings.get(Setting.FORMAT), true);
    }

    private LazyText pages(Result outcome, TextOptions look, String format, boolean paged) {
        TextOptions options = new TextOptions(
                (int) settings.number(Setting.WIDTH, look.width()),
                settings.get(Setting.COLOUR).equals("auto") ? look.colour() : settings.isOn(Setting.COLOUR),
                (int) Math.min(Integer.MAX_VALUE, settings.number(Setting.ROWS, TextOptions.AS_TABLE)));
        return switch (outcome) {
            case Result.OfText said ->
                LazyText.of(out ->
                        out.write(SafeText.lines(paged ? LineWrapper.of(said.text(), options.width()) : said.text())));
            case Result.OfReport answered -> pages(answered.answer().report(), options, format, paged);
            case Result.OfChart drawn ->
                format.equals("text")
                        ? LazyText.of(out -> out.write(PlotText.of(drawn.series(), options.width())))
                        : pages(
                                new Report(
                                        "plot",
                                        drawn.series().title(),
                                        List.of(new Section("plot", "", List.of(drawn.series()), List.of()))),
                                options,
                                format,
                                paged);
            case Result.OfRows listed -> pages(listed.rows(), options, format, paged, listed.notes());
        };
    }

    private LazyText pages(Report report, TextOptions options, String format, boolean paged) {
        Optional<Format> form = ResultFormats.ofReport(format);
        Optional<Relation> first = Relations.of(report, null);
        if (form.isEmpty() && first.isPresent()) {
            return pages(first.get(), options, format, paged, List.of());
        }
        return LazyText.of(out -> form.orElse(Format.TEXT).renderer(options).render(report, out));
    }

    private LazyText pages(Relation rows, TextOptions options, String format, boolean paged, List<String> notes) {
        Optional<RowFormat> export = RowFormat.of(format);
        long most = export.isEmpty()
                ? settings.number(Setting.ROWS, paged ? Long.MAX_VALUE : ROWS_WITHOUT_PAGER)
                : Long.MAX_VALUE;
        int shown = (int) Math.min(rows.rows(), most);
        return new LazyText() {
            @Override
            public int pieces() {
                return Math.max(1, (shown + PIECE - 1) / PIECE);
            }

            @Override
            public void write(int piece, Writer out) throws IOException {
                int from = piece * PIECE;
                int to = Math.min(from + PIECE, shown);
                if (export.isPresent()) {
                    export.get().write(rows, from, to, out);
                } else {
                    table(rows, from, to, shown, options, notes, out);
                }
            }
        };
    }

    private static void table(
            Relation rows, int from, int to, int shown, TextOptions options, List<String> notes, Writer out)
            throws IOException {
        List<String> below = new ArrayList<>();
        if (to == shown) {
            below.add(footnote(rows.rows(), shown));
            below.addAll(notes);
        }
        Table table = rows.table("", from, to, below);
        Section section = new Section("rows", "", List.of(table), List.of());
        Format.TEXT.renderer(options).render(new Report("rows", "", List.of(section)), out);
    }

    private static String footnote(int rows, int shown) {
        String all = String.format(Locale.ROOT, "%,d", rows) + (rows == 1 ? " row." : " rows.");
        return shown == rows
                ? all
                : String.format(Locale.ROOT, "First %,d of %s", shown, all) + " For more: set rows N, or | save FILE.";
    }
}
