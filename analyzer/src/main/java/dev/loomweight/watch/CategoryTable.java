package dev.loomweight.watch;

import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.render.Figure;
import dev.loomweight.render.Sparkline;
import dev.loomweight.report.Cell;
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
    static List<AttributedString> lines(List<LiveMemory.Category> categories, Canvas canvas, int rows) {
        boolean reserved = canvas.columns() >= WITH_RESERVED;
        List<AttributedString> lines = new ArrayList<>();
        lines.add(canvas.line(
                Canvas.piece(Canvas.STRONG, Canvas.left("Native memory (NMT)", NAME)),
                Canvas.piece(Canvas.FAINT, Canvas.right("committed", FIGURE)),
                Canvas.piece(Canvas.FAINT, reserved ? Canvas.right("reserved", FIGURE) : "")));
        for (LiveMemory.Category category : categories.subList(0, Math.min(rows, categories.size()))) {
            int room = canvas.columns() - NAME - FIGURE - (reserved ? FIGURE : 0) - 2;
            lines.add(canvas.line(
                    Canvas.piece(Canvas.left("  " + category.name(), NAME)),
                    Canvas.piece(Canvas.right(bytes(category.committedBytes()), FIGURE)),
                    Canvas.piece(Canvas.FAINT, reserved ? Canvas.right(bytes(category.reservedBytes()), FIGURE) : ""),
                    Canvas.piece(Canvas.BAR, "  " + Sparkline.of(category.history(), room))));
        }
        return lines;
    }

    private static String bytes(long bytes) {
        return Figure.of(new Cell.Bytes(bytes)).toString();
    }
}
