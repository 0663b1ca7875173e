package dev.loomweight.watch;

import dev.loomweight.command.WatchedLook;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The page with what a look at the target's threads found. */
final class LookPage {

    private static final String KEYS = "esc back   q quit   up, down scroll   ";

    private LookPage() {}

    /** The page of a look, as many lines as there are rows; it has no report before the dumps are there. */
    static List<AttributedString> lines(
            WatchedLook.At at,
            @Nullable WatchedLook look,
            LineLayout layout,
            int rows,
            int scroll,
            @Nullable String message) {
        boolean hang = at == WatchedLook.At.HANG;
        List<AttributedString> lines = new ArrayList<>();
        lines.add(layout.line(LineLayout.piece(LineLayout.STRONG, hang ? "Who waits for whom" : "What threads weigh")));
        lines.add(LineLayout.EMPTY);
        Report report = look == null ? null : look.report();
        if (report != null) {
            // Its first lines are the name of a temporary folder.
            text(report, layout.columns())
                    .lines()
                    .dropWhile(line -> !line.isBlank())
                    .forEach(line -> lines.add(layout.line(LineLayout.piece(line))));
        } else if (look == null || !look.isOver()) {
            lines.addAll(layout.sentence(
                    LineLayout.PLAIN,
                    hang
                            ? "Taking two thread dumps, a second apart ..."
                            : "Taking a thread dump and a class histogram ..."));
            if (look != null && !look.problem().isEmpty()) {
                lines.addAll(layout.sentence(LineLayout.FAINT, look.problem()));
            }
        } else {
            lines.addAll(layout.sentence(LineLayout.WARNING, "No answer: " + look.problem()));
        }
        return LineLayout.filled(
                LineLayout.scrolled(lines, scroll, rows - 1),
                layout.footer(KEYS + (hang ? "w look again" : "t weigh again"), message),
                rows);
    }

    private static String text(Report report, int columns) {
        StringBuilder text = new StringBuilder();
        try {
            Format.TEXT.renderer(new TextOptions(columns, false)).render(report, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
