package dev.loomweight.watch;

import dev.loomweight.live.Moment;
import dev.loomweight.render.Sparkline;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** The categories of NMT, with what each committed of late. */
final class CategoryTable {

    private static final int NAME = 26;
    private static final int FIGURE = 10;
    private static final int WITH_RESERVED = 56;

    private CategoryTable() {}

    /** The head and so many rows. */
    static List<AttributedString> lines(List<Moment.Category> categories, Canvas canvas, int rows) {
        boolean reserved = canvas.columns() >= WITH_RESERVED;
        List<AttributedString> lines = new ArrayList<>();
        lines.add(canvas.line(
                Canvas.piece(Canvas.STRONG, Canvas.left("Native memory (NMT)", NAME)),
                Canvas.piece(Canvas.FAINT, Canvas.right("committed", FIGURE)),
                Canvas.piece(Canvas.FAINT, reserved ? Canvas.right("reserved", FIGURE) : "")));
        for (Moment.Category category : categories.subList(0, Math.min(rows, categories.size()))) {
            int room = canvas.columns() - NAME - FIGURE - (reserved ? FIGURE : 0) - 2;
            lines.add(canvas.line(
                    Canvas.piece(Canvas.left("  " + category.name(), NAME)),
                    Canvas.piece(Canvas.right(Amounts.bytes(category.committedBytes()), FIGURE)),
                    Canvas.piece(Canvas.FAINT, reserved ? Canvas.right(Amounts.bytes(category.reservedBytes()), FIGURE) : ""),
                    Canvas.piece(Canvas.BAR, "  " + Sparkline.of(category.history(), room))));
        }
        return lines;
    }
}
